import { NotPrivate } from '../files/private-folder.ts';
import { TablesTooNew } from './migrate.ts';
import { SessionNotKept } from './pool.ts';
import { isCertificateFault, isRefused, isUnavailable, offersNoTls } from './unavailable.ts';

/** By SQLSTATE, for the setting that names the database. */
const words: Readonly<Record<string, (setting: string) => string>> = {
  '25006': (setting) => `The database of ${setting} takes no writes`,
  '28000': (setting) => `The database refuses the role of ${setting}`,
  '28P01': (setting) => `The database refuses the role or the password of ${setting}`,
  '3D000': (setting) => `The database that ${setting} names is not there`,
  '42501': (setting) =>
    setting === ownerSetting
      ? `The role of ${setting} may not change the tables: it must own them and the database`
      : `The role of ${setting} may not change the tables, and they are not up to date: run "operator migrate" with ${ownerSetting}, the address for their owner`,
};

const ownerSetting = 'MIGRATE_DATABASE_URL';

/** An error of the connection of the tables' owner, or of what was done over it. Has the code and message of its cause. */
export class OwnerError extends Error {
  override readonly name = 'OwnerError';
  readonly code: string | undefined;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  }
}

/** Whether a pooler refuses, or takes and drops, what a connection sets. PgBouncer has one SQLSTATE for all that it says. */
function isSessionRefused(error: Error): boolean {
  const cause = error instanceof OwnerError ? error.cause : error;
  return cause instanceof SessionNotKept || error.message.startsWith('unsupported startup parameter');
}

/**
 * Why the store could not be opened, in a sentence for the operator; undefined where no setting can fix it. Quotes only
 * the error's code, never the address, which holds a password.
 */
export function openingProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof NotPrivate) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const known = code === undefined ? undefined : words[code];
  const setting = error instanceof OwnerError ? ownerSetting : 'DATABASE_URL';
  if (isSessionRefused(error))
    return setting === ownerSetting
      ? `${setting} leads through a pooler: it must lead to PostgreSQL itself.`
      : `What stands before the database of ${setting} does not keep what a connection sets: set PREPARED_STATEMENTS to off where it is a pooler in transaction mode.`;
  if (known !== undefined) return `${known(setting)} (${code}).`;
  if (code !== undefined && isCertificateFault(code))
    return `The certificate of the database is not trusted (${code}). Name the authority's file in NODE_EXTRA_CA_CERTS.`;
  if (error.message === offersNoTls)
    return `The database offers no TLS, which sslmode in ${setting} asks for.`;
  if (error instanceof TablesTooNew || (error instanceof OwnerError && error.cause instanceof TablesTooNew))
    return 'The tables are those of a newer version of this program: run that one, or restore a backup made before it.';
  if (isPassing(error)) return `The database does not answer${code === undefined ? '' : ` (${code})`}.`;
  return undefined;
}

/** Whether nothing has to be changed for the store to open: the database comes back. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Error && isSessionRefused(error)) return false;
  const cause = error instanceof OwnerError ? error.cause : error;
  return isUnavailable(cause) && !isRefused(cause);
}

/** Whether the store opens once the owner of the tables has brought them up to date. */
export function awaitsOwner(error: unknown): boolean {
  return (
    error instanceof Error && !(error instanceof OwnerError) && 'code' in error && error.code === '42501'
  );
}
