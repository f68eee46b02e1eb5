/** For benches: a PostgreSQL as operators have it, and what it says of what it did. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface WatchedDatabase {
  /** The process that all others of PostgreSQL are children of. */
  readonly postmaster: number;
  /** Resolves once the outbox holds nothing that is still to be sent. */
  readonly sent: () => Promise<void>;
  readonly checkpoint: () => Promise<void>;
  /** Counts so far. Takes some seconds: PostgreSQL’s processes tell what they have counted once they rest. */
  readonly counts: () => Promise<DatabaseCounts>;
  readonly close: () => Promise<void>;
}

export interface DatabaseCounts {
  /** Those that only read among them. */
  readonly transactions: number;
  /** Those that write: the others are given no id. */
  readonly writes: number;
  readonly logBytes: number;
}

/** PostgreSQL’s PGSTAT_IDLE_INTERVAL, and a second. */
const countsAfterMillis = 11_000;

/**
 * Connects, and has a PostgreSQL of the tests flush its log before it acknowledges, and write whole pages to it after a
 * checkpoint, as it does unless it is told not to.
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
