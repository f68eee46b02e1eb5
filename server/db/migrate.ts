import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { dataFile } from '../files/project-files.ts';
import type { Queries } from './transactions.ts';

/**
 * A migration. `name`: the name of its SQL file without `.sql`. After this migration has run, an older release still works only
 * if it has the migration `worksWith`. If `worksWith` is undefined, no older release works.
 */
interface DeclaredMigration {
  readonly name: string;
  readonly worksWith?: string;
}

/** All migrations, oldest first. A released migration never changes (docs/decisions/migrations.md). */
const migrations: readonly DeclaredMigration[] = [
  { name: '001-first-tables' },
  { name: '002-agreement-texts' },
  { name: '003-outbox' },
  { name: '004-operator' },
  { name: '005-disarmed-documents' },
  { name: '006-sealed' },
  { name: '007-delivery-keys' },
  { name: '008-heads-exported' },
  { name: '009-approvals' },
  { name: '010-coming-back' },
  { name: '011-builds-side-by-side', worksWith: '010-coming-back' },
  { name: '012-outbox-lanes', worksWith: '010-coming-back' },
  // A release without this migration treats a document as broken if the document's row has no bytes.
  { name: '013-documents-in-a-bucket', worksWith: '013-documents-in-a-bucket' },
  { name: '014-retention', worksWith: '010-coming-back' },
  { name: '015-replaced-addresses', worksWith: '010-coming-back' },
];

/** The tables that record which migrations have run, the migrator's lock, and each migration's oldest compatible release. */
export const bookkeepingTables = ['migration', 'migration_lock', 'migration_floor'] as const;

/** Thrown if a newer release has changed the tables in a way that this release can't work with. */
export class TablesTooNew extends Error {
  override readonly name = 'TablesTooNew';

  constructor(incompatible: readonly string[]) {
    super(`Migrations of a newer program have run: ${incompatible.join(', ')}`);
  }
}

/** Returns a migration in Kysely's format. Reads the SQL file only when the migration runs. */
function migration({ name, worksWith }: DeclaredMigration): Migration {
  return {
    up: async (db) => {
      const text = await readFile(dataFile(`server/db/migrations/${name}.sql`), 'utf8');
      await sql.raw(text).execute(db);
      if (worksWith !== undefined)
        await sql`insert into migration_floor (name, works_with) values (${name}, ${worksWith})`.execute(db);
    },
  };
}

const names = migrations.map(({ name }) => name);

/** Returns the migrations that newer releases have run. Throws TablesTooNew if this release can't work with one of them. */
async function newerMigrations(db: Queries): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ run: string | null; floor: string | null }>`
    select to_regclass('migration')::text as run, to_regclass('migration_floor')::text as floor
  `.execute(db);
  if (tables[0]?.run == null) return [];
  const { rows: run } = await sql<{ name: string }>`select name from migration order by name`.execute(db);
  const newer = run.map(({ name }) => name).filter((name) => !names.includes(name));
  if (newer.length === 0) return [];
  if (tables[0].floor === null) throw new TablesTooNew(newer);
  const { rows: floors } = await sql<{ name: string }>`
    select name from migration_floor where works_with in (${sql.join(names)})
  `.execute(db);
  const canWorkWith = new Set(floors.map(({ name }) => name));
  const tooNew = newer.filter((name) => !canWorkWith.has(name));
  if (tooNew.length > 0) throw new TablesTooNew(tooNew);
  return newer;
}

/**
 * Runs all missing migrations in one transaction under an advisory lock. Accepts migrations of newer, compatible releases. Throws
 * TablesTooNew if a newer release has made incompatible changes.
 */
export async function migrate(db: Queries): Promise<void> {
  const newer = await newerMigrations(db);
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        ...Object.fromEntries(migrations.map((one) => [one.name, migration(one)])),
        // Kysely needs a function for every migration that has run, so migrations of newer releases get an empty function.
        ...Object.fromEntries(newer.map((name) => [name, { up: async () => undefined }])),
      }),
    },
    migrationTableName: bookkeepingTables[0],
    migrationLockTableName: bookkeepingTables[1],
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  // If a node of a newer release has run its migrations in the meantime, start over.
  if ((await newerMigrations(db)).length > newer.length) return migrate(db);
  throw error;
}

/** Returns whether this release's newest migration has run. Rejects if the query fails. */
export async function isMigrated(db: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from migration where name = ${names.at(-1)}`.execute(db);
  return rows.length > 0;
}
