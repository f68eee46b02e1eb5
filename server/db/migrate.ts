import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { projectRoot } from '../config/project-files.ts';
import type { Tables } from './tables.ts';

/**
 * Every migration, oldest first: the names of the files in `migrations/`. A released migration never changes; a later
 * change is a new file and a new line here.
 */
const migrations = [
  '001-first-tables',
  '002-agreement-texts',
  '003-outbox',
  '004-operator',
  '005-disarmed-documents',
  '006-sealed',
  '007-delivery-keys',
  '008-heads-exported',
  '009-approvals',
  '010-coming-back',
] as const;

/** The migrator's own tables: which migrations have run, and its lock. */
export const bookkeepingTables = ['migration', 'migration_lock'] as const;

/** Reads a migration's SQL when it runs, so that a start of a migrated database reads none. */
function migration(name: string): Migration {
  return {
    up: async (db) => {
      const text = await readFile(join(projectRoot, `server/db/migrations/${name}.sql`), 'utf8');
      await sql.raw(text).execute(db);
    },
  };
}

/**
 * Brings the database up to this program's tables: all missing migrations in one transaction, under an advisory lock,
 * so that several nodes may start at once. Does nothing when they are there already.
 *
 * @throws the database's own error; or Kysely's "corrupted migrations" when a newer version of this program has
 *   migrated the database
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => Object.fromEntries(migrations.map((name) => [name, migration(name)])),
    },
    migrationTableName: bookkeepingTables[0],
    migrationLockTableName: bookkeepingTables[1],
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Whether the newest migration of this program has run. Rejects when the database cannot be asked. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select 1 from migration where name = ${migrations.at(-1)}`.execute(db);
  return rows.length > 0;
}
