import { type Logger, type RawBuilder, sql } from 'kysely';
import { hasFreeDisk } from '../files/disk.ts';
import { databaseMoment } from './clock.ts';
import { copyStore, type StoreCopy } from './embedded/copy-store.ts';
import { startEmbedded } from './embedded/start.ts';
import { startUpkeep } from './embedded/upkeep.ts';
import { hostsOf, takesWrites } from './hosts.ts';
import { makeIndexes, makeIndexesAlone } from './indexes.ts';
import { isMigrated, migrate } from './migrate.ts';
import { OwnerError } from './opening-error.ts';
import {
  checkSession,
  createPool,
  defaultTimeBudgetMillis,
  poolOver,
  queriesOver,
  type StoreLog,
  serverPool,
} from './pool.ts';
import { endLeases } from './queries/outbox.ts';
import { doesBoth, grantToServer, type RoleFacts, roleFacts, roleOf } from './roles.ts';
import { sharedConnection } from './shared-connection.ts';
import type { Queries, Reads } from './transactions.ts';

/** The database. PostgreSQL and the embedded store have the same interface. */
export type Database = {
  /** Queries outside a transaction. Inside one, they would wait for the embedded store's one connection until they time out. */
  readonly db: Queries;
  /** Quick single reads. On PostgreSQL, many calls share one connection for them (`sharedConnection`). */
  readonly reads: Reads;
  /** The current time by the database's clock, as part of a statement. Only this clock decides about data (`clock.ts`). */
  readonly moment: () => RawBuilder<Date>;
  readonly embedded: boolean;
  /** Returns whether the database responds and accepts writes, which a standby does not. Never rejects. */
  takesWrites(): Promise<boolean>;
  /** Returns whether the database accepts writes and has this program's tables. Never rejects. */
  ready(): Promise<boolean>;
  /** Returns whether the disk has room for writes: a full disk would damage the embedded store (F8). Never rejects. */
  hasFreeSpace(): Promise<boolean>;
  /** Copies the embedded store to a new folder, while it serves (`copyStore`). PostgreSQL has its own tools. */
  readonly copyTo: ((folder: string) => Promise<StoreCopy>) | undefined;
  /** Waits for running queries, then closes. A second call returns the first one's promise. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** A PostgreSQL URL, which may name several hosts. Without one, the embedded store in `dataDir` is opened. */
  readonly databaseUrl?: string | undefined;
  /** A URL of the same database for the owner of its tables, who runs migrations and grants the server's role its rights. */
  readonly migrateDatabaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: StoreLog;
  /** Called after every statement, in the async context that ran it. Must be quick and must not throw. */
  readonly onQuery?: Logger | undefined;
  /**
   * How long a call, or a transaction outside a call, may wait for PostgreSQL in total, in milliseconds (`time-budget.ts`). The
   * default keeps a response within 3 s wherever PostgreSQL hangs (F5). An operator's long job may set more.
   */
  readonly timeBudgetMillis?: number;
  /** Whether a connection keeps its session settings. Default true; false behind a pooler in transaction mode. */
  readonly keepsSession?: boolean;
  /** Free disk space, in bytes, below which the embedded store accepts no writes. */
  readonly minimumFreeBytes?: number;
};

const defaultMinimumFreeBytes = 256 * 1024 * 1024;

/**
 * Opens the store and brings its tables up to date.
 * @throws if PostgreSQL can't be reached, another process holds the embedded store (F10), or a migration fails
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined
    ? openEmbedded(options)
    : openPostgres(options, options.databaseUrl);
}

async function openPostgres(options: DatabaseOptions, connectionString: string): Promise<Database> {
  const { log, onQuery, timeBudgetMillis = defaultTimeBudgetMillis, keepsSession } = options;
  await migratePostgres(options, connectionString);

  const hosts = hostsOf(connectionString, timeBudgetMillis);
  const db = queriesOver(serverPool(hosts, log, { timeBudgetMillis, keepsSession }).reaching, onQuery);
  // A pooler that keeps no session may not keep the order of statements either.
  const reads =
    keepsSession === false ? db : queriesOver(sharedConnection(hosts, log, timeBudgetMillis), onQuery);
  const close = once(async () => {
    await Promise.all([db, reads].map((queries) => queries.destroy()));
  });
  /** Makes the pool try the next host if this one accepts no writes: a health probe then finds the new primary. */
  const checkWritable = async () => {
    const isWritable = await takesWrites(db);
    if (!isWritable) hosts.noteReadOnly();
    return isWritable;
  };
  // Fail at the start, and not at the first applicant's call, if a pooler refuses or ignores the session settings.
  try {
    await Promise.all([db, reads].map((queries) => sql`select 1`.execute(queries)));
    if (keepsSession !== false) await checkSession(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    reads,
    moment: databaseMoment,
    embedded: false,
    takesWrites: () => orFalse(checkWritable()),
    ready: () => orFalse(checkWritable().then((isWritable) => isWritable && isMigrated(db))),
    hasFreeSpace: async () => true,
    copyTo: undefined,
    close,
  };
}

/** Whether the owner granted the server's role its rights, whether that role can change tables too, and who they are. */
export type MigratedBy = ReturnType<typeof migratedBy>;

function migratedBy(server: RoleFacts, granted: boolean) {
  return { server: server.role, owner: server.owner, doesBoth: doesBoth(server), granted };
}

/**
 * Brings the tables on PostgreSQL up to date. If there is a URL for their owner, the owner does it and grants the server's role
 * its rights.
 * @throws OwnerError for an error of the owner's connection; otherwise the database's own error
 */
export async function migratePostgres(
  {
    migrateDatabaseUrl,
    log,
    keepsSession = true,
  }: Pick<DatabaseOptions, 'migrateDatabaseUrl' | 'log' | 'keepsSession'>,
  databaseUrl: string,
): Promise<MigratedBy> {
  if (migrateDatabaseUrl === undefined)
    return overOne(databaseUrl, { log, keepsSession }, async (db) => {
      await migrate(db);
      const facts = await roleFacts(db, await roleOf(db));
      // The lock for indexes belongs to a session, which a pooler doesn't keep: only a direct connection can make them.
      if (keepsSession && facts.owns) await makeIndexes(db);
      return migratedBy(facts, false);
    });
  const server = await overOne(databaseUrl, { log, keepsSession: false }, roleOf);
  try {
    return await overOne(migrateDatabaseUrl, { log, keepsSession: true }, async (db) => {
      await migrate(db);
      const { owns } = await roleFacts(db, server);
      if (!owns) await grantToServer(db, server);
      await makeIndexes(db);
      return migratedBy(await roleFacts(db, server), !owns);
    });
  } catch (error) {
    throw error instanceof Error ? new OwnerError(error) : error;
  }
}

/** The longest timeout that PostgreSQL accepts, in milliseconds. It overrides a shorter one that the role may have by default. */
const withoutLimit = 2 ** 31 - 1;

/**
 * Runs `work` over one connection without a deadline: a migration may take long, or wait for another node's.
 * @throws SessionNotKept if the connection goes through a pooler although `keepsSession` is true
 */
async function overOne<Value>(
  databaseUrl: string,
  { log, keepsSession }: { readonly log: StoreLog; readonly keepsSession: boolean },
  work: (db: Queries) => Promise<Value>,
): Promise<Value> {
  const hosts = hostsOf(databaseUrl, defaultTimeBudgetMillis);
  const config = {
    connectionTimeoutMillis: defaultTimeBudgetMillis,
    max: 1,
    ...(keepsSession && { statement_timeout: withoutLimit }),
  };
  const db = queriesOver(poolOver(hosts, config, log).reaching);
  try {
    if (keepsSession) await checkSession(db);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir, log, onQuery, timeBudgetMillis = defaultTimeBudgetMillis } = options;
  const { minimumFreeBytes = defaultMinimumFreeBytes } = options;
  const embedded = await startEmbedded(dataDir, log);
  // Requests queue for the one connection, so they wait longer than for PostgreSQL. The timeout also frees a transaction that
  // wrongly queries outside itself.
  const config = { ...embedded.connection, connectionTimeoutMillis: timeBudgetMillis * 4 };
  const db = queriesOver(createPool(config, log), onQuery);
  try {
    await migrate(db);
    await makeIndexesAlone(db);
    await endLeases(db);
  } catch (error) {
    await db.destroy();
    await embedded.stop();
    throw error;
  }
  const stopUpkeep = startUpkeep(db, log);
  return {
    db,
    reads: db,
    moment: databaseMoment,
    embedded: true,
    takesWrites: () => orFalse(takesWrites(db)),
    ready: () => orFalse(isMigrated(db)),
    hasFreeSpace: () => orFalse(hasFreeDisk(dataDir, minimumFreeBytes)),
    copyTo: (folder) => copyStore(db, dataDir, folder),
    close: once(async () => {
      await stopUpkeep();
      await db.destroy();
      await embedded.stop();
    }),
  };
}

/** Returns the answer, or false if it rejects. */
function orFalse(answer: Promise<boolean>): Promise<boolean> {
  return answer.catch(() => false);
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}
