/**
 * S1: measures how many changes of applications per second the server makes, compared with minimal code on the bare database
 * driver. Both have the same connection pool settings, PostgreSQL and concurrency. A third candidate runs the minimal code
 * behind Node's HTTP server, to show how much of the difference HTTP causes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pino } from 'pino';
import { hostsOf } from '../../server/db/hosts.ts';
import { defaultTimeBudgetMillis, serverPool } from '../../server/db/pool.ts';
import type { ApiClient } from '../../tests/support/api-client.ts';
import type { Figure } from '../../tests/support/figures.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { install } from '../../tests/support/installation.ts';
import { business, create } from '../../tests/support/sample-application.ts';
import { asRatio, type Bench, median } from './bench.ts';
import { changeByHand } from './minimal-change.ts';
import { rawCalls } from './raw-calls.ts';

const atOnce = 16;
const secondsEach = 5;
const rounds = 5;

/** Number of warm-up rounds, which are not counted. Node compiles the frequently used code within ten thousand calls or so. */
const warmUpRounds = 3;
const leastRatio = 0.6;

/** Starts a session and creates an application in it. */
async function begin(origin: string) {
  const client = httpClient(origin);
  await client.start();
  const { id } = await create(client);
  return { client, id, path: `/application/${id}` };
}

export const patchThroughput: Bench = {
  name: 'S1',
  about:
    'changes of an application per second, divided by those of the bare driver with a minimal transaction',
  run: async () => {
    const installation = await install('PostgreSQL');
    try {
      const { server, databaseUrl = '' } = installation;
      await server.start();
      const hosts = hostsOf(databaseUrl, defaultTimeBudgetMillis);
      const { pool } = serverPool(hosts, pino({ level: 'silent' }));
      const plain = await startMinimalServer(databaseUrl);
      const applicants = await Promise.all(
        Array.from({ length: atOnce }, async () => {
          const { client, path } = await begin(server.origin);
          // The minimal change uses a separate application, because the server refuses an application whose row was changed
          // directly (D62). The answers of the separate application are stored in plain text and are equally long.
          const other = await begin(server.origin);
          const { webSessionId } = other.client;
          await pool.query('update application set answers = $1 where id = $2', [business, other.id]);
          return {
            byServer: () => patching(client, path),
            byPlainHttp: () => patching({ ...other.client, webSessionId, host: plain.host }, other.path),
            byHand: async () => () =>
              changeByHand(pool, { id: other.id, sessionId: webSessionId }, nextCount()),
          };
        }),
      );
      const [ours, bare, overHttp]: [number[], number[], number[]] = [[], [], []];
      for (let round = -warmUpRounds; round < rounds; round += 1) {
        const byHand = await perSecond(applicants.map((one) => one.byHand));
        const byPlainHttp = await perSecond(applicants.map((one) => one.byPlainHttp));
        const byServer = await perSecond(applicants.map((one) => one.byServer));
        if (round < 0) continue;
        bare.push(byHand);
        overHttp.push(byPlainHttp);
        ours.push(byServer);
      }
      plain.stop();
      await pool.end();
      const ratio = median(ours) / median(bare);
      return [
        figure('changes per second of the bare driver', median(bare)),
        figure('the same behind plain HTTP', median(overHttp)),
        figure('changes per second of the server', median(ours)),
        {
          what: 'plain HTTP divided by the bare driver',
          value: asRatio(median(overHttp) / median(bare)),
          demand: '',
          met: true,
        },
        { what: 'ratio', value: asRatio(ratio), demand: `≥ ${leastRatio}`, met: ratio >= leastRatio },
      ];
    } finally {
      await installation.remove();
    }
  },
};

function figure(what: string, value: number): Figure {
  return { what, value: value.toFixed(0), demand: '', met: true };
}

async function startMinimalServer(databaseUrl: string): Promise<{ host: string; stop: () => void }> {
  const script = join(import.meta.dirname, 'minimal-server.ts');
  const child = spawn(process.execPath, [script, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => child.kill('SIGKILL'));
  const [address] = await once(child.stdout, 'data');
  return { host: new URL(String(address).trim()).host, stop: () => void child.kill('SIGKILL') };
}

let employees = 0;

function nextCount(): number {
  employees += 1;
  return (employees % 900_000) + 1;
}

/** Opens a connection. Returns a function that makes one change per call, and throws if the server refuses the change. */
async function patching(client: ApiClient, path: string): Promise<() => Promise<void>> {
  const call = await rawCalls(client);
  return async () => {
    const status = await call('PATCH', path, { applicationData: { employeeCount: nextCount() } });
    if (status !== 200) throw new Error(`The status of a change is ${status}.`);
  };
}

/**
 * Repeats all pieces of work concurrently for `secondsEach`, and returns how many runs finished per second. Prepares all pieces
 * of work before it starts to measure.
 */
async function perSecond(prepared: readonly (() => Promise<() => Promise<void>>)[]): Promise<number> {
  const works = await Promise.all(prepared.map((prepare) => prepare()));
  const from = performance.now();
  const until = from + secondsEach * 1000;
  let done = 0;
  await Promise.all(
    works.map(async (work) => {
      while (performance.now() < until) {
        await work();
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - from);
}
