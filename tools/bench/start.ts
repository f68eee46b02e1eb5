/**
 * S3: measures how long a server with an existing embedded store takes to become ready, and its memory at rest. Compares the time
 * and the memory with those of a process that only opens a copy of the store.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../../tests/support/figures.ts';
import { copyFolder, removeFolder } from '../../tests/support/folders.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { type Installation, install } from '../../tests/support/installation.ts';
import { create } from '../../tests/support/sample-application.ts';
import { type Bench, median } from './bench.ts';

const rounds = 5;
const applications = 20;
const mostTime = 3;
const mostMemory = 1.3;

/** Milliseconds to wait after a start before the process's memory is read. */
const restMillis = 3_000;

const kinds = { 'after a clean stop': 'SIGTERM', 'after SIGKILL': 'SIGKILL' } as const;

/**
 * The measurements of a start: milliseconds until the process is ready, and its resident memory at rest in MiB. The memory is
 * undefined if the system does not report it.
 */
interface Start {
  readonly millis: number;
  readonly mebibytes: number | undefined;
}

export const start: Bench = {
  name: 'S3',
  about:
    'time from start to ready on an existing embedded store, divided by opening only the store; memory at rest',
  run: async () => {
    const installation = await install('embedded');
    try {
      await installation.server.start();
      for (let count = 0; count < applications; count += 1) {
        const client = httpClient(installation.server.origin);
        await client.start();
        await create(client);
      }
      const figures: Figure[] = [];
      const measured = Object.keys(kinds).map((kind) => ({ kind, ours: [] as Start[], bare: [] as Start[] }));
      for (let round = 0; round < rounds; round += 1) {
        for (const { kind, ours, bare } of measured) {
          installation.server.signal(kinds[kind as keyof typeof kinds]);
          await installation.server.ended();
          bare.push(await openBare(installation));
          ours.push(await startOurs(installation));
        }
      }
      for (const { kind, ours, bare } of measured) figures.push(...timesOf(kind, ours, bare));
      return [
        ...figures,
        ...memoryOf(
          measured.flatMap(({ ours }) => ours),
          measured.flatMap(({ bare }) => bare),
        ),
      ];
    } finally {
      await installation.remove();
    }
  },
};

async function startOurs({ server }: Installation): Promise<Start> {
  const millis = await server.start();
  if (millis === undefined) throw new Error('The server was killed before it was ready');
  await pause(restMillis);
  return { millis, mebibytes: await residentOf(server.pid()) };
}

async function openBare({ folder }: Installation): Promise<Start> {
  const copy = join(folder, 'bare');
  await copyFolder(join(folder, 'data', 'database'), copy);
  const from = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-store.ts'), copy], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const millis = performance.now() - from;
  await pause(restMillis);
  const mebibytes = await residentOf(child.pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await removeFolder(copy);
  return { millis, mebibytes };
}

/** Returns the resident memory of a process in MiB on Linux. Returns undefined on other systems. */
async function residentOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}

function timesOf(kind: string, ours: readonly Start[], bare: readonly Start[]): readonly Figure[] {
  const [us, them] = [ours, bare].map((starts) => median(starts.map(({ millis }) => millis)));
  return [
    countOnly(`bare store open ${kind}, ms`, them),
    countOnly(`server ready ${kind}, ms`, us),
    ratio(`ratio ${kind}`, us, them, mostTime),
  ];
}

function memoryOf(ours: readonly Start[], bare: readonly Start[]): readonly Figure[] {
  const [us, them] = [ours, bare].map((starts) => median(starts.flatMap(({ mebibytes }) => mebibytes ?? [])));
  return [
    countOnly('bare store at rest, MiB', them),
    countOnly('server at rest, MiB', us),
    ratio('memory ratio', us, them, mostMemory),
  ];
}

function countOnly(what: string, value = 0): Figure {
  return { what, value: value.toFixed(0), demand: '', met: true };
}

function ratio(what: string, ours: number | undefined, bare: number | undefined, most: number): Figure {
  const value = (ours ?? 0) / (bare ?? 0);
  return { what, value: value.toFixed(2), demand: `≤ ${most}`, met: value <= most };
}
