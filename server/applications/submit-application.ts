/** Submits an application: validates it again, freezes it and queues its delivery, in one transaction (D26, D27). */
import { randomInt } from 'node:crypto';
import { isSubmitted } from '../../api/status.ts';
import type { Copy } from '../../copy/copy.ts';
import type { AgreementKey, ApplicationState } from '../../form/fields/application-state.ts';
import { applyChange } from '../../form/state/apply-change.ts';
import { agreementsDue } from '../../form/state/consents.ts';
import { submissionErrors } from '../../form/validation/completeness.ts';
import { agreementFor, type ShownText } from '../agreements/agreements.ts';
import { agreementOfVersion } from '../agreements/other-versions.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { enqueue } from '../db/queries/outbox.ts';
import { endTokensInto } from '../db/queries/resume-tokens.ts';
import { spendStartKey } from '../db/queries/start-keys.ts';
import { insertSubmission } from '../db/queries/submissions.ts';
import { ApiError, locked, notValid } from '../errors.ts';
import type { TransactionContext } from '../sessions/session-transaction.ts';
import type { Session } from '../sessions/sessions.ts';
import type { ApplicationRecord } from './application-record.ts';
import { consentTo, openApplication, stateOf } from './application-record.ts';
import { agreementUnread } from './consents.ts';
import { plannedChange } from './planned-change.ts';
import { updateApplication } from './row-change.ts';
import { sealSubmission } from './submission-record.ts';
import { writeChange } from './write-change.ts';

/** Letters that are not easily confused with each other or with digits. */
const referenceLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * Returns a random reference number, `AAAA-9999-9999`. There are about 33 trillion, so no one can guess one from another (D26).
 */
function newReferenceNumber(): string {
  const letters = Array.from({ length: 4 }, () => referenceLetters[randomInt(referenceLetters.length)]).join(
    '',
  );
  const digits = () => String(randomInt(10_000)).padStart(4, '0');
  return `${letters}-${digits()}-${digits()}`;
}

/**
 * Returns the agreements that were agreed to but no longer count, because a later change or a new version voided the consent
 * (D31).
 */
function lostConsents(record: ApplicationRecord, state: ApplicationState): readonly AgreementKey[] {
  return agreementsDue(state).filter(
    (agreement) => consentTo(record, agreement)?.agreed && !state.agreed[agreement],
  );
}

/** Throws one error per missing or wrong answer; `agreement_unread` if only voided consents are missing. */
function checkComplete(copy: Copy, record: ApplicationRecord, state: ApplicationState): void {
  const errors = submissionErrors(state);
  if (errors.length === 0) return;
  const lost = lostConsents(record, state).map((agreement) => `consents.${agreement}`);
  if (errors.every(({ field }) => lost.includes(field))) throw agreementUnread(copy);
  throw notValid(copy, errors);
}

/**
 * Opens a draft for submission. First erases answers that no longer count, such as those of a field that the program now hides
 * (D13), so that nothing else can read them.
 */
async function withoutVoidAnswers(context: TransactionContext, row: ApplicationRow) {
  const { program, now } = context;
  const stored = await openApplication(context, row);
  const before = stateOf(stored, program, now);
  const after = applyChange(before, {});
  const planned = plannedChange(context, stored, before, after, { of: 'application' });
  if (!planned.row) return { record: stored, state: before };
  await writeChange(context, planned);
  return { record: planned.record, state: stateOf(planned.record, program, now) };
}

/** Returns the text in the version that was agreed to, or the version in force if it was not agreed to. */
async function agreedTo(
  { transaction, program, now }: TransactionContext,
  record: ApplicationRecord,
  state: ApplicationState,
  agreement: AgreementKey,
): Promise<ShownText> {
  const version = consentTo(record, agreement)?.version;
  const agreedText =
    version === undefined
      ? undefined
      : await agreementOfVersion(transaction, { program, now }, agreement, version, state);
  return agreedText ?? agreementFor(program, agreement, state);
}

/** Submits a locked draft of the session and returns it. Leaves an application that is already submitted unchanged (F2). */
export async function submitApplication(
  context: TransactionContext,
  session: Session,
  row: ApplicationRow,
): Promise<ApplicationRecord> {
  const { transaction, program, now } = context;
  if (isSubmitted(row)) return openApplication(context, row);
  if (row.status !== 'draft') throw locked();
  const { record, state } = await withoutVoidAnswers(context, row);
  checkComplete(program.copy, record, state);

  const status = state.proofRequired && state.documentCount === 0 ? 'pending' : 'submitted';
  const referenceNumber = newReferenceNumber();
  const { html } = await agreedTo(context, record, state, 'controlling-party');
  await insertSubmission(transaction, row.id, sealSubmission(record, program, state, html), now);
  await enqueue(transaction, row.id, 'mail', now);
  await enqueue(transaction, row.id, 'delivery', now);
  if (session.startKeyId !== null && !(await spendStartKey(transaction, session.startKeyId, row.id)))
    throw new ApiError('conflict', 'This start key has already served another application.');
  await endTokensInto(transaction, row.id, now);
  const submitted = await updateApplication(
    context,
    record.row,
    { status, submitted_date_time: now, reference_number: referenceNumber, version: record.row.version + 1 },
    [{ type: 'submitted', detail: { status, referenceNumber } }],
  );
  return { ...record, row: submitted };
}
