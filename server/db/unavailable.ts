import { OutOfPatience } from './patience.ts';

/** Classes of SQLSTATE that mean "try later": connection, resources (full disk included), operator, system. */
const passingClasses = new Set(['08', '53', '57', '58']);

/** Single SQLSTATEs of the same kind: read-only after a failover, idle in transaction, lock, conflict, deadlock. */
const passingStates = new Set(['25006', '25P03', '55P03', '40001', '40P01']);

const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Errors of the driver and of the query builder have no code, only these messages. */
const driverWords =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|timeout expired|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end|driver has already been destroyed)/;

/** disk_full: what needs no room still goes on (F8). */
export function hasNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100';
}

/**
 * Whether an error of the database means that it cannot serve just now and that trying later may help: stopped, paused,
 * restarting, out of disk, connections or time, closed for our own shutdown. The API then responds with 503
 * `unavailable` and Retry-After (F5, F8); any other database error is our own fault.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof OutOfPatience || driverWords.test(error.message)) return true;
  if (!('code' in error) || typeof error.code !== 'string') return false;
  const { code } = error;
  const noSocketFile = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return (
    noSocketFile ||
    networkCodes.has(code) ||
    passingStates.has(code) ||
    (code.length === 5 && passingClasses.has(code.slice(0, 2)))
  );
}
