/**
 * Indexes on tables that may be large when the index is added. They are built after the migrations, outside a transaction, so
 * that no write waits (docs/decisions/migrations.md).
 */
import { sql } from 'kysely';
import type { Queries } from './transactions.ts';

/** An index: its name, and its definition after `on`. */
export interface LateIndex {
  readonly name: string;
  readonly on: string;
}

/** All late indexes. A migration one release later drops an index that is no longer used. */
export const lateIndexes: readonly LateIndex[] = [
  // Orders unfinished jobs by when they may run, so claiming one costs the same however many are finished. The wording of its
  // condition fits no other index: with statistics from an empty queue, the planner could otherwise choose one in the wrong
  // order. Nodes of the previous build still use outbox_due.
  {
    name: 'outbox_waiting',
    on: 'outbox (lane, greatest(run_date_time, lease_date_time)) where coalesce(done_date_time, dead_date_time) is null',
  },
  // Finds the documents in the bucket: whether any, how many, and those to move out of it.
  { name: 'document_in_bucket', on: 'document (id) where content_object is not null' },
  // Finds the mails about a draft or its resume address, to delete their files once it is erased. Nodes of the previous build
  // still use outbox_back, which lacks the last kind.
  { name: 'outbox_of_drafts', on: "outbox (application_id) where kind in ('code', 'link', 'replaced')" },
  // Finds rows to delete after retention (D38): ended sessions and unused start keys, and the foreign keys that a deletion
  // checks.
  { name: 'session_ended', on: 'session (end_date_time) where end_date_time is not null' },
  { name: 'start_key_unused', on: 'start_key (expire_date_time) where application_id is null' },
  { name: 'start_key_of_application', on: 'start_key (application_id) where application_id is not null' },
  { name: 'session_of_start_key', on: 'session (start_key_id) where start_key_id is not null' },
];

/** An arbitrary constant, the same for all nodes: two nodes that build indexes concurrently would wait for each other. */
const makingLock = 7_205_932;

/** Returns the indexes that don't exist, or whose build failed. */
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
 * Builds missing indexes on PostgreSQL one after the other while others write, and rebuilds those whose build failed. Does
 * nothing while another node builds them. Safe to repeat. Throws the database's error.
 * @param db queries over one direct connection to PostgreSQL
 */
export async function makeIndexes(db: Queries, indexes = lateIndexes): Promise<void> {
  if ((await missing(db, indexes)).length === 0) return;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${sql.lit(makingLock)}) as locked
  `.execute(db);
  if (!rows[0]?.locked) return;
  try {
    for (const { name, on } of await missing(db, indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
      await sql`create index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(db);
    }
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(makingLock)})`.execute(db);
  }
}

/** Builds missing indexes on the embedded store, where nothing else writes meanwhile. */
export async function makeIndexesAlone(db: Queries): Promise<void> {
  for (const { name, on } of await missing(db, lateIndexes))
    await sql`create index if not exists ${sql.id(name)} on ${sql.raw(on)}`.execute(db);
}
