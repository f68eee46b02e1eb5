import { NotPrivate } from '../files/private-folder.ts';
import { isUnavailable } from './unavailable.ts';

/** By SQLSTATE, and by the code of a TLS connection that failed. */
const words: Readonly<Record<string, string>> = {
  '28000': 'The database refuses the role of DATABASE_URL',
  '28P01': 'The database refuses the role or the password of DATABASE_URL',
  '3D000': 'The database that DATABASE_URL names is not there',
  '42501': 'The role of DATABASE_URL may not make tables: it must own the database',
};

/** Codes of OpenSSL and Node for a certificate that is not valid. */
const certificateCodes = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/**
 * Why the store could not be opened, in a sentence for the operator; undefined where no setting can fix it. Quotes only
 * the error's code, never the address, which holds a password.
 */
export function openingProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof NotPrivate) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const known = code === undefined ? undefined : words[code];
  if (known !== undefined) return `${known} (${code}).`;
  if (code !== undefined && certificateCodes.test(code))
    return `The certificate of the database is not trusted (${code}). Name the authority's file in NODE_EXTRA_CA_CERTS.`;
  if (error.message === 'The server does not support SSL connections')
    return 'The database offers no TLS, which sslmode in DATABASE_URL asks for.';
  // Kysely's message about a migration in the database that this program does not know.
  if (error.message.startsWith('corrupted migrations'))
    return 'The tables are those of a newer version of this program: run that one, or restore a backup made before it.';
  if (isUnavailable(error)) return `The database does not answer${code === undefined ? '' : ` (${code})`}.`;
  return undefined;
}
