import { OutOfTime } from './time-budget.ts';

/** Classes of SQLSTATE that mean "try later": connection, resources (full disk included), operator, system. */
const passingClasses = new Set(['08', '53', '57', '58']);

/** Single SQLSTATEs of the same kind: read-only after a failover, idle in transaction, lock, conflict, deadlock. */
const passingStates = new Set(['25006', '25P03', '55P03', '40001', '40P01']);

/** SQLSTATEs of a connection that PostgreSQL refuses to a node's role: somebody changed the password, a rule or the database. */
const refusedStates = new Set(['28000', '28P01', '3D000']);

/** Codes of a network that broke off; while connecting, every code means that the database cannot be reached. */
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
const connecting = new Set(['connect', 'getaddrinfo']);

/** Codes of OpenSSL and Node for a certificate that is not valid. */
const certificateCodes = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Codes for a peer that does not speak TLS as it should. */
const handshakeCodes = /^(EPROTO$|ERR_SSL_)/;

/** The driver's words where TLS is asked for, and the host has none. */
export const offersNoTls = 'The server does not support SSL connections';

/** Errors of the driver and of the query builder have no code, only these messages. */
const driverWords =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|timeout expired|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end|driver has already been destroyed|The server does not support SSL connections|There was an error establishing an SSL connection)/;

/** disk_full: what needs no room still goes on (F8). */
export function hasNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100';
}

/** Whether the certificate of the database is why it was not connected to. */
export function isCertificateFault(code: string): boolean {
  return certificateCodes.test(code);
}

/**
 * Whether somebody has to change something for a connection to come about: its role is refused, or its host has no TLS that is
 * trusted. A node that runs counts that as unavailable, like an outage; one that starts has wrong settings.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message === offersNoTls) return true;
  if (!('code' in error) || typeof error.code !== 'string') return false;
  const { code } = error;
  return refusedStates.has(code) || certificateCodes.test(code) || handshakeCodes.test(code);
}

/**
 * Whether an error of the database means that it cannot serve just now and that trying later may help: stopped, paused,
 * restarting, out of disk, connections or time, not to be reached any more, closed for our own shutdown. The API then responds
 * with 503 `unavailable` and Retry-After (F5, F8); any other database error is our own fault.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof OutOfTime || driverWords.test(error.message) || isRefused(error)) return true;
  if (!('code' in error) || typeof error.code !== 'string') return false;
  const { code } = error;
  return (
    ('syscall' in error && connecting.has(String(error.syscall))) ||
    networkCodes.has(code) ||
    passingStates.has(code) ||
    (code.length === 5 && passingClasses.has(code.slice(0, 2)))
  );
}
