import pg from 'pg';
import type { Logger } from 'pino';

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

/** A connection on which PostgreSQL parses and plans each statement with values once. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own method has fifteen overloads
  override query(...sent: any[]): any {
    const [text, values] = sent;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && preparedName(text);
    return Reflect.apply(super.query, this, name ? [{ name, text, values }, ...sent.slice(2)] : sent);
  }
}

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

/** How long a query, or a transaction, may hold a connection to PostgreSQL, in milliseconds, unless said otherwise. */
export const defaultPatienceMillis = 2_500;

export interface PoolHabits {
  readonly patienceMillis?: number | undefined;
  /** Whether statements stay prepared on their connection, which a pooler in transaction mode may not allow. */
  readonly prepares?: boolean | undefined;
}

/** What each connection of a node to PostgreSQL has in common. */
export function connectionHabits(patienceMillis: number) {
  return {
    application_name: 'card-application',
    // PostgreSQL's own timeout comes first, so that an ordinary slow query costs its transaction and not the
    // connection.
    statement_timeout: Math.floor(patienceMillis * 0.8),
    // A node that froze inside a transaction must not keep its locks.
    idle_in_transaction_session_timeout: patienceMillis * 2,
  };
}

/** The pool of a node on PostgreSQL, with deadlines that keep a paused or lost server from holding calls (F5). */
export function serverPool(
  connection: pg.PoolConfig,
  log: StoreLog,
  { patienceMillis = defaultPatienceMillis, prepares = true }: PoolHabits = {},
): pg.Pool {
  const pool = createPool(
    {
      ...connection,
      ...connectionHabits(patienceMillis),
      ...(prepares && { Client: PreparingClient }),
      max: connectionsPerNode,
    },
    log,
  );
  limitHolding(pool, patienceMillis);
  return pool;
}

/**
 * Ends a connection that is held for longer than the deadline, whatever it waits for: its query then fails, and so does
 * every further one of the same transaction. The server's own statement timeout cannot do that when the server is
 * paused or the network swallows packets (F5).
 */
function limitHolding(pool: pg.Pool, deadlineMillis: number): void {
  const timers = new WeakMap<object, NodeJS.Timeout>();
  pool.on('acquire', (client) => {
    timers.set(
      client,
      setTimeout(() => void client.end(), deadlineMillis),
    );
  });
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)));
}
