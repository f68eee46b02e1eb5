/** For benchmarks: configures a test PostgreSQL as operators run it, and reads PostgreSQL's own statistics. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface WatchedDatabase {
  /** Id of the parent process of all PostgreSQL processes. */
  readonly postmaster: number;
  /** Resolves once the outbox has no unsent jobs. */
  readonly sent: () => Promise<void>;
  readonly checkpoint: () => Promise<void>;
  /** Returns the numbers so far. Takes 11 s, because PostgreSQL's processes report their transactions only when they are idle. */
  readonly counts: () => Promise<DatabaseCounts>;
  readonly close: () => Promise<void>;
}

export interface DatabaseCounts {
  /** Number of committed transactions, including read-only ones. */
  readonly transactions: number;
  /** Number of transactions that write. PostgreSQL assigns transaction ids only to these. */
  readonly writes: number;
  readonly logBytes: number;
}

/** Milliseconds until all processes have reported their transactions: PostgreSQL's PGSTAT_IDLE_INTERVAL plus a second. */
const countsAfterMillis = 11_000;

/**
 * Connects to a test PostgreSQL and turns on the durability settings that tests turn off. PostgreSQL then flushes its log before
 * it acknowledges a commit, and writes whole pages to the log after a checkpoint.
 */
export async function watchDatabase(url: string): Promise<WatchedDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${setting} = on`);
  await client.query('select pg_reload_conf()');
  const ask = async (sql: string) =>
    Number((await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0]);
  const { rows } = await client.query('show data_directory');
  return {
    postmaster: Number.parseInt(await readFile(join(rows[0].data_directory, 'postmaster.pid'), 'utf8'), 10),
    sent: async () => {
      const waiting = 'select count(*) from outbox where coalesce(done_date_time, dead_date_time) is null';
      while ((await ask(waiting)) > 0) await pause(100);
    },
    checkpoint: async () => {
      await client.query('checkpoint');
    },
    counts: async () => {
      const writes = await ask('select pg_snapshot_xmax(pg_current_snapshot())::text');
      const logBytes = await ask("select pg_current_wal_insert_lsn() - '0/0'");
      await pause(countsAfterMillis);
      const committed = 'select xact_commit from pg_stat_database where datname = current_database()';
      return { transactions: await ask(committed), writes, logBytes };
    },
    close: () => client.end(),
  };
}
