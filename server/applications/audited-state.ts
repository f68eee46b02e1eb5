/**
 * Checks that an application's rows match its last audit event. Each event stores a hash of the rows as it left them, so a row
 * that was altered, removed or rolled back is detected when it is opened (D62). Someone who can only write to the database cannot
 * forge an event, because the event's own hash is keyed (D32).
 */
import { hash } from 'node:crypto';
import type { ApplicationParts, StoredApplication } from '../db/queries/application-parts.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { auditHash } from '../db/queries/audit-events.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { EncryptionError } from '../security/sealing.ts';

/** Stored rows do not match the audit trail: someone changed them outside of the program. The error gives no details. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';

  constructor() {
    super('Stored rows do not match the audit trail.');
  }
}

/** Names of the errors that mean a stored value was altered, moved or rolled back. */
export const alterations = ['IntegrityError', 'EncryptionError'] as const;

/** Returns whether an error means that a stored value was altered, moved or rolled back. */
export function isAltered(error: unknown): error is IntegrityError | EncryptionError {
  return error instanceof IntegrityError || error instanceof EncryptionError;
}

/** The columns of people, documents and consents that `parts_hash` covers. */
export interface AuditedParts {
  readonly personnel: readonly Pick<
    ApplicationParts['personnel'][number],
    'id' | 'personnel_type' | 'version' | 'sealed'
  >[];
  readonly documents: readonly Pick<
    ApplicationParts['documents'][number],
    'id' | 'document_type' | 'sha256' | 'original_sha256' | 'disarmed' | 'sealed'
  >[];
  readonly consents: readonly {
    readonly id: string;
    readonly sha256: string;
    readonly agreement: string;
    readonly version: string;
    readonly agreed: boolean;
    readonly open_date_time: string | Date | null;
    readonly agreed_date_time: string | Date;
    readonly void_date_time: string | Date | null;
    readonly signer: object | null;
  }[];
}

/**
 * Returns the hash of an application's people, documents and newest consents. An envelope is represented by its authentication
 * tag.
 */
export function partsHash({ personnel, documents, consents }: AuditedParts): Buffer {
  return hashOf([
    inOrder(personnel).map(({ id, personnel_type, version, sealed }) => [
      id,
      personnel_type,
      version,
      tagOf(sealed),
    ]),
    inOrder(documents).map((document) => [
      document.id,
      document.document_type,
      document.sha256,
      document.original_sha256,
      document.disarmed,
      tagOf(document.sealed),
    ]),
    inOrder(consents).map((consent) => [
      consent.id,
      consent.agreement,
      consent.version,
      consent.sha256,
      consent.agreed,
      textOf(consent.open_date_time),
      textOf(consent.agreed_date_time),
      textOf(consent.void_date_time),
      tagOf(consent.signer),
    ]),
  ]);
}

/**
 * Returns the hash of an application's own row. It includes `parts_hash`, so a change to the row alone does not need the other
 * rows.
 */
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
 * Throws IntegrityError if an application's rows do not match its last audit event. Rows from before 2026-11-23 have no such hash
 * and are accepted until `encryption seal` has sealed the whole store. People, documents and consents of an erased application
 * are not compared, because they are gone.
 */
export function checkAudited(keys: StoreKeys, { row, parts }: StoredApplication): void {
  const last = parts.last_event;
  if (!last) throw new IntegrityError();
  const isErased = row.data_key === null;
  if (last.state === null || (row.parts_hash === null && !isErased)) {
    if (keys.areAllSealed) throw new IntegrityError();
    if (last.state === null) return;
  }
  const state = Buffer.from(last.state, 'hex');
  const head = auditHash(keys.auditKey, Buffer.from(last.previous_hash, 'hex'), {
    applicationId: row.id,
    sequence: last.sequence,
    type: last.type,
    detail: last.detail,
    createDateTime: new Date(last.create_date_time),
    state,
  });
  const holds =
    last.sequence === row.audit_sequence &&
    head.equals(row.audit_hash) &&
    state.equals(stateOfRow(row)) &&
    (isErased || row.parts_hash === null || row.parts_hash.equals(partsHash(parts)));
  if (!holds) throw new IntegrityError();
}

function hashOf(content: readonly unknown[]): Buffer {
  return hash('sha256', JSON.stringify(content), 'buffer');
}

/** Returns the authentication tag of an envelope, which is unique; null if the value is not sealed. */
function tagOf(sealed: object | null): unknown {
  return sealed && 't' in sealed ? sealed.t : null;
}

function textOf(moment: string | Date | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

function inOrder<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
