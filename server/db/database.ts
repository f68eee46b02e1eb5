import { Kysely, type Logger, PostgresDialect, type PostgresPool, type RawBuilder, sql } from 'kysely';
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
  type StoreLog,
  serverPool,
} from './pool.ts';
import { endLeases } from './queries/outbox.ts';
import { doesBoth, grantToServer, roleFacts, roleOf } from './roles.ts';
import { sharedConnection } from './shared-connection.ts';
import type { Tables } from './tables.ts';
import type { Reads } from './transactions.ts';

/** The database, used the same way whether it is PostgreSQL or the embedded store. */
export type Database = {
  /**
   * Queries outside a transaction. Inside one, use only the transaction, never this: the embedded store has one
   * connection, so the outer query would wait for the transaction that waits for it, until it times out.
   */
  readonly db: Kysely<Tables>;
  /** Reads that stand alone and are quick: those of many calls share a connection where they can (`sharedConnection`). */
  readonly reads: Reads;
  /**
   * This moment by the database's clock, as part of a statement: the only clock that decides about data (`clock.ts`).
   */
  readonly moment: () => RawBuilder<Date>;
  readonly embedded: boolean;
  /** Whether the database answers and takes writes, which a standby does not. Never rejects. */
  takesWrites(): Promise<boolean>;
  /** The same, and whether it has this program's tables. Never rejects. */
  ready(): Promise<boolean>;
  /**
   * Whether the embedded store may take writes: it must never meet a full disk (F8), nor one that cannot be asked. PostgreSQL:
   * always true. Never rejects.
   */
  hasRoom(): Promise<boolean>;
  /**
   * Copies the embedded store as it is at one moment to a folder that does not exist yet, while it serves; see
   * `copyStore`. Undefined on PostgreSQL, which has tools of its own.
   */
  readonly copyTo: ((folder: string) => Promise<StoreCopy>) | undefined;
  /** Waits for what is running, then closes. A second call is the same as the first. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** A PostgreSQL URL, of several hosts perhaps; without one the embedded store in `dataDir` is opened. */
  readonly databaseUrl?: string | undefined;
  /** The same database as the owner of its tables: migrations run over it, and grant the other role what it needs. */
  readonly migrateDatabaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: StoreLog;
  /** Called after every statement, in the async context that ran it. Must be quick and not throw. */
  readonly onQuery?: Logger | undefined;
  /**
   * How long a call, or a transaction outside of one, may wait for PostgreSQL in all, in milliseconds: for a connection, and for
   * what is asked over it (`patience.ts`). The default keeps a response within 3 s wherever PostgreSQL is stuck (F5); an
   * operator's long job may set more.
   */
  readonly timeBudgetMillis?: number;
  /** Whether a connection keeps what is set on it; true by default, false behind a pooler in transaction mode. */
  readonly keepsSession?: boolean;
  /** Free disk, in bytes, below which the embedded store has no room. */
  readonly minimumFreeBytes?: number;
};

const defaultMinimumFreeBytes = 256 * 1024 * 1024;

/**
 * Opens the store and brings its tables up to date.
 *
 * @throws when PostgreSQL cannot be reached, when another process holds the embedded store (F10), or when a migration
 *   fails; nothing stays open then
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined
    ? openEmbedded(options)
    : openPostgres(options, options.databaseUrl);
}

async function openPostgres(options: DatabaseOptions, connectionString: string): Promise<Database> {
  const { log, onQuery, timeBudgetMillis = defaultTimeBudgetMillis } = options;
  await migratePostgres(options, connectionString);

  const { keepsSession } = options;
  const hosts = hostsOf(connectionString, timeBudgetMillis);
  const db = queriesOver(serverPool(hosts, log, { timeBudgetMillis, keepsSession }).reaching, onQuery);
  // A pooler in between that keeps no session may not keep the order of statements either.
  const reads =
    keepsSession === false ? db : queriesOver(sharedConnection(hosts, log, timeBudgetMillis), onQuery);
  const close = once(async () => {
    await Promise.all([db, reads].map((queries) => queries.destroy()));
  });
  /** Looks for another host where this one takes no writes, so that a probe finds the new one even if nobody writes. */
  const asked = async () => {
    const isWritable = await takesWrites(db);
    if (!isWritable) hosts.noteReadOnly();
    return isWritable;
  };
  // A pooler that refuses or ignores how the node connects must not be found out by the first applicant.
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
    takesWrites: () => holds(asked()),
    ready: () => holds(asked().then((isWritable) => isWritable && isMigrated(db))),
    hasRoom: async () => true,
    copyTo: undefined,
    close,
  };
}

/** Which roles there are on PostgreSQL once its tables are up to date. */
export interface MigratedBy {
  /** The role of `databaseUrl`. */
  readonly server: string;
  /** The role that owns the tables. */
  readonly owner: string;
  /** Whether the server's role can change tables, triggers or evidence, as the doctor says too. */
  readonly doesBoth: boolean;
  /** Whether the owner has granted the server's role what it needs: not where it may do everything by itself. */
  readonly granted: boolean;
}

/**
 * Brings the tables on PostgreSQL up to date: as their owner, where there is a URL for it, who then grants the server's
 * role its rights.
 *
 * @throws OwnerError for the owner's connection and what is done over it; else the database's own error
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
    return overOne({ databaseUrl, log, keepsSession }, async (db) => {
      await migrate(db);
      const role = await roleOf(db);
      // Their lock is a session's: behind a pooler they are made over the owner's direct connection, or not at all.
      const facts = await roleFacts(db, role);
      if (keepsSession && facts.owns) await makeIndexes(db);
      return { server: role, owner: facts.owner, doesBoth: doesBoth(facts), granted: false };
    });
  const server = await overOne({ databaseUrl, log, keepsSession: false }, roleOf);
  try {
    return await overOne({ databaseUrl: migrateDatabaseUrl, log, keepsSession: true }, async (db) => {
      await migrate(db);
      const { owns } = await roleFacts(db, server);
      if (!owns) await grantToServer(db, server);
      await makeIndexes(db);
      const facts = await roleFacts(db, server);
      return { server, owner: facts.owner, doesBoth: doesBoth(facts), granted: !owns };
    });
  } catch (error) {
    throw error instanceof Error ? new OwnerError(error) : error;
  }
}

/** The longest limit that PostgreSQL knows, in milliseconds: a role may have one of its own, meant for its other statements. */
const withoutLimit = 2 ** 31 - 1;

/**
 * Works over one connection without a deadline: a migration may take long, or wait for another node's.
 *
 * @throws SessionNotKept where it leads through a pooler although it is said not to
 */
async function overOne<Value>(
  {
    databaseUrl,
    log,
    keepsSession,
  }: { readonly databaseUrl: string; readonly log: StoreLog; readonly keepsSession: boolean },
  work: (db: Kysely<Tables>) => Promise<Value>,
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
  const minimumFreeBytes = options.minimumFreeBytes ?? defaultMinimumFreeBytes;
  const embedded = await startEmbedded(dataDir, log);
  const pool = createPool(
    {
      ...embedded.connection,
      // PGlite is one connection, for which requests queue: hence a longer wait than for PostgreSQL. Its end also frees
      // a transaction that wrongly queries outside itself.
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: timeBudgetMillis * 4,
    },
    log,
  );
  const db = queriesOver(pool, onQuery);
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
    takesWrites: () => holds(takesWrites(db)),
    ready: () => holds(isMigrated(db)),
    hasRoom: () => holds(hasFreeDisk(dataDir, minimumFreeBytes)),
    copyTo: (folder) => copyStore(db, dataDir, folder),
    close: once(async () => {
      await stopUpkeep();
      await db.destroy();
      await embedded.stop();
    }),
  };
}

function queriesOver(pool: PostgresPool, onQuery?: Logger): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(onQuery && { log: onQuery }) });
}

/** Whether an answer is yes; where there is none, it is no. */
function holds(answer: Promise<boolean>): Promise<boolean> {
  return answer.catch(() => false);
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}
