/**
 * F8 on PostgreSQL: the disk of the tables fills up under load, and PostgreSQL refuses writes that need space. Reads must
 * continue, and writes must work again once there is space. Needs root to mount a small disk.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { countOnly, mustOccur, times } from '../../tests/support/figures.ts';
import { httpClient, type ObservedCall } from '../../tests/support/http-client.ts';
import { statusOf } from '../../tests/support/installation.ts';
import { unprivilegedUser } from '../../tests/support/postgres.ts';
import { create } from '../../tests/support/sample-application.ts';
import { answerTimes, without200, withoutRetryAfter } from './answers.ts';
import { during, newCrowd } from './crowd.ts';
import type { Fault } from './fault.ts';

const crowdSize = 16;
const recoverWithinMillis = 5_000;
const diskMegabytes = 96;

export const fullDisk: Fault = {
  name: 'F8',
  about:
    'the disk of PostgreSQL’s tables is full: calls that need space get 503, reads continue, and the server recovers without a restart',
  stores: ['PostgreSQL'],
  run: async (installation, { outage }) => {
    const { server, postgres, databaseUrl = '' } = installation;
    if (!postgres) throw new Error('This fault needs PostgreSQL.');
    const disk = await mountDisk();
    try {
      await moveTables(postgres.url('postgres'), new URL(databaseUrl).pathname.slice(1), disk.path);
      const calls: ObservedCall[] = [];
      const crowd = newCrowd(installation, crowdSize, (call) => calls.push(call));
      await server.start();
      const reader = httpClient(server.origin);
      await reader.start();
      const { id } = await create(reader);
      const reads: (number | undefined)[] = [];
      const live: (number | undefined)[] = [];
      let [full, roomy, recovered] = [0, 0, 0];
      await during(crowd, async () => {
        await pause(2_000);
        disk.fill();
        full = performance.now();
        for (const until = full + outage * 1_000; performance.now() < until; await pause(100)) {
          // Fills the space that other processes have freed since the last round.
          disk.fill();
          reads.push((await reader.send('GET', `/application/${id}`)).status);
          live.push(await statusOf(`${server.origin}/health/live`));
        }
        roomy = performance.now();
        await disk.freeSpace();
        recovered = await nextWrite(calls, roomy);
      });
      await crowd.look();
      await server.stop();
      const meanwhile = calls.filter(({ begun, ended }) => begun > full && ended < roomy);
      const refused = meanwhile.filter(({ status }) => status === 503);
      return [
        mustOccur('calls with a 503', refused.length),
        withoutRetryAfter(refused),
        ...answerTimes('response time of a call', meanwhile, full),
        countOnly('reads during this time', reads.length),
        without200('reads', reads),
        without200('checks of /health/live', live),
        times('time until a write succeeds after space is free', [recovered], recoverWithinMillis),
        ...(await crowd.figures()),
      ];
    } finally {
      await server.stop();
      await postgres.halt();
      await disk.remove();
    }
  },
};

/** Waits until a write that began after `from` succeeds. Returns the milliseconds that this took. */
async function nextWrite(calls: readonly ObservedCall[], from: number): Promise<number> {
  const isWrite = ({ method, begun, status = 0 }: ObservedCall) =>
    method !== 'GET' && begun > from && status >= 200 && status <= 299;
  for (;;) {
    const written = calls.find(isWrite);
    if (written) return written.ended - from;
    await pause(20);
  }
}

/**
 * Moves the tables of a database to a separate disk. The write-ahead log stays in place, because PostgreSQL would stop if the log
 * had no space.
 */
async function moveTables(adminUrl: string, database: string, path: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create tablespace small location '${path}'`);
  await admin.query(`alter database ${database} set tablespace small`);
  await admin.end();
}

/** Mounts a small in-memory disk that PostgreSQL's user owns. */
async function mountDisk() {
  const owner = await unprivilegedUser();
  if (!owner) throw new Error('Mounting a small disk needs root.');
  const path = await mkdtemp(join(tmpdir(), 'small-disk-'));
  const options = `size=${diskMegabytes}m,mode=0700,uid=${owner.uid},gid=${owner.gid}`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
  const unmount = () => void spawnSync('umount', ['--lazy', path]);
  process.on('exit', unmount);
  const ballast = join(path, 'ballast');
  return {
    path,
    /** Fills the disk completely. */
    fill: () => {
      const file = openSync(ballast, 'a');
      try {
        for (;;) writeSync(file, page);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        closeSync(file);
      }
    },
    freeSpace: () => rm(ballast),
    remove: async () => {
      process.off('exit', unmount);
      unmount();
      await rmdir(path);
    },
  };
}

const page = Buffer.alloc(4096, 1);
