/**
 * Indexes on tables that may be large when they come: made once the migrations have run, outside of a transaction, so that nobody
 * who writes waits (docs/decisions/migrations.md). Each program makes those that it declares and that are missing; until one is
 * there, what it is for only takes longer.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** An index: its name, and what follows `on`. */
export interface LateIndex {
  readonly name: string;
  readonly on: string;
}

/** All of them. One that is not used any more is dropped by a migration, a release later. */
export const lateIndexes: readonly LateIndex[] = [
  // Ordered by when a job may be taken. What was sent or given up is not in it, so taking costs the same however much that is.
  // Its condition is worded so that no other index fits a query that has it: with statistics from when nothing waited, each
  // would seem as good, and they are in another order. outbox_due stays for nodes of the build before.
  {
    name: 'outbox_waiting',
    on: 'outbox (lane, greatest(run_date_time, lease_date_time)) where coalesce(done_date_time, dead_date_time) is null',
  },
  // Whether anything is in the bucket, how much, and what is to be moved out of it.
  { name: 'document_in_bucket', on: 'document (id) where content_object is not null' },
  // Mails that lead back to a draft, or are about its address: where they are files, those of erased drafts are looked for among
  // them, and not among all that was ever sent. outbox_back, without the last kind, stays for nodes of the build before.
  { name: 'outbox_of_drafts', on: "outbox (application_id) where kind in ('code', 'link', 'replaced')" },
  // What is deleted once its time is over (D38): ended sessions, start keys that nothing was submitted with, and the foreign
  // keys that are asked then.
  { name: 'session_ended', on: 'session (end_date_time) where end_date_time is not null' },
  { name: 'start_key_unused', on: 'start_key (expire_date_time) where application_id is null' },
  { name: 'start_key_of_application', on: 'start_key (application_id) where application_id is not null' },
  { name: 'session_of_start_key', on: 'session (start_key_id) where start_key_id is not null' },
];

/** Any number, the same for all: two nodes that make indexes concurrently would wait for each other. */
const makingLock = 7_205_932;

/** Of the indexes those that are there, by name; false where the making of one has failed. */
async function validity(
  db: Kysely<Tables>,
  indexes: readonly LateIndex[],
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace and relname in (${sql.join(indexes.map(({ name }) => name))})
  `.execute(db);
  return new Map(rows.map(({ name, valid }) => [name, valid]));
}

/**
 * On PostgreSQL: makes the indexes that are missing, one after the other, and anew those whose making has failed, while others
 * go on writing. Where another node is doing so they are left to it. May be called again at any time. Throws the database's error.
 * @param db over one connection, which leads to PostgreSQL itself
 */
export async function makeIndexes(db: Kysely<Tables>, indexes = lateIndexes): Promise<void> {
  const isDone = (found: ReadonlyMap<string, boolean>) => indexes.every(({ name }) => found.get(name));
  if (isDone(await validity(db, indexes))) return;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${sql.lit(makingLock)}) as locked
  `.execute(db);
  if (!rows[0]?.locked) return;
  try {
    const found = await validity(db, indexes);
    for (const { name, on } of indexes) {
      if (found.get(name)) continue;
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
      await sql`create index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(db);
    }
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(makingLock)})`.execute(db);
  }
}

/** The same on the embedded store, where nobody else writes meanwhile. */
export async function makeIndexesAlone(db: Kysely<Tables>): Promise<void> {
  const found = await validity(db, lateIndexes);
  for (const { name, on } of lateIndexes)
    if (!found.has(name)) await sql`create index ${sql.id(name)} on ${sql.raw(on)}`.execute(db);
}
