import { NotPrivate } from '../files/private-folder.ts';
import { TablesTooNew } from './migrate.ts';
import { SessionNotKept } from './pool.ts';
import { codeOf, isCertificateFault, isRefused, isUnavailable, offersNoTls } from './unavailable.ts';

/** The messages for the operator, by SQLSTATE. `setting` is the name of the setting that contains the database's URL. */
const problems: Readonly<Record<string, (setting: string) => string>> = {
  '25006': (setting) => `The database of ${setting} accepts no writes`,
  '28000': (setting) => `The database refuses the role of ${setting}`,
  '28P01': (setting) => `The database refuses the role or the password of ${setting}`,
  '3D000': (setting) => `The database that ${setting} names does not exist`,
  '42501': (setting) =>
    setting === ownerSetting
      ? `The role of ${setting} may not change the tables: it must own them and the database`
      : `The role of ${setting} may not change the tables, and they are not up to date: run "operator migrate" with ${ownerSetting}, the address for their owner`,
};

const ownerSetting = 'MIGRATE_DATABASE_URL';

/** An error on the connection of the tables' owner. It has the code and message of the original error. */
export class OwnerError extends Error {
  override readonly name = 'OwnerError';
  readonly code: string | undefined;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.code = codeOf(cause);
  }
}

/** Returns whether a pooler refused or dropped session settings. PgBouncer's refusal can be recognized only by its message. */
function isSessionRefused(error: Error): boolean {
  return (
    causeOf(error) instanceof SessionNotKept || error.message.startsWith('unsupported startup parameter')
  );
}

function causeOf(error: unknown): unknown {
  return error instanceof OwnerError ? error.cause : error;
}

/** Returns why the store couldn't be opened, or undefined for an unknown error. Never quotes the URL, which has a password. */
export function openingProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof NotPrivate) return error.message;
  const code = codeOf(error);
  const known = code === undefined ? undefined : problems[code];
  const setting = error instanceof OwnerError ? ownerSetting : 'DATABASE_URL';
  if (isSessionRefused(error))
    return setting === ownerSetting
      ? `${setting} goes through a pooler: it must go directly to PostgreSQL.`
      : `The database of ${setting} is behind a pooler that drops session settings: set PREPARED_STATEMENTS to off if the pooler is in transaction mode.`;
  if (known !== undefined) return `${known(setting)} (${code}).`;
  if (code !== undefined && isCertificateFault(code))
    return `The certificate of the database is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to the certificate authority's file.`;
  if (error.message === offersNoTls)
    return `The database offers no TLS, which sslmode in ${setting} requires.`;
  if (causeOf(error) instanceof TablesTooNew)
    return 'The tables are from a newer version of this program: run that version, or restore a backup made before it.';
  if (isPassing(error)) return `The database does not respond${code === undefined ? '' : ` (${code})`}.`;
  return undefined;
}

/** Returns whether the error is transient, so the operator only needs to wait until the database is available again. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Error && isSessionRefused(error)) return false;
  const cause = causeOf(error);
  return isUnavailable(cause) && !isRefused(cause);
}

/** Returns whether the error means that the tables' owner must migrate the store before it can be opened. */
export function awaitsOwner(error: unknown): boolean {
  return !(error instanceof OwnerError) && codeOf(error) === '42501';
}
