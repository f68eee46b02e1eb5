/** Real, empty databases for tests, on both stores. Works only under Vitest: see `database-setup.ts`. */
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
  /** A separate data folder, removed by `close`; also for keys and deliveries of the test. */
  readonly dataDir: string;
  /** Set on PostgreSQL; with `dataDir` it is everything that another process needs to open the database. */
  readonly databaseUrl?: string;
  /** Returns the store; the next test may get the same store, emptied. */
  close(): Promise<void>;
  /** Closes the store and opens it again, as a restart does. Use only the returned database afterwards. */
  reopen(): Promise<TestDatabase>;
};

/** Options for opening the database. With any of them, no other test gets the same store. */
export type TestDatabaseOptions = Partial<
  Pick<DatabaseOptions, 'log' | 'timeBudgetMillis' | 'minimumFreeBytes'>
> & {
  /** For a test that inspects the store itself, or its end. */
  readonly isShared?: false;
};

/** A store to run tests on; `name` is for the title. */
export type TestStore = {
  readonly name: 'embedded' | 'PostgreSQL';
  open(options?: TestDatabaseOptions): Promise<TestDatabase>;
};

const embeddedStore: TestStore = { name: 'embedded', open: openTestDatabase };
const postgresStore: TestStore = { name: 'PostgreSQL', open: openTestPostgres };

/**
 * Returns the stores of this machine: always the embedded one, and PostgreSQL if it is installed and a private cluster starts.
 * Otherwise the reason is printed once. For tests of differences between the stores.
 */
export async function allStores(): Promise<readonly TestStore[]> {
  const { reason } = await ask('GET /postgres');
  return reason === undefined ? [embeddedStore, postgresStore] : [embeddedStore];
}

/**
 * Returns the stores for tests that are alike on both: PostgreSQL if this machine has it, and both in `npm run test:all`. A test
 * that asks for no store runs on the embedded one.
 *
 * `describe.each(await testStores())('POST /application on $name', ({ open }) => …)`
 */
export async function testStores(): Promise<readonly TestStore[]> {
  const all = await allStores();
  return triesAll ? all : all.slice(-1);
}

const emptied = { embedded: emptiedStores(), PostgreSQL: emptiedStores() };

/** Opens an empty, migrated embedded store in a separate folder. Close it at the end of the test. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return emptiedOr('embedded', options, async () => openIn(await freshDataDir(), options));
}

/** Creates the folder of an empty, migrated store for a test that opens it in another process. Removed when the test run ends. */
export async function freshDataDir(): Promise<string> {
  const { dataDir: template } = await ask('GET /embedded');
  const dataDir = await freshFolder();
  await copyFolder(join(template, 'database'), join(dataDir, 'database'));
  return dataDir;
}

/** Creates an empty temporary folder. Removed when the test run ends. */
export async function freshFolder(): Promise<string> {
  return mkdtemp(join(inject('testFolder'), 'data-'));
}

async function openTestPostgres(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return emptiedOr('PostgreSQL', options, async () => {
    const { databaseUrl } = await ask('POST /postgres');
    return openIn(await freshFolder(), options, databaseUrl);
  });
}

/** Returns a store that another test has closed, or a new one. With options, always returns a new store, which is not kept. */
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
