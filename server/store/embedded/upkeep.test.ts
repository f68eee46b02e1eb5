import { type Kysely, sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import type { Tables } from '../tables.ts';
import { openTestDatabase } from '../test-database.ts';
import { logBytesSinceCheckpoint, upkeep } from './upkeep.ts';

const mebibyte = 1024 * 1024;

async function writeLog(db: Kysely<Tables>, mebibytes: number): Promise<void> {
  await sql`
    select pg_logical_emit_message(false, 'test', repeat('x', 1048576)) from generate_series(1, ${mebibytes}::integer)
  `.execute(db);
}

async function writeDeadRows(db: Kysely<Tables>): Promise<void> {
  const rows = Array.from({ length: 200 }, (_, n) => ({
    bucket: `${n}`,
    window_date_time: new Date(),
    count: n,
  }));
  await db.insertInto('rate_limit').values(rows).execute();
  await db.deleteFrom('rate_limit').where('count', '<', 100).execute();
}

async function deadRows(db: Kysely<Tables>): Promise<number | undefined> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ dead: number }>`
    select n_dead_tup as dead from pg_stat_user_tables where relname = 'rate_limit'
  `.execute(db);
  return rows[0]?.dead;
}

afterEach(() => {
  vi.useRealTimers();
});

test('a round makes a checkpoint once 16 MiB of log have gathered, and not before', async () => {
  const { db, close } = await openTestDatabase();
  await writeLog(db, 15);
  await upkeep(db);
  expect(await logBytesSinceCheckpoint(db)).toBeGreaterThan(15 * mebibyte);
  await writeLog(db, 2);
  await upkeep(db);
  expect(await logBytesSinceCheckpoint(db)).toBeLessThan(mebibyte);
  await close();
});

test('a round vacuums a table with many dead rows', async () => {
  const { db, close } = await openTestDatabase();
  await writeDeadRows(db);
  expect(await deadRows(db)).toBe(100);
  await upkeep(db);
  expect(await deadRows(db)).toBe(0);
  await close();
});

test('an open store does its upkeep every half minute, and none once closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { db, close } = await openTestDatabase();
  await writeLog(db, 17);
  vi.advanceTimersByTime(30_000);
  await expect.poll(() => logBytesSinceCheckpoint(db)).toBeLessThan(mebibyte);
  await close();
  expect(vi.getTimerCount()).toBe(0);
});
