/** For benches: a PostgreSQL configured as operators run it, and its own counts of what it did. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface WatchedDatabase {
  /** The parent process of all PostgreSQL processes. */
  readonly postmaster: number;
  /** Resolves once the outbox has no job left to send. */
  readonly sent: () => Promise<void>;
  readonly checkpoint: () => Promise<void>;
  /** Returns the counts so far. Takes some seconds: PostgreSQL’s processes report their counts when they are idle. */
  readonly counts: () => Promise<DatabaseCounts>;
  readonly close: () => Promise<void>;
}

export interface DatabaseCounts {
  /** Number of all transactions, read-only ones included. */
  readonly transactions: number;
  /** Number of writing transactions: only these get an id. */
  readonly writes: number;
  readonly logBytes: number;
}

/** PostgreSQL’s PGSTAT_IDLE_INTERVAL, plus a second. */
const countsAfterMillis = 11_000;

/**
 * Connects, and makes a test PostgreSQL flush its log before it acknowledges, and write whole pages to the log after a
 * checkpoint, as PostgreSQL does by default.
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
