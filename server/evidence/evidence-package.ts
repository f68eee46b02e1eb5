/**
 * The evidence of one submitted application, for whoever must prove years later what was asked, answered and agreed to
 * (D31, D35): the answers as the review showed them, every consent with the very text, the papers by their hashes, and
 * the whole audit trail with its head. Sensitive answers are masked, or only said to be given (D37).
 */
import type { Kysely, Transaction } from 'kysely';
import type { Certification } from '../../form/changes.ts';
import { type AgreementValues, sha256Of } from '../agreements/agreement-text.ts';
import type { Evidence, ShownAnswers, SubmissionRecord } from '../applications/submission-record.ts';
import { readSubmission } from '../applications/submission-record.ts';
import type { Services } from '../services.ts';
import { findTextOfVersion } from '../store/agreement-texts.ts';
import { auditEvents } from '../store/audit-trail.ts';
import type { Tables } from '../store/tables.ts';
import { type AuditFault, beginning, faultOf, follow } from './audit-chain.ts';

/** A text that was agreed to: `html` are the very words, of which `sha256` is the hash. */
export interface AgreedText {
  readonly title: string;
  readonly html: string;
  /** What it was made of, and what its placeholders stood for. */
  readonly markdown: string;
  readonly placeholders: AgreementValues;
  /** True where the words still have the hash that the consent names. */
  readonly hashMatches: boolean;
}

export type PackagedConsent = Evidence['consents'][number] & {
  /** Null where the text is no longer kept. */
  readonly text: AgreedText | null;
};

export interface PackagedDocument {
  readonly id: string;
  readonly documentType: string;
  readonly fileName: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** Of the file, hexadecimal. */
  readonly sha256: string;
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

/** Moments are ISO 8601 in UTC, hashes hexadecimal. */
export interface EvidencePackage {
  readonly format: 'evidence-package';
  /** Of this form; a change that readers must know of gets a new number. */
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
  /** Each status with the moment from which on it held. */
  readonly statuses: readonly { readonly status: string; readonly dateTime: string }[];
  readonly answers: readonly ShownAnswers[];
  readonly ownership: Certification;
  readonly consents: readonly PackagedConsent[];
  readonly documents: readonly PackagedDocument[];
  readonly auditTrail: readonly PackagedEvent[];
  readonly auditHead: { readonly sequence: number; readonly hash: string };
  /** Where the trail is broken; null where it is whole. */
  readonly auditFault: Pick<AuditFault, 'kind' | 'sequence'> | null;
}

/** Builds the package. Throws where nothing was submitted, or what was submitted has been purged (D38). */
export async function readEvidence(
  services: Pick<Services, 'database' | 'keyRing'>,
  applicationId: string,
  now: Date,
): Promise<EvidencePackage> {
  const submission = await readSubmission(services, applicationId);
  const { evidence } = submission;
  return services.database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const trail = await trailOf(transaction, submission);
      return {
        format: 'evidence-package' as const,
        version: 1 as const,
        createDateTime: now.toISOString(),
        application: await applicationOf(transaction, submission),
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

/** The rows of program and provider outlive their folder. */
async function applicationOf(
  queries: Queries,
  { row }: SubmissionRecord,
): Promise<EvidencePackage['application']> {
  const [program, provider, { status }] = [
    await queries
      .selectFrom('domain')
      .select(['domain_key as domainKey', 'name'])
      .where('domain_key', '=', row.domain_key)
      .executeTakeFirstOrThrow(),
    await queries
      .selectFrom('provider')
      .select(['provider_id as providerId', 'name', 'full_name as fullName'])
      .where('provider_id', '=', row.provider_id)
      .executeTakeFirstOrThrow(),
    await queries
      .selectFrom('application')
      .select('status')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow(),
  ];
  return {
    id: row.id,
    referenceNumber: row.reference_number,
    status,
    createDateTime: row.create_date_time.toISOString(),
    submittedDateTime: row.submitted_date_time?.toISOString() ?? null,
    storeId: row.store_id,
    program,
    provider,
  };
}

async function trailOf(
  transaction: Transaction<Tables>,
  { row }: SubmissionRecord,
): Promise<Pick<EvidencePackage, 'auditTrail' | 'auditHead' | 'auditFault'>> {
  const kept = await transaction
    .selectFrom('application')
    .select(['audit_sequence', 'audit_hash'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const auditTrail: PackagedEvent[] = [];
  let followed = beginning(row.id);
  for await (const event of auditEvents(transaction, { only: row.id })) {
    followed = follow(followed, event);
    auditTrail.push({
      sequence: event.sequence,
      type: event.type,
      detail: event.detail,
      createDateTime: event.create_date_time.toISOString(),
      previousHash: event.previous_hash.toString('hex'),
      hash: event.hash.toString('hex'),
    });
  }
  const fault = faultOf(followed, { sequence: kept.audit_sequence, hash: kept.audit_hash });
  return {
    auditTrail,
    auditHead: { sequence: kept.audit_sequence, hash: kept.audit_hash.toString('hex') },
    auditFault: fault ? { kind: fault.kind, sequence: fault.sequence } : null,
  };
}

/** Each event that led to a status names it (D26). */
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
    // Only the certification is another one for each application: its words rest with the submission.
    const html = agreement === 'controlling-party' ? evidence.certifiedHtml : kept?.html;
    const text = kept &&
      html !== undefined && {
        title: kept.title,
        html,
        markdown: kept.body,
        // Written by `recordTexts`, which is the only place that writes it.
        placeholders: kept.placeholders as unknown as AgreementValues,
        hashMatches: sha256Of(html) === sha256,
      };
    consents.push({ ...consent, text: text || null });
  }
  return consents;
}

/** The papers that were submitted, and those that came later (D26). */
async function documentsOf(
  queries: Queries,
  { row, snapshot }: SubmissionRecord,
): Promise<readonly PackagedDocument[]> {
  const kept = await queries
    .selectFrom('document')
    .select(['id', 'document_type', 'file_name', 'content_type', 'size', 'sha256', 'create_date_time'])
    .where('application_id', '=', row.id)
    .orderBy('id')
    .execute();
  const submitted = snapshot.documents.map((document) => ({ ...document, addedAfterSubmission: false }));
  const later = kept
    .filter(({ id }) => !submitted.some((document) => document.id === id))
    .map((document) => ({
      id: document.id,
      documentType: document.document_type,
      fileName: document.file_name,
      contentType: document.content_type,
      size: document.size,
      sha256: document.sha256,
      createDateTime: document.create_date_time.toISOString(),
      addedAfterSubmission: true,
    }));
  return [...submitted, ...later];
}
