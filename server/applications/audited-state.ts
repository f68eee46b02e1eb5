/** Checks that rows match the hash in their application's last audit event, to detect altered or removed rows (D32, D62). */
import { hash } from 'node:crypto';
import type { StoredApplication } from '../db/queries/application-parts.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { auditHash } from '../db/queries/audit-events.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { EncryptionError } from '../security/sealing.ts';

/** Thrown if stored rows or files do not match the audit trail. Then something other than the product has changed them. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';

  constructor() {
    super('Stored rows do not match the audit trail.');
  }
}

/** The names of the errors that mean a stored value was altered, moved or rolled back. */
export const alterations = ['IntegrityError', 'EncryptionError'] as const;

/** Returns whether an error means that a stored value was altered, moved or rolled back. */
export function isAltered(error: unknown): error is IntegrityError | EncryptionError {
  return error instanceof IntegrityError || error instanceof EncryptionError;
}

/** The columns of people, documents and consents that `parts_hash` covers, in the order in which they are hashed. */
const auditedColumns = {
  personnel: ['id', 'personnel_type', 'version', 'sealed'],
  documents: ['id', 'document_type', 'sha256', 'original_sha256', 'disarmed', 'sealed'],
  consents: [
    'id',
    'agreement',
    'version',
    'sha256',
    'agreed',
    'open_date_time',
    'agreed_date_time',
    'void_date_time',
    'signer',
  ],
} as const;

type AuditedRow<Column extends string> = Readonly<Record<Column, unknown> & { id: string }>;

export type AuditedParts = {
  readonly [Part in keyof typeof auditedColumns]: readonly AuditedRow<
    (typeof auditedColumns)[Part][number]
  >[];
};

/** Returns the hash of an application's people, documents and newest consents. */
export function partsHash({ personnel, documents, consents }: AuditedParts): Buffer {
  return hashOf([
    auditedValues(personnel, auditedColumns.personnel),
    auditedValues(documents, auditedColumns.documents),
    auditedValues(consents, auditedColumns.consents),
  ]);
}

/** Returns, for each row in the order of ids, the values to hash: times as ISO 8601, and only the tag of encrypted values. */
function auditedValues<Column extends string>(
  rows: readonly AuditedRow<Column>[],
  columns: readonly Column[],
): readonly unknown[] {
  const hashedAs = (column: Column, value: unknown) => {
    if (column.endsWith('_date_time')) return textOf(value as string | Date | null);
    return typeof value === 'object' ? tagOf(value) : value;
  };
  return rows
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((row) => columns.map((column) => hashedAs(column, row[column])));
}

/** Returns the hash of an application's row. It covers `parts_hash` and, through it, people, documents and consents. */
export function stateOfRow(row: ApplicationRow): Buffer {
  return hashOf([
    row.session_id,
    row.domain_key,
    row.store_id,
    row.provider_id,
    row.status,
    row.version,
    textOf(row.create_date_time),
    row.create_user_id,
    textOf(row.submitted_date_time),
    row.reference_number,
    row.data_key === null,
    tagOf(row.sealed),
    row.parts_hash?.toString('hex') ?? null,
  ]);
}

/**
 * Returns whether the rows match the last audit event. For an erased application, checks only its own row. Events from before
 * 2026-11-23 contain no hash of rows. They are accepted until the command `encryption seal` has encrypted all rows.
 */
export function isAudited(keys: StoreKeys, { row, parts }: StoredApplication): boolean {
  const last = parts.last_event;
  if (!last) return false;
  const isErased = row.data_key === null;
  if (last.state === null || (row.parts_hash === null && !isErased)) {
    if (keys.areAllSealed) return false;
    if (last.state === null) return true;
  }
  const state = Buffer.from(last.state, 'hex');
  const head = auditHash(keys.auditKey, Buffer.from(last.previous_hash, 'hex'), {
    ...last,
    application_id: row.id,
    create_date_time: new Date(last.create_date_time),
    state,
  });
  return (
    last.sequence === row.audit_sequence &&
    head.equals(row.audit_hash) &&
    state.equals(stateOfRow(row)) &&
    (isErased || row.parts_hash === null || row.parts_hash.equals(partsHash(parts)))
  );
}

/** Throws IntegrityError unless the rows match the last audit event (`isAudited`). */
export function checkAudited(keys: StoreKeys, stored: StoredApplication): void {
  if (!isAudited(keys, stored)) throw new IntegrityError();
}

const hashOf = (content: readonly unknown[]) => hash('sha256', JSON.stringify(content), 'buffer');

/** Returns an encrypted value's authentication tag, or null for an unencrypted value. Each encrypted value has its own tag. */
const tagOf = (sealed: object | null) => (sealed && 't' in sealed ? sealed.t : null);

const textOf = (moment: string | Date | null) => (moment === null ? null : new Date(moment).toISOString());
