/** Collects the evidence of an application's questions, answers and consents (D31, D35). Sensitive answers are masked (D37). */
import type { Transaction } from 'kysely';
import { auditHeadOf } from '../applications/application-record.ts';
import { openDescription } from '../applications/sealed-parts.ts';
import type { Evidence, SubmissionRecord } from '../applications/submission-record.ts';
import { describedDocument, readSubmission } from '../applications/submission-record.ts';
import { readNow } from '../db/clock.ts';
import { type AgreementTextRow, findTextOfVersion } from '../db/queries/agreements.ts';
import { type ApplicationRow, readApplicationRow } from '../db/queries/applications.ts';
import { auditEvents } from '../db/queries/audit-events.ts';
import { documentRows } from '../db/queries/documents.ts';
import { programNames, providerNames } from '../db/queries/program-rows.ts';
import type { Tables } from '../db/tables.ts';
import { type Queries, readSnapshot } from '../db/transactions.ts';
import { type AgreementValues, sha256Of } from '../programs/agreement-text.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { withOpenReason } from '../security/sealed-reasons.ts';
import type { Services } from '../services.ts';
import { faultOf, startTrail, verifyEvent } from './audit-chain.ts';

/** The evidence of one application, with UTC times. Hashes are hex SHA-256, or HMAC-SHA-256 in events since 2026-11-23 (D32). */
export type EvidencePackage = Awaited<ReturnType<typeof readEvidence>>;

export type PackagedEvent = Awaited<ReturnType<typeof trailOf>>['auditTrail'][number];

/** A consent and the text that was agreed to or refused. `text` is null if the text is no longer stored. */
export type PackagedConsent = Evidence['consents'][number] & { readonly text: AgreedText | null };

export type AgreedText = ReturnType<typeof agreedText>;

/** Returns the evidence of an application. Throws if it was never submitted or its submission was purged (D38). */
export async function readEvidence(services: Pick<Services, 'database' | 'keys'>, applicationId: string) {
  const submission = await readSubmission(services, applicationId);
  const { evidence } = submission;
  return readSnapshot(services.database.db, async (transaction) => {
    const now = await readNow(services.database, transaction);
    // Read the row again in the same snapshot as the trail, so that both include the same changes since the submission.
    const row = await readApplicationRow(transaction, applicationId);
    const trail = await trailOf(services.keys, transaction, row);
    return {
      format: 'evidence-package' as const,
      /** The version of this JSON format. It increases with every change that software reading the JSON must know about. */
      version: 1 as const,
      createDateTime: now.toISOString(),
      application: {
        ...(await applicationOf(transaction, row)),
        /** The name as it was submitted, because the name in the row may change. */
        businessName: textOrNull(submission.snapshot.applicationData['businessName']),
      },
      /** Each status that the application has had, with its start time. */
      statuses: statusesOf(trail.auditTrail),
      answers: evidence.answers,
      ownership: evidence.certification,
      consents: await consentsOf(transaction, submission),
      documents: await documentsOf(transaction, submission),
      ...trail,
    };
  });
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** Returns an application's ids, times and names. Reads the names from rows that remain after the program's folder is removed. */
async function applicationOf(queries: Queries, row: ApplicationRow) {
  return {
    id: row.id,
    referenceNumber: row.reference_number,
    status: row.status,
    createDateTime: row.create_date_time.toISOString(),
    submittedDateTime: row.submitted_date_time?.toISOString() ?? null,
    storeId: row.store_id,
    program: await programNames(queries, row.domain_key),
    provider: await providerNames(queries, row.provider_id),
  };
}

async function trailOf(
  { auditKey, hashKey, areAllSealed }: StoreKeys,
  transaction: Transaction<Tables>,
  row: ApplicationRow,
) {
  const auditTrail = [];
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
    /** The first fault of the trail, or null if the trail is intact. */
    auditFault: fault ? { kind: fault.kind, sequence: fault.sequence } : null,
  };
}

function statusesOf(events: readonly PackagedEvent[]) {
  return events.flatMap(({ type, detail, createDateTime: dateTime }) => {
    const status = type === 'created' ? 'draft' : detail['status'];
    return typeof status === 'string' ? [{ status, dateTime }] : [];
  });
}

async function consentsOf(queries: Queries, { row, evidence }: SubmissionRecord) {
  const consents: PackagedConsent[] = [];
  for (const consent of evidence.consents) {
    const { agreement, version, sha256 } = consent;
    const kept = await findTextOfVersion(queries, row.domain_key, agreement, version);
    // Only the controlling-party agreement differs between applications, so its text is stored with the submission.
    const html = agreement === 'controlling-party' ? evidence.certifiedHtml : kept?.html;
    consents.push({
      ...consent,
      text: kept && html !== undefined ? agreedText(kept, html, sha256) : null,
    });
  }
  return consents;
}

/** Returns the text of a consent with the HTML that was shown. `hashMatches` tells whether this HTML has the consent's hash. */
function agreedText({ title, body, placeholders }: AgreementTextRow, html: string, sha256: string) {
  return {
    title,
    html,
    markdown: body,
    // Only `recordTexts` writes `placeholders`, and it stores `AgreementValues`.
    placeholders: placeholders as unknown as AgreementValues,
    hashMatches: sha256Of(html) === sha256,
  };
}

/** Returns the submitted documents, and the documents that were added later (D26). */
async function documentsOf(queries: Queries, { row, key, snapshot }: SubmissionRecord) {
  const kept = await documentRows(queries, row.id);
  const submitted = snapshot.documents.map((document) => ({
    ...document,
    // Submissions that older versions of the server stored do not have this hash.
    originalSha256: document.originalSha256 ?? null,
    addedAfterSubmission: false,
  }));
  const later = kept.filter(({ id }) => !submitted.some((document) => document.id === id));
  const described = later.map((document) => describedDocument(openDescription(document, key, row)));
  return [...submitted, ...described.map((document) => ({ ...document, addedAfterSubmission: true }))];
}
