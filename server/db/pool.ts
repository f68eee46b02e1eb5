import { type Kysely, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { againAfterConflict } from './conflicts.ts';
import { type Hosts, readOnlyState } from './hosts.ts';
import type { Tables } from './tables.ts';
import { boundedPool } from './time-budget.ts';

/** The store's log: how it was opened, a lost connection, failed upkeep. Never a value of a row. */
export type StoreLog = Pick<Logger, 'info' | 'warn' | 'error'>;

const int8 = 20;

/**
 * bigint (counts and sums too) becomes a number; one past 2^53 is an error instead of a wrong number. Everything else
 * is the driver's default: timestamptz a Date, jsonb parsed, bytea a Buffer, numeric text.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? wholeNumber : pg.types.getTypeParser(oid, format),
};

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError('A bigint of the database is too large for a number');
}

/** How many different statements stay prepared; more would be texts that grow with their lists of values. */
const mostPrepared = 200;

/** The name under which each text is prepared, the same on every connection. */
const preparedNames = new Map<string, string>();

/**
 * Put into a statement that must not keep its plan: one of a table that can grow a thousandfold within a minute, where the
 * plan made for a few rows reads all of them. Its asterisks keep it from being prepared.
 */
export const plannedEachTime = sql`/* planned each time */`;

/**
 * The name to prepare a statement under; undefined for one that is sent whole each time. One that reads `*` is: its
 * columns would change under a running node when another build adds one (F14).
 */
function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known !== undefined || preparedNames.size >= mostPrepared || text.includes('*')) return known;
  const name = `s${preparedNames.size}`;
  preparedNames.set(text, name);
  return name;
}

/** A connection on which a statement that stands alone, and so is a transaction of its own, is run again after a conflict. */
class RepeatingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own method has fifteen overloads
  override query(...sent: any[]): any {
    const run = () => Reflect.apply(super.query, this, sent);
    const givesPromise = typeof sent.at(-1) !== 'function' && typeof sent[0]?.submit !== 'function';
    return givesPromise && this.getTransactionStatus() === 'I' ? againAfterConflict(run) : run();
  }
}

/** A connection on which PostgreSQL parses and plans each statement with values once. */
export class PreparingClient extends RepeatingClient {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own method has fifteen overloads
  override query(...sent: any[]): any {
    const [text, values] = sent;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && preparedName(text);
    return Reflect.apply(super.query, this, name ? [{ name, text, values }, ...sent.slice(2)] : sent);
  }
}

type ClientClass = new (config?: pg.ClientConfig) => pg.Client;

/** Logs that a connection was lost; without this it would end the process. */
export function logLoss(client: pg.ClientBase, log: StoreLog): void {
  client.on('error', (error: Error & { code?: string }) => {
    log.warn({ code: error.code }, 'A database connection was lost');
  });
}

/**
 * A pool that never ends the process: an error on a connection, idle or taken out, is logged by its code alone (the
 * detail of a database error may quote a row) and the connection is replaced when the next one is asked for.
 */
export function createPool(config: pg.PoolConfig, log: StoreLog): pg.Pool {
  const pool = new pg.Pool({ ...config, types });
  pool.on('connect', (client) => logLoss(client, log));
  // The pool repeats the error of an idle connection; it is logged above.
  pool.on('error', () => {});
  return pool;
}

const connectionsPerNode = 10;

/** How long a call may wait for PostgreSQL in all, in milliseconds, unless said otherwise (`patience.ts`). */
export const defaultTimeBudgetMillis = 2_400;

export interface PoolHabits {
  readonly timeBudgetMillis?: number | undefined;
  /**
   * Whether something stays with a connection beyond a transaction: prepared statements, and limits. Behind a pooler in
   * transaction mode nothing does.
   */
  readonly keepsSession?: boolean | undefined;
}

export const applicationName = 'card-application';

/** The limits that PostgreSQL itself keeps, in milliseconds. */
export function serverLimits(timeBudgetMillis: number) {
  return {
    // Comes before our own deadline, so that an ordinary slow query costs its transaction and not the connection.
    statement_timeout: Math.floor(timeBudgetMillis * 0.8),
    // A node that froze inside a transaction must not keep its locks.
    idle_in_transaction_session_timeout: timeBudgetMillis * 2,
  };
}

/** A pooler has dropped what a connection set at its start, and so would drop its prepared statements. */
export class SessionNotKept extends Error {
  override readonly name = 'SessionNotKept';
}

/**
 * Rejects where what a connection sets at its start has not reached PostgreSQL: a pooler may be told to ignore that, and then
 * every statement that was prepared on another connection would fail.
 */
export async function checkSession(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    select source from pg_settings where name = 'statement_timeout'
  `.execute(db);
  if (rows[0]?.source !== 'client') throw new SessionNotKept('What a connection sets is not kept');
}

/**
 * A connection to a pooler in transaction mode: the limits go with the statement that begins a transaction, in the same round
 * trip, because the next transaction may be another connection's.
 */
function sessionlessClient(timeBudgetMillis: number): ClientClass {
  const limits = Object.entries(serverLimits(timeBudgetMillis))
    .map(([name, millis]) => `; set local ${name} = ${millis}`)
    .join('');
  return class extends RepeatingClient {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own method has fifteen overloads
    override query(...sent: any[]): any {
      const [text] = sent;
      const begins = typeof text === 'string' && /^(begin|start transaction)\b/.test(text);
      return Reflect.apply(super.query, this, begins ? [`${text}${limits}`] : sent);
    }
  };
}

/** A pool of connections to the primary, and the way to them by which the next host is tried where one cannot be reached. */
export interface PrimaryPool {
  readonly pool: pg.Pool;
  readonly reaching: PostgresPool;
}

/** A pool whose connections go to the host that takes writes, of all that the address names. */
export function poolOver(
  hosts: Hosts,
  { Client = pg.Client, ...config }: Omit<pg.PoolConfig, 'Client'> & { readonly Client?: ClientClass },
  log: StoreLog,
): PrimaryPool {
  const begun = new WeakMap<pg.ClientBase, number>();
  const ToCurrentHost = class extends Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, ...hosts.current() });
      begun.set(this, performance.now());
    }
  };
  const onConnect = (client: pg.ClientBase) => hosts.check(client, begun.get(client) ?? performance.now());
  const pool = createPool({ ...config, Client: ToCurrentHost, onConnect }, log);
  throwAwayReadOnly(pool, hosts);
  const reaching: PostgresPool = {
    options: {},
    connect: () => hosts.reach(() => pool.connect()),
    end: () => pool.end(),
  };
  return { pool, reaching };
}

/**
 * Once a statement says that its host takes no writes any more, no connection of the pool is used again: those that idle end
 * at once, the others when they come back.
 */
function throwAwayReadOnly(pool: pg.Pool, hosts: Hosts): void {
  const open = new Set<pg.PoolClient>();
  const worthless = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === readOnlyState) hosts.noteReadOnly();
    });
  });
  pool.on('remove', (client) => void open.delete(client));
  pool.on('release', (_error, client) => {
    if (worthless.has(client)) void client.end();
  });
  hosts.onReadOnly((error) => {
    for (const client of open) {
      worthless.add(client);
      // The pool removes one that idles, as after an error of its connection; for one in use nobody but the log listens.
      client.emit('error', error);
    }
  });
}

/** The pool of a node on PostgreSQL, with deadlines that keep a paused or lost server from holding calls (F5). */
export function serverPool(
  hosts: Hosts,
  log: StoreLog,
  { timeBudgetMillis = defaultTimeBudgetMillis, keepsSession = true }: PoolHabits = {},
): PrimaryPool {
  const made = poolOver(
    hosts,
    {
      application_name: applicationName,
      connectionTimeoutMillis: timeBudgetMillis,
      ...(keepsSession
        ? { ...serverLimits(timeBudgetMillis), Client: PreparingClient }
        : { Client: sessionlessClient(timeBudgetMillis) }),
      max: connectionsPerNode,
    },
    log,
  );
  return { pool: made.pool, reaching: boundedPool(made.pool, made.reaching, timeBudgetMillis) };
}
