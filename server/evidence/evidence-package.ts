/**
 * The evidence of a submitted application, to prove years later what was asked, answered and agreed to (D31, D35): answers as the
 * review showed them, consents with their exact texts, hashes of documents, and the audit trail with its head. Sensitive answers
 * are masked or only listed as given (D37).
 */
import type { Kysely, Transaction } from 'kysely';
import type { Certification } from '../../form/state/consents.ts';
import { auditHeadOf } from '../applications/application-record.ts';
import { openDescription } from '../applications/sealed-parts.ts';
import type { Evidence, ShownAnswers, SubmissionRecord } from '../applications/submission-record.ts';
import { describedDocument, readSubmission } from '../applications/submission-record.ts';
import { readNow } from '../db/clock.ts';
import { findTextOfVersion } from '../db/queries/agreements.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { readApplicationRow } from '../db/queries/applications.ts';
import { auditEvents } from '../db/queries/audit-events.ts';
import { documentRows } from '../db/queries/documents.ts';
import { programNames, providerNames } from '../db/queries/program-rows.ts';
import type { Tables } from '../db/tables.ts';
import { readAtOneMoment } from '../db/transactions.ts';
import { type AgreementValues, sha256Of } from '../programs/agreement-text.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { withOpenReason } from '../security/sealed-reasons.ts';
import type { Services } from '../services.ts';
import { type AuditFault, faultOf, startTrail, verifyEvent } from './audit-chain.ts';

/** A text that was agreed to. `html` is exactly what was shown. */
export interface AgreedText {
  readonly title: string;
  readonly html: string;
  /** The Markdown source of the text, and the values of its placeholders. */
  readonly markdown: string;
  readonly placeholders: AgreementValues;
  /** Whether the hash of `html` equals the one in the consent. */
  readonly hashMatches: boolean;
}

export type PackagedConsent = Evidence['consents'][number] & {
  /** Null if the text is no longer stored. */
  readonly text: AgreedText | null;
};

export interface PackagedDocument {
  readonly id: string;
  readonly documentType: string;
  readonly fileName: string;
  readonly contentType: string;
  /** The size in bytes. */
  readonly size: number;
  /** The SHA-256 of the stored file, in hexadecimal. */
  readonly sha256: string;
  /** The SHA-256 of the uploaded file; null for uploads from before it was recorded. */
  readonly originalSha256: string | null;
  readonly createDateTime: string;
  readonly addedAfterSubmission: boolean;
}

export interface PackagedEvent {
  readonly sequence: number;
  readonly type: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly createDateTime: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** The package. Times are ISO 8601 in UTC, hashes are hexadecimal. */
export interface EvidencePackage {
  readonly format: 'evidence-package';
  /** The version of this JSON. Changes that readers must know of get a new number. */
  readonly version: 1;
  readonly createDateTime: string;
  readonly application: {
    readonly id: string;
    readonly referenceNumber: string | null;
    readonly status: string;
    readonly createDateTime: string;
    readonly submittedDateTime: string | null;
    readonly storeId: string;
    readonly program: { readonly domainKey: string; readonly name: string };
    readonly provider: { readonly providerId: string; readonly name: string; readonly fullName: string };
  };
  /** Each status with its start time. */
  readonly statuses: readonly { readonly status: string; readonly dateTime: string }[];
  readonly answers: readonly ShownAnswers[];
  readonly ownership: Certification;
  readonly consents: readonly PackagedConsent[];
  readonly documents: readonly PackagedDocument[];
  readonly auditTrail: readonly PackagedEvent[];
  readonly auditHead: { readonly sequence: number; readonly hash: string };
  /** The first fault of the trail; null if it is intact. */
  readonly auditFault: Pick<AuditFault, 'kind' | 'sequence'> | null;
}

/** Returns the evidence of an application. Throws if it was never submitted or its submission was purged (D38). */
export async function readEvidence(
  services: Pick<Services, 'database' | 'keys'>,
  applicationId: string,
): Promise<EvidencePackage> {
  const submission = await readSubmission(services, applicationId);
  const { evidence } = submission;
  return readAtOneMoment(services.database.db, async (transaction) => {
    const now = await readNow(services.database, transaction);
    // Read the row again in the snapshot of the trail, so that changes since the submission are included.
    const row = await readApplicationRow(transaction, applicationId);
    const trail = await trailOf(services.keys, transaction, row);
    return {
      format: 'evidence-package' as const,
      version: 1 as const,
      createDateTime: now.toISOString(),
      application: await applicationOf(transaction, row),
      statuses: statusesOf(trail.auditTrail),
      answers: evidence.answers,
      ownership: evidence.certification,
      consents: await consentsOf(transaction, submission),
      documents: await documentsOf(transaction, submission),
      ...trail,
    };
  });
}

type Queries = Kysely<Tables> | Transaction<Tables>;

/** Returns program and provider from their rows, which are kept after the program's folder is removed. */
async function applicationOf(queries: Queries, row: ApplicationRow): Promise<EvidencePackage['application']> {
  const program = await programNames(queries, row.domain_key);
  const provider = await providerNames(queries, row.provider_id);
  return {
    id: row.id,
    referenceNumber: row.reference_number,
    status: row.status,
    createDateTime: row.create_date_time.toISOString(),
    submittedDateTime: row.submitted_date_time?.toISOString() ?? null,
    storeId: row.store_id,
    program,
    provider,
  };
}

async function trailOf(
  { auditKey, hashKey, areAllSealed }: StoreKeys,
  transaction: Transaction<Tables>,
  row: ApplicationRow,
): Promise<Pick<EvidencePackage, 'auditTrail' | 'auditHead' | 'auditFault'>> {
  const auditTrail: PackagedEvent[] = [];
  let progress = startTrail(row.id);
  for await (const event of auditEvents(transaction, { only: row.id })) {
    progress = verifyEvent(auditKey, progress, event);
    auditTrail.push({
      sequence: event.sequence,
      type: event.type,
      detail: withOpenReason(hashKey, row.id, event.detail),
      createDateTime: event.create_date_time.toISOString(),
      previousHash: event.previous_hash.toString('hex'),
      hash: event.hash.toString('hex'),
    });
  }
  const head = auditHeadOf(row);
  const fault = faultOf(progress, head, areAllSealed);
  return {
    auditTrail,
    auditHead: { sequence: head.sequence, hash: head.hash.toString('hex') },
    auditFault: fault ? { kind: fault.kind, sequence: fault.sequence } : null,
  };
}

/** Returns the statuses. Each event that changed the status contains the new one (D26). */
function statusesOf(events: readonly PackagedEvent[]): EvidencePackage['statuses'] {
  return events.flatMap(({ type, detail, createDateTime: dateTime }) => {
    const status = type === 'created' ? 'draft' : detail['status'];
    return typeof status === 'string' ? [{ status, dateTime }] : [];
  });
}

async function consentsOf(
  queries: Queries,
  { row, evidence }: SubmissionRecord,
): Promise<readonly PackagedConsent[]> {
  const consents: PackagedConsent[] = [];
  for (const consent of evidence.consents) {
    const { agreement, version, sha256 } = consent;
    const kept = await findTextOfVersion(queries, row.domain_key, agreement, version);
    // Only the controlling-party agreement differs between applications, so its text is stored with the submission.
    const html = agreement === 'controlling-party' ? evidence.certifiedHtml : kept?.html;
    const text = kept &&
      html !== undefined && {
        title: kept.title,
        html,
        markdown: kept.body,
        // `recordTexts` wrote these values, and nothing else does.
        placeholders: kept.placeholders as unknown as AgreementValues,
        hashMatches: sha256Of(html) === sha256,
      };
    consents.push({ ...consent, text: text || null });
  }
  return consents;
}

/** Returns the submitted documents, and those added later (D26). */
async function documentsOf(
  queries: Queries,
  { row, key, snapshot }: SubmissionRecord,
): Promise<readonly PackagedDocument[]> {
  const kept = await documentRows(queries, row.id);
  const submitted = snapshot.documents.map((document) => ({
    ...document,
    // Submissions from older versions do not have this hash.
    originalSha256: document.originalSha256 ?? null,
    addedAfterSubmission: false,
  }));
  const later = kept
    .filter(({ id }) => !submitted.some((document) => document.id === id))
    .map((document) => describedDocument(openDescription(document, key, row)))
    .map((document) => ({ ...document, addedAfterSubmission: true }));
  return [...submitted, ...later];
}
