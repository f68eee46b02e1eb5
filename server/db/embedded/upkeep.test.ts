import { type Kysely, sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import type { Tables } from '../tables.ts';
import { logBytesSinceCheckpoint, upkeep } from './upkeep.ts';

const mebibyte = 1024 * 1024;

async function writeLog(db: Kysely<Tables>, mebibytes: number): Promise<void> {
  await sql`
    select pg_logical_emit_message(false, 'test', repeat('x', 1048576)) from generate_series(1, ${mebibytes}::integer)
  `.execute(db);
}

async function writeRows(db: Kysely<Tables>, length: number): Promise<void> {
  const rows = Array.from({ length }, (_, n) => ({
    bucket: `${n}`,
    window_date_time: new Date(),
    count: n,
  }));
  await db.insertInto('rate_limit').values(rows).execute();
}

async function isVacuumed(db: Kysely<Tables>): Promise<boolean | undefined> {
  const { rows } = await sql<{ vacuumed: boolean }>`
    select last_vacuum is not null as vacuumed from pg_stat_user_tables where relname = 'rate_limit'
  `.execute(db);
  return rows[0]?.vacuumed;
}

afterEach(() => {
  vi.useRealTimers();
});

test('a round makes a checkpoint once there are 16 MiB of log, and not before', async () => {
  const { db, close } = await openTestDatabase({ isShared: false });
  await writeLog(db, 15);
  await upkeep(db);
  expect(await logBytesSinceCheckpoint(db)).toBeGreaterThan(15 * mebibyte);
  await writeLog(db, 2);
  await upkeep(db);
  expect(await logBytesSinceCheckpoint(db)).toBeLessThan(mebibyte);
  await close();
});

test('a round vacuums a table with many dead rows, and none with few', async () => {
  const { db, close } = await openTestDatabase({ isShared: false });
  await writeRows(db, 200);
  await upkeep(db);
  expect(await isVacuumed(db)).toBe(false);
  await db.deleteFrom('rate_limit').where('count', '<', 100).execute();
  await upkeep(db);
  expect(await isVacuumed(db)).toBe(true);
  await close();
});

test('an open store runs its upkeep every 30 seconds, and none once closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { db, close } = await openTestDatabase({ isShared: false });
  await writeLog(db, 17);
  vi.advanceTimersByTime(30_000);
  await expect.poll(() => logBytesSinceCheckpoint(db)).toBeLessThan(mebibyte);
  await close();
  expect(vi.getTimerCount()).toBe(0);
});
