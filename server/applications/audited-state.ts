/**
 * What an audit event vouches for beside itself: the rows of its application as the event left them. So a row that was
 * altered, removed or put back as it was before shows when it is opened, although it opens (D62): whoever can write to
 * the database cannot compute an event that fits it, because the hash of an event is keyed (D32).
 */
import { hash } from 'node:crypto';
import type { ApplicationParts, StoredApplication } from '../db/queries/application-parts.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { auditHash } from '../db/queries/audit-events.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { EncryptionError } from '../security/sealing.ts';

/** What is stored is not what the audit trail says: somebody has changed it behind the program. It says nothing more. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';

  constructor() {
    super('Stored rows are not as the audit trail says.');
  }
}

/** The names of the errors which mean that something stored was altered, moved or put back. */
export const alterations = ['IntegrityError', 'EncryptionError'] as const;

/** Whether an error means that something stored was altered, moved or put back. */
export function isAltered(error: unknown): error is IntegrityError | EncryptionError {
  return error instanceof IntegrityError || error instanceof EncryptionError;
}

/** The parts of an application, as far as their hash covers them. */
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

/** Over people, documents and newest consents, of each what makes it itself: an envelope by its tag. */
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

/** Over an application's own row. What belongs to it is in `parts_hash`, so that a change of the row alone needs only it. */
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
 * Throws IntegrityError where an application's rows are not as its last event left them. Rows of a store from before
 * 2026-11-23 are taken as they are, until all of it was sealed (`encryption seal`). What belonged to an erased application
 * is gone.
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

/** The tag of an envelope: no two envelopes have the same. Null for what is not sealed. */
function tagOf(sealed: object | null): unknown {
  return sealed && 't' in sealed ? sealed.t : null;
}

function textOf(moment: string | Date | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

function inOrder<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
