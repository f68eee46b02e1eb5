import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { freshDataDir, freshFolder, openTestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from '../database.ts';

const log = pino({ level: 'silent' });
const writer = join(import.meta.dirname, '../../../tests/support/acknowledging-writer.ts');

/** Runs the writer until it has acknowledged `count` rows, then kills it. Returns all rows that it acknowledged. */
async function writeAndKill(dataDir: string, first: number, count: number): Promise<number[]> {
  const child = spawn(process.execPath, [writer, dataDir, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: number[] = [];
  for await (const line of createInterface(child.stdout)) {
    acknowledged.push(Number(line));
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  return acknowledged;
}

test('no acknowledged row is lost when the process is killed, and the folder opens again', async () => {
  const dataDir = await freshDataDir();
  const acknowledged: number[] = [];
  for (const [round, count] of [1, 7, 40, 150, 3].entries()) {
    acknowledged.push(...(await writeAndKill(dataDir, round * 1_000_000, count)));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(201);

  const { db, close } = await openDatabase({ dataDir, log });
  const rows = await db.selectFrom('rate_limit').select('count').execute();
  await close();
  expect(rows.map((row) => row.count)).toEqual(expect.arrayContaining(acknowledged));
});

test('a second process on the same folder refuses to start and names the cause', async () => {
  const { dataDir, ready, close } = await openTestDatabase();
  const second = promisify(execFile)(process.execPath, [writer, dataDir]);
  await expect(second).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('in use by another process'),
  });
  expect(await ready()).toBe(true);
  await close();
});

test('other work of the process runs during a long series of queries', async () => {
  const { db, close } = await openTestDatabase();
  let turns = 0;
  const takeTurn = () => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  let next = setImmediate(takeTurn);
  for (let count = 0; count < 20; count += 1) await db.selectFrom('rate_limit').selectAll().execute();
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(20);
  await close();
});

test('the embedded store can be closed right after a query has failed', async () => {
  const { db, close } = await openTestDatabase();
  const twice = { bucket: 'x', window_date_time: new Date(), count: 1 };
  await expect(db.insertInto('rate_limit').values([twice, twice]).execute()).rejects.toThrow('duplicate');
  await close();
});

test('a closed folder opens again in the same process, an open one does not', async () => {
  const dataDir = await freshDataDir();
  const first = await openDatabase({ dataDir, log });
  await expect(openDatabase({ dataDir, log })).rejects.toThrow('in use by another process');
  await first.close();
  const again = await openDatabase({ dataDir, log });
  expect(await again.ready()).toBe(true);
  await again.close();
});

test('an interrupted first start leaves nothing that looks like a database', async () => {
  const dataDir = await freshFolder();
  await mkdir(join(dataDir, 'database.new-Xb3k9Q'));
  await writeFile(join(dataDir, 'database.new-Xb3k9Q', 'PG_VERSION'), '18\n');
  const { ready, close } = await openDatabase({ dataDir, log });
  expect(await ready()).toBe(true);
  await close();
  expect((await readdir(dataDir)).filter((name) => name.startsWith('database.new'))).toEqual([]);
});

test('the start logs that the embedded store is for one process on one machine', async () => {
  const lines: string[] = [];
  const recording = pino({}, { write: (line: string) => lines.push(line) });
  const { close } = await openTestDatabase({ log: recording });
  await close();
  expect(lines.join()).toContain('one process on one machine');
});

test('a process whose disk fails at a commit ends instead of acknowledging or hanging', async () => {
  const dataDir = await freshDataDir();
  const code = `
    import { DurableFileSystem } from ${JSON.stringify(new URL('./durable-file-system.ts', import.meta.url))};
    import { startPglite } from ${JSON.stringify(new URL('./start.ts', import.meta.url))};
    let broken = false;
    const fsync = () => { if (broken) throw Object.assign(new Error('EIO'), { code: 'EIO' }); };
    const fs = new DurableFileSystem(${JSON.stringify(join(dataDir, 'database'))}, fsync);
    const pglite = await startPglite(fs, { error: () => console.log('logged') });
    broken = true;
    await pglite.query("insert into rate_limit values ('a', now(), 1)").then(
      () => console.log('acknowledged'),
      () => console.log('refused, and went on'),
    );
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [exit, output] = await Promise.all([once(child, 'exit'), child.stdout.toArray()]);
  expect(Buffer.concat(output).toString()).toBe('logged\n');
  expect(exit[0]).toBe(1);
});
