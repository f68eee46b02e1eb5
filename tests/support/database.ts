/**
 * Opens real, empty databases for tests, on the embedded store or PostgreSQL. Works only under Vitest: see `database-setup.ts`.
 */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../../server/db/database.ts';
import type { SharedStores } from './database-setup.ts';
import { emptiedStores, schemaOf } from './emptied-stores.ts';
import { copyFolder, removeFolder } from './folders.ts';
import { give, outlivingFile, takeBack } from './left-behind.ts';
import { triesAll } from './rounds.ts';

export type TestDatabase = Database & {
  /**
   * A data folder for this store alone, which also holds the test's keys and deliveries. `close` removes or empties the folder.
   */
  readonly dataDir: string;
  /**
   * The URL of the database; undefined for the embedded store. Another process can open the database with the URL and `dataDir`.
   */
  readonly databaseUrl?: string;
  /** Empties the store and puts it into the pool for other tests. If this is not possible, closes the store. */
  close(): Promise<void>;
  /** Closes the store and opens it again, as a restart does. Afterwards, use only the returned database. */
  reopen(): Promise<TestDatabase>;
};

/** Options for opening the database. If any option is set, the store is new, and no other test gets it. */
export type TestDatabaseOptions = Partial<
  Pick<DatabaseOptions, 'log' | 'timeBudgetMillis' | 'minimumFreeBytes'>
> & {
  /** Set to false in tests that inspect the store's files, close the store, or change rows that a server writes at its start. */
  readonly isShared?: false;
};

/** A kind of store to run tests on. `name` is for the test's title. */
export type TestStore = {
  readonly name: 'embedded' | 'PostgreSQL';
  open(options?: TestDatabaseOptions): Promise<TestDatabase>;
};

const embeddedStore: TestStore = { name: 'embedded', open: openTestDatabase };
const postgresStore: TestStore = { name: 'PostgreSQL', open: openTestPostgres };

/**
 * Returns the stores that work on this machine: the embedded store, and PostgreSQL if it is installed and starts. If PostgreSQL
 * does not work, prints the reason once. Meant for tests of differences between the stores.
 */
export async function allStores(): Promise<readonly TestStore[]> {
  const { reason } = await ask('GET /postgres');
  return reason === undefined ? [embeddedStore, postgresStore] : [embeddedStore];
}

/**
 * Returns the stores for tests that expect the same results on both stores: PostgreSQL if it works on this machine, and the
 * embedded store otherwise. `npm run test:all` uses both. A test that does not choose a store runs on the embedded store.
 *
 * `describe.each(await testStores())('POST /application on $name', ({ open }) => …)`
 */
export async function testStores(): Promise<readonly TestStore[]> {
  const all = await allStores();
  return triesAll ? all : all.slice(-1);
}

const emptied = { embedded: emptiedStores(), PostgreSQL: emptiedStores() };

/** Opens an empty, migrated embedded store in a separate folder. The test must close it. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return emptiedOr('embedded', options, async () => openIn(await freshDataDir(), options));
}

/**
 * Creates a folder with an empty, migrated embedded store, for a test that opens the store in another process. The folder is
 * removed when the test run ends.
 */
export async function freshDataDir(): Promise<string> {
  const { dataDir: template } = await ask('GET /embedded');
  const dataDir = await freshFolder();
  await copyFolder(join(template, 'database'), join(dataDir, 'database'));
  return dataDir;
}

/** Creates an empty temporary folder, which is removed when the test run ends. */
export async function freshFolder(): Promise<string> {
  return mkdtemp(join(inject('testFolder'), 'data-'));
}

async function openTestPostgres(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return emptiedOr('PostgreSQL', options, async () => {
    const { databaseUrl } = await ask('POST /postgres');
    return openIn(await freshFolder(), options, databaseUrl);
  });
}

/**
 * Returns an emptied store from the pool, or a new store if the pool is empty. With options, the store is always new and is not
 * reused.
 */
async function emptiedOr(
  name: TestStore['name'],
  options: TestDatabaseOptions,
  openNew: () => Promise<TestDatabase>,
): Promise<TestDatabase> {
  if (Object.keys(options).length > 0) return openNew();
  const kept = emptied[name].take();
  const database = kept?.database ?? (await outlivingFile(openNew));
  const schema = kept?.schema ?? (await schemaOf(database));
  let closing: Promise<void> | undefined;
  const lent: TestDatabase = {
    ...database,
    close: () => {
      takeBack(lent);
      closing ??= emptied[name]
        .keep({ database, schema })
        .then((isKept) => (isKept ? undefined : database.close()));
      return closing;
    },
    reopen: () => {
      takeBack(lent);
      return database.reopen();
    },
  };
  give(lent, `an open ${name} store`);
  return lent;
}

async function openIn(
  dataDir: string,
  options: TestDatabaseOptions,
  databaseUrl?: string,
): Promise<TestDatabase> {
  const { isShared: _, ...rest } = options;
  const database = await openDatabase({ log: pino({ level: 'silent' }), ...rest, dataDir, databaseUrl });
  const opened: TestDatabase = {
    ...database,
    dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    close: async () => {
      takeBack(opened);
      await database.close();
      await removeFolder(dataDir);
    },
    reopen: async () => {
      takeBack(opened);
      await database.close();
      return openIn(dataDir, options, databaseUrl);
    },
  };
  give(opened, `an open store in ${dataDir}`);
  return opened;
}

async function ask<Call extends keyof SharedStores>(call: Call): Promise<SharedStores[Call]> {
  const [method, path] = call.split(' ');
  const response = await fetch(`${inject('testDatabases')}${path}`, { method: method ?? 'GET' });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as SharedStores[Call];
}
