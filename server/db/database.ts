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

/** An open database. PostgreSQL and the embedded store have the same interface. */
export type Database = {
  /** Runs queries outside any transaction. Don't use it in a transaction: on the embedded store, the query would time out. */
  readonly db: Queries;
  /** Runs quick reads. On PostgreSQL, all quick reads share a connection (`sharedConnection`), unless `keepsSession` is false. */
  readonly reads: Reads;
  /** Returns an SQL expression for the database's current time, the only clock for decisions about data (`clock.ts`). */
  readonly moment: () => RawBuilder<Date>;
  readonly embedded: boolean;
  /** Returns whether the database responds and accepts writes. A standby responds but accepts no writes. Never rejects. */
  takesWrites(): Promise<boolean>;
  /** Returns whether the database accepts writes and this release's newest migration has run. Never rejects. */
  ready(): Promise<boolean>;
  /** Returns whether the embedded store's disk has room for writes (F8). Always true for PostgreSQL. Never rejects. */
  hasFreeSpace(): Promise<boolean>;
  /** Copies the embedded store to a new folder while the server runs (`copyStore`). Undefined for PostgreSQL. */
  readonly copyTo: ((folder: string) => Promise<StoreCopy>) | undefined;
  /** Waits for running queries, then closes the database. A second call returns the first call's promise. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** A PostgreSQL URL, which may contain several hosts. Without a URL, `openDatabase` opens the embedded store in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /**
   * A second URL of the same database, for the role that owns the tables. This role migrates the tables and grants the server's
   * role its rights.
   */
  readonly migrateDatabaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: StoreLog;
  /** Called after every statement, in the async context that ran it. Must be quick and must not throw. */
  readonly onQuery?: Logger | undefined;
  /**
   * Milliseconds that an API call may wait for PostgreSQL in total (`time-budget.ts`). Outside a call, each transaction or single
   * statement may wait this long. With the default, clients get a response within 3 s even if PostgreSQL hangs (F5).
   */
  readonly timeBudgetMillis?: number;
  /** Whether a connection keeps its session settings, by default true. Must be false behind a pooler in transaction mode. */
  readonly keepsSession?: boolean;
  /** The free disk space, in bytes, below which the embedded store accepts no writes. */
  readonly minimumFreeBytes?: number;
};

const defaultMinimumFreeBytes = 256 * 1024 * 1024;

/** Opens the store and migrates its tables. Throws if the store is unreachable or locked (F10), or if a migration fails. */
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
  // A pooler that doesn't keep sessions may reorder the statements of a connection, so reads can't share a connection then.
  const reads =
    keepsSession === false ? db : queriesOver(sharedConnection(hosts, log, timeBudgetMillis), onQuery);
  const close = once(async () => {
    await Promise.all([db, reads].map((queries) => queries.destroy()));
  });
  /** Returns whether the current host accepts writes. If not, closes the connections to it, so the pool tries the other hosts. */
  const checkWritable = async () => {
    const isWritable = await takesWrites(db);
    if (!isWritable) hosts.noteReadOnly();
    return isWritable;
  };
  // If a pooler refuses or ignores the session settings, fail now instead of at the first applicant's call.
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

/**
 * A migration's result. `doesBoth`: whether the server's role can also change tables or evidence. `granted`: whether the tables'
 * owner has just granted the server's role its rights.
 */
export type MigratedBy = ReturnType<typeof migratedBy>;

function migratedBy(server: RoleFacts, granted: boolean) {
  return { server: server.role, owner: server.owner, doesBoth: doesBoth(server), granted };
}

/**
 * Migrates the tables on PostgreSQL and builds missing indexes. With `migrateDatabaseUrl`, connects as the tables' owner, and
 * also grants the server's role its rights if that role isn't the owner. Throws OwnerError if anything fails on the owner's
 * connection.
 */
export async function migratePostgres(
  options: Pick<DatabaseOptions, 'migrateDatabaseUrl' | 'log' | 'keepsSession'>,
  databaseUrl: string,
): Promise<MigratedBy> {
  const { migrateDatabaseUrl, log, keepsSession = true } = options;
  if (migrateDatabaseUrl === undefined)
    return overOne(databaseUrl, { log, keepsSession }, async (db) => {
      await migrate(db);
      const facts = await roleFacts(db, await roleOf(db));
      // Only the tables' owner can build indexes, and only over a direct connection, which keeps a session-level lock.
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

/** The longest timeout that PostgreSQL accepts, in milliseconds. Setting it overrides a shorter default of the role. */
const withoutLimit = 2 ** 31 - 1;

/**
 * Runs `work` over one connection. If `keepsSession` is true, turns off the statement timeout, because a migration can take
 * long. Throws SessionNotKept if a pooler dropped this session setting.
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
  // All requests queue for the only connection, so they may wait four times as long as for PostgreSQL. If code in a transaction
  // wrongly runs a query on `db`, the query waits for the transaction's own connection. This timeout ends that deadlock.
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
  const upkeep = startUpkeep(db, log);
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
      await upkeep.stop();
      await db.destroy();
      await embedded.stop();
    }),
  };
}

/** Returns the promised value, or false if the promise rejects. */
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
