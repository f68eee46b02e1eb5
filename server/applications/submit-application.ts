/** Submission: everything judged again, frozen, and handed to the outbox, in one transaction (D26, D27). */
import { randomInt } from 'node:crypto';
import { certificationOf } from '../../form/changes.ts';
import { agreementsDue, submissionProblems } from '../../form/completeness.ts';
import { baseForm } from '../../form/form.ts';
import type { AgreementKey, Situation } from '../../form/situation.ts';
import { locked, notValid, Refusal } from '../problem.ts';
import { sealText } from '../security/encryption.ts';
import type { Session } from '../security/sessions.ts';
import type { ApplicationRow } from '../store/applications.ts';
import { enqueue } from '../store/outbox.ts';
import { spendStartKey } from '../store/start-keys.ts';
import type { ApplicationRecord } from './application-record.ts';
import { consentTo, fieldsOfPerson, placeOfRecord, situationOf } from './application-record.ts';
import type { Writing } from './application-writer.ts';
import { openLocked, updateApplication } from './application-writer.ts';
import { agreementUnread } from './give-consent.ts';

/** Statuses that a submission has led to; submitting again gives the same answer. */
const submittedStatuses: readonly string[] = ['submitted', 'pending', 'approved', 'declined', 'withdrawn'];

/** Letters and digits that nobody mistakes for one another. */
const referenceLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A reference number, `AAAA-9999-9999`: some 33 trillion of them, so that none can be guessed from another (D26). */
export function newReferenceNumber(): string {
  const letters = Array.from({ length: 4 }, () => referenceLetters[randomInt(referenceLetters.length)]).join(
    '',
  );
  const digits = () => String(randomInt(10_000)).padStart(4, '0');
  return `${letters}-${digits()}-${digits()}`;
}

/** The agreements whose consent once held and was made void by a later change (D31). */
function voidedConsents(record: ApplicationRecord, situation: Situation): readonly AgreementKey[] {
  return agreementsDue(situation).filter((agreement) => {
    const consent = consentTo(record, agreement);
    return consent?.agreed && consent.voidDateTime !== null;
  });
}

/** Refuses with one problem per wrong thing; where only a voided consent stands in the way, it is unread again. */
function checkComplete(record: ApplicationRecord, situation: Situation): void {
  const problems = submissionProblems(situation);
  if (problems.length === 0) return;
  const voided = voidedConsents(record, situation).map((agreement) => `consents.${agreement}`);
  if (problems.every(({ field }) => voided.includes(field))) throw agreementUnread();
  throw notValid(problems);
}

/** What the person confirmed, as it stands at this moment: every answer in full, papers by their hash. */
function snapshotOf(record: ApplicationRecord, situation: Situation) {
  const whole = (fields: object, answers: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.keys(fields).map((key) => [key, answers[key] ?? null]));
  return {
    applicationData: whole(baseForm.application, record.answers),
    disclosures: situation.disclosures,
    personnel: record.personnel.map(({ id, personnelType, answers }) => ({
      id,
      personnelType,
      ...whole(fieldsOfPerson(personnelType), answers),
    })),
    documents: record.documents.map((document) => ({
      ...document,
      createDateTime: document.createDateTime.toISOString(),
    })),
  };
}

/** The evidence of consent (D31): what was agreed to, when, from where, by whom, and what was certified. */
function evidenceOf(record: ApplicationRecord, situation: Situation) {
  return {
    consents: record.consents.map((consent) => ({
      ...consent,
      openDateTime: consent.openDateTime?.toISOString() ?? null,
      agreedDateTime: consent.agreedDateTime.toISOString(),
      voidDateTime: consent.voidDateTime?.toISOString() ?? null,
    })),
    certification: certificationOf(situation),
  };
}

/** Submits a locked draft of the session; an application that was submitted before is left as it is (F2). */
export async function submitApplication(
  writing: Writing,
  session: Session,
  row: ApplicationRow,
): Promise<void> {
  const { transaction, program, now } = writing;
  if (submittedStatuses.includes(row.status)) return;
  if (row.status !== 'draft') throw locked();
  const record = await openLocked(writing, row);
  const situation = situationOf(record, program, now);
  checkComplete(record, situation);

  const status = situation.proofRequired && situation.documentCount === 0 ? 'pending' : 'submitted';
  const referenceNumber = newReferenceNumber();
  const place = { ...placeOfRecord(row), table: 'submission' };
  const seal = (field: string, content: unknown) => ({
    ...sealText(record.key, JSON.stringify(content), { ...place, field }),
  });
  await transaction
    .insertInto('submission')
    .values({
      application_id: row.id,
      snapshot: seal('snapshot', snapshotOf(record, situation)),
      evidence: seal('evidence', evidenceOf(record, situation)),
      submit_date_time: now,
    })
    .execute();
  await enqueue(transaction, row.id, 'mail', now);
  await enqueue(transaction, row.id, 'delivery', now);
  if (session.startKeyId !== null && !(await spendStartKey(transaction, session.startKeyId, row.id)))
    throw new Refusal('conflict', 'This start key has already served another application.');
  await updateApplication(
    writing,
    row,
    { status, submitted_date_time: now, reference_number: referenceNumber, version: row.version + 1 },
    [{ type: 'submitted', detail: { status, referenceNumber } }],
  );
}
