import { OutOfTime } from './time-budget.ts';

/** Returns an error's code, which is an SQLSTATE or a code of Node, or undefined if the error has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** SQLSTATE classes of transient errors: connection exception, insufficient resources, operator intervention, system error. */
const transientClasses = new Set(['08', '53', '57', '58']);

/** Transient SQLSTATEs of other classes: read-only, idle in transaction, lock not available, serialization failure, deadlock. */
const transientStates = new Set(['25006', '25P03', '55P03', '40001', '40P01']);

/** The SQLSTATEs of a refused connection: someone changed the role, its password, an access rule or the database. */
const refusedStates = new Set(['28000', '28P01', '3D000']);

/** The codes of network errors that mean that the database is unreachable. */
const networkCodes =
  /^(EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT)$/;
/** The system calls whose errors mean, whatever their code, that the database is unreachable. */
const connecting = new Set(['connect', 'getaddrinfo']);

/** The error codes of OpenSSL and Node for an invalid certificate. */
const certificateCodes = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** The error codes for a peer that violates the TLS protocol. */
const handshakeCodes = /^(EPROTO$|ERR_SSL_)/;

/** The driver's message when the URL requires TLS and the host doesn't offer it. */
export const offersNoTls = 'The server does not support SSL connections';

/** Matches the messages of errors without a code that the driver and the query builder throw. */
const driverWords =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|timeout expired|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end|driver has already been destroyed|The server does not support SSL connections|There was an error establishing an SSL connection)/;

/** Returns whether the database's disk is full (disk_full). Work that needs no space continues in that case (F8). */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === '53100';
}

/** Returns whether the error code means that the database's certificate is invalid. */
export function isCertificateFault(code: string): boolean {
  return certificateCodes.test(code);
}

/** Returns whether connecting fails until someone changes a setting: the role is refused, or the host has no trusted TLS. */
export function isRefused(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return (
    (error instanceof Error && error.message === offersNoTls) ||
    refusedStates.has(code) ||
    isCertificateFault(code) ||
    handshakeCodes.test(code)
  );
}

/**
 * Returns whether retrying may help: the database is unreachable or shut down, refuses the connection, or lacks disk space,
 * connections or time. The API then responds with 503 and Retry-After (F5, F8). Any other error is a bug.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof OutOfTime || driverWords.test(error.message) || isRefused(error)) return true;
  const code = codeOf(error);
  if (code === undefined) return false;
  return (
    ('syscall' in error && connecting.has(String(error.syscall))) ||
    networkCodes.test(code) ||
    transientStates.has(code) ||
    (code.length === 5 && transientClasses.has(code.slice(0, 2)))
  );
}
