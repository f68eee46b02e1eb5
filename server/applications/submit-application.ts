/** Submission: everything judged again, frozen, and handed to the outbox, in one transaction (D26, D27). */
import { randomInt } from 'node:crypto';
import { agreementsDue, submissionProblems } from '../../form/completeness.ts';
import type { AgreementKey, Situation } from '../../form/situation.ts';
import { locked, notValid, Refusal } from '../problem.ts';
import type { Session } from '../security/sessions.ts';
import type { ApplicationRow } from '../store/applications.ts';
import { enqueue } from '../store/outbox.ts';
import { spendStartKey } from '../store/start-keys.ts';
import { insertSubmission } from '../store/submissions.ts';
import type { ApplicationRecord } from './application-record.ts';
import { consentTo, situationOf } from './application-record.ts';
import type { Writing } from './application-writer.ts';
import { openLocked, updateApplication } from './application-writer.ts';
import { agreementUnread } from './give-consent.ts';
import { sealSubmission } from './submission-record.ts';

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

/** The agreements whose consent once held and no longer does: a later change made it void, or a new version (D31). */
function lostConsents(record: ApplicationRecord, situation: Situation): readonly AgreementKey[] {
  return agreementsDue(situation).filter(
    (agreement) => consentTo(record, agreement)?.agreed && !situation.agreed[agreement],
  );
}

/** Refuses with one problem per wrong thing; where only lost consents stand in the way, it is unread again. */
function checkComplete(record: ApplicationRecord, situation: Situation): void {
  const problems = submissionProblems(situation);
  if (problems.length === 0) return;
  const lost = lostConsents(record, situation).map((agreement) => `consents.${agreement}`);
  if (problems.every(({ field }) => lost.includes(field))) throw agreementUnread();
  throw notValid(problems);
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
  await insertSubmission(transaction, row.id, sealSubmission(record, program, situation), now);
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
