/**
 * Empties stores that a test has closed, for the next test of the same process. Copying and opening the embedded store takes most
 * of a second of CPU time. Emptying the store takes a thirtieth of that.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestDatabase } from './database.ts';
import { notice } from './left-behind.ts';

export interface OpenStore {
  readonly database: TestDatabase;
  /** The definitions of tables and triggers when the store was opened, from `schemaOf`. */
  readonly schema: string;
}

/** Maximum number of stores that stay open for reuse. Each embedded store takes about 150 MB of memory. */
const kept = 2;

/** Names of the embedded store's own files in the data folder. */
export const filesOfTheStore: readonly string[] = ['database', 'database.lock'];

/**
 * Returns as text the names and types of all columns, and the names and states of all triggers. If a test has changed a store's
 * schema, the store is not reused.
 */
export async function schemaOf({ db }: Pick<TestDatabase, 'db'>): Promise<string> {
  const { rows } = await sql<{ part: string }>`
    select concat_ws(' ', table_name, column_name, data_type) as part
    from information_schema.columns where table_schema = 'public'
    union all
    select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    order by part
  `.execute(db);
  return rows.map(({ part }) => part).join('\n');
}

/** Returns a pool of emptied stores of one kind, from which tests take stores. */
export function emptiedStores() {
  const stores: OpenStore[] = [];
  return {
    take: (): OpenStore | undefined => stores.pop(),
    /**
     * Empties a store and puts it into the pool. Resolves to false if the pool is full or emptying failed. The caller must then
     * close the store.
     */
    keep: async (store: OpenStore): Promise<boolean> => {
      try {
        await empty(store);
      } catch {
        return false;
      }
      if (stores.length >= kept) return false;
      stores.push(store);
      return true;
    },
  };
}

/** Maximum number of connections in a node's pool. */
const mostConnections = 10;

/**
 * Makes the test file fail if a test has changed settings of an open connection or of the whole database, because the changed
 * settings would affect the next test.
 */
export async function noticeSettings({ db }: Pick<TestDatabase, 'db'>): Promise<void> {
  const { rows: open } = await sql`
    select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
  `.execute(db);
  const count = Math.min(Math.max(open.length, 1), mostConnections);
  const all = Promise.withResolvers<void>();
  let held = 0;
  // Each check keeps its connection until all checks have one, so that every connection of the pool is checked.
  const checks = Array.from({ length: count }, () =>
    db.connection().execute(async (connection) => {
      held += 1;
      if (held === count) all.resolve();
      await all.promise;
      const { rows } = await sql<{ name: string }>`
        select name from pg_settings where source in ('session', 'database', 'user', 'database user')
      `.execute(connection);
      return rows.map(({ name }) => name);
    }),
  );
  const settings = new Set((await Promise.all(checks)).flat());
  if (settings.size > 0) notice(`settings of the database: ${[...settings].join()}`);
}

/** Makes the test file fail, and throws, if a test has changed the schema since `schemaOf` returned `before`. */
export async function noticeSchema(database: Pick<TestDatabase, 'db'>, before: string): Promise<void> {
  const now = await schemaOf(database);
  if (now === before) return;
  const [was, is] = [before.split('\n'), now.split('\n')];
  const changed = [...was.filter((part) => !is.includes(part)), ...is.filter((part) => !was.includes(part))];
  notice(`tables or triggers: ${changed.join()}`);
  throw new Error('A test has changed the tables.');
}

async function empty({ database, schema }: OpenStore): Promise<void> {
  await noticeSettings(database);
  await noticeSchema(database, schema);
  await emptyTables(database);
  for (const name of await readdir(database.dataDir))
    if (!filesOfTheStore.includes(name)) await rm(join(database.dataDir, name), { recursive: true });
}

/**
 * Deletes all rows, except in the `lasting` tables and the tables of the migrations, and frees their space. New rows are then
 * stored in insertion order, which tests may rely on. TRUNCATE would do the same, but creates new files for each table and index.
 */
export async function emptyTables(
  { db }: Pick<TestDatabase, 'db'>,
  lasting: readonly string[] = [],
): Promise<void> {
  const all = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'migration%'
  `.execute(db);
  const names = all.rows.map(({ name }) => name).filter((name) => !lasting.includes(name));
  const deletions = names.map((name) => sql`${sql.ref(`of_${name}`)} as (delete from ${sql.table(name)})`);
  await db.transaction().execute(async (tx) => {
    // Disables the triggers that protect append-only tables.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`with ${sql.join(deletions)} select`.execute(tx);
  });
  await sql`vacuum ${sql.join(names.map((name) => sql.table(name)))}`.execute(db);
}
