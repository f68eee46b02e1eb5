import { sql } from 'kysely';
import { periodically } from '../../processes/periodically.ts';
import type { StoreLog } from '../pool.ts';
import type { Queries } from '../transactions.ts';

const everyMillis = 30_000;
const checkpointAfterBytes = 16 * 1024 * 1024;

/** Runs `upkeep` every 30 s until the returned `stop` is called. Logs failures. */
export function startUpkeep(db: Queries, log: StoreLog) {
  return periodically(everyMillis, () =>
    upkeep(db).catch((error: unknown) => log.warn({ err: error }, 'Upkeep of the store failed')),
  );
}

/** Makes a checkpoint after 16 MiB of write-ahead log, and vacuums tables. PGlite has no background processes that do this. */
export async function upkeep(db: Queries): Promise<void> {
  if ((await logBytesSinceCheckpoint(db)) >= checkpointAfterBytes) await sql`checkpoint`.execute(db);
  for (const table of await tablesToVacuum(db)) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}

/** Returns how many bytes of write-ahead log PGlite would have to replay if it restarted now. */
export async function logBytesSinceCheckpoint(db: Queries): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_insert_lsn() - redo_lsn)::bigint as bytes from pg_control_checkpoint()
  `.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Returns the tables with more dead rows than autovacuum's default threshold: 50 plus a fifth of the number of live rows. */
async function tablesToVacuum(db: Queries): Promise<string[]> {
  // Update the statistics, because PGlite doesn't update them by itself.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_stat_user_tables where n_dead_tup > 50 + 0.2 * n_live_tup
  `.execute(db);
  return rows.map((row) => row.relname);
}
