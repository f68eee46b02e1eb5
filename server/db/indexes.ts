/** Indexes on tables that may be large already. They are built without blocking writes (docs/decisions/migrations.md). */
import { sql } from 'kysely';
import { advisoryLocks } from './advisory-locks.ts';
import type { Queries } from './transactions.ts';

/** An index. `on` is the part of its definition after the word `on`. */
export interface LateIndex {
  readonly name: string;
  readonly on: string;
}

/** All indexes that are built after migrations. To remove one, delete it here, and drop it in a migration one release later. */
export const lateIndexes: readonly LateIndex[] = [
  // Sorts unfinished jobs by when they may run. No other index may have a `where` condition with the same wording. Otherwise, the
  // planner could choose the other index, which sorts differently. Nodes of the previous build still use the index outbox_due.
  {
    name: 'outbox_waiting',
    on: 'outbox (lane, greatest(run_date_time, lease_date_time)) where coalesce(done_date_time, dead_date_time) is null',
  },
  // Finds out at startup whether any document is in the bucket.
  { name: 'document_in_bucket', on: 'document (id) where content_object is not null' },
  // Finds an erased application's emails about resuming, to delete the emails' files. Nodes of the previous build still use the
  // index outbox_back.
  { name: 'outbox_of_drafts', on: "outbox (application_id) where kind in ('code', 'link', 'replaced')" },
  // The next four indexes find the ended sessions and unused start keys to delete (D38), and speed up foreign key checks.
  { name: 'session_ended', on: 'session (end_date_time) where end_date_time is not null' },
  { name: 'start_key_unused', on: 'start_key (expire_date_time) where application_id is null' },
  { name: 'start_key_of_application', on: 'start_key (application_id) where application_id is not null' },
  { name: 'session_of_start_key', on: 'session (start_key_id) where start_key_id is not null' },
];

/** Returns the indexes that don't exist yet or whose build failed. */
async function missing(db: Queries, indexes: readonly LateIndex[]): Promise<readonly LateIndex[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisvalid and relnamespace = current_schema()::regnamespace
      and relname in (${sql.join(indexes.map(({ name }) => name))})
  `.execute(db);
  const found = new Set(rows.map(({ name }) => name));
  return indexes.filter(({ name }) => !found.has(name));
}

/**
 * Builds missing indexes on PostgreSQL without blocking writes, and rebuilds those whose build failed. Does nothing while another
 * node builds indexes. `db` must use one direct connection.
 */
export async function makeIndexes(db: Queries, indexes = lateIndexes): Promise<void> {
  if ((await missing(db, indexes)).length === 0) return;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${sql.lit(advisoryLocks.indexes)}) as locked
  `.execute(db);
  if (!rows[0]?.locked) return;
  try {
    for (const { name, on } of await missing(db, indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
      await sql`create index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(db);
    }
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(advisoryLocks.indexes)})`.execute(db);
  }
}

/** Builds missing indexes on the embedded store. Call it at startup, when nothing else writes to the store. */
export async function makeIndexesAlone(db: Queries): Promise<void> {
  for (const { name, on } of await missing(db, lateIndexes))
    await sql`create index if not exists ${sql.id(name)} on ${sql.raw(on)}`.execute(db);
}
