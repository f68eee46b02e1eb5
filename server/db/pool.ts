import pg from 'pg';
import type { Logger } from 'pino';

/** The store's log: how it was opened, a lost connection, failed upkeep. Never a value of a row. */
export type StoreLog = Pick<Logger, 'info' | 'warn' | 'error'>;

const int8 = 20;

/**
 * bigint (counts and sums too) becomes a number; one past 2^53 is an error instead of a wrong number. Everything else
 * is the driver's default: timestamptz a Date, jsonb parsed, bytea a Buffer, numeric text.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? wholeNumber : pg.types.getTypeParser(oid, format),
};

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError('A bigint of the database is too large for a number');
}

/**
 * A pool that never ends the process: an error on a connection, idle or taken out, is logged by its code alone (the
 * detail of a database error may quote a row) and the connection is replaced when the next one is asked for.
 */
export function createPool(config: pg.PoolConfig, log: StoreLog): pg.Pool {
  const pool = new pg.Pool({ ...config, types });
  pool.on('connect', (client) => {
    client.on('error', (error: Error & { code?: string }) => {
      log.warn({ code: error.code }, 'A database connection was lost');
    });
  });
  // The pool repeats the error of an idle connection; it is logged above.
  pool.on('error', () => {});
  return pool;
}

/**
 * Ends a connection that is held for longer than the deadline, whatever it waits for: its query then fails, and so does
 * every further one of the same transaction. The server's own statement timeout cannot do that when the server is
 * paused or the network swallows packets (F5).
 */
export function limitHolding(pool: pg.Pool, deadlineMillis: number): void {
  const timers = new WeakMap<object, NodeJS.Timeout>();
  pool.on('acquire', (client) => {
    timers.set(
      client,
      setTimeout(() => void client.end(), deadlineMillis),
    );
  });
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)));
}
