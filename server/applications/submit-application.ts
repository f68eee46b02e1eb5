/** Submits an application: validates it again, freezes it and queues its delivery, in one transaction (D26, D27). */
import { randomInt } from 'node:crypto';
import { isSubmitted } from '../../api/status.ts';
import type { Copy } from '../../copy/copy.ts';
import type { AgreementKey, ApplicationState } from '../../form/fields/application-state.ts';
import { applyChange } from '../../form/state/apply-change.ts';
import { agreementsDue } from '../../form/state/consents.ts';
import { submissionErrors } from '../../form/validation/completeness.ts';
import { agreementFor, agreementOfVersion } from '../agreements/agreements.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { enqueue } from '../db/queries/outbox.ts';
import { endTokensOfApplication } from '../db/queries/resume-tokens.ts';
import { spendStartKey } from '../db/queries/start-keys.ts';
import { insertSubmission } from '../db/queries/submissions.ts';
import { ApiError, locked, notValid } from '../errors.ts';
import type { Session, TransactionContext } from '../sessions/sessions.ts';
import { type ApplicationRecord, consentTo, openApplication, stateOf } from './application-record.ts';
import { agreementUnread } from './consents.ts';
import { plannedChange } from './planned-change.ts';
import { updateApplication } from './row-change.ts';
import { sealSubmission } from './submission-record.ts';
import { writeChange } from './write-change.ts';

/** The letters in reference numbers: all capital letters except I and O, which look like digits. */
const referenceLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns one of 33 trillion random numbers such as `AAAA-9999-9999`. No one can guess another applicant's number (D26). */
function newReferenceNumber(): string {
  const letters = Array.from({ length: 4 }, () => referenceLetters[randomInt(referenceLetters.length)]);
  const digits = () => String(randomInt(10_000)).padStart(4, '0');
  return `${letters.join('')}-${digits()}-${digits()}`;
}

/** Throws `validation_failed` with an error for each wrong answer, or `agreement_unread` if all errors are outdated consents. */
function checkComplete(copy: Copy, record: ApplicationRecord, state: ApplicationState): void {
  const errors = submissionErrors(state);
  if (errors.length === 0) return;
  // These consents are no longer accepted because of a later change or a new version of the text (D31).
  const lost = agreementsDue(state)
    .filter((agreement) => consentTo(record, agreement)?.agreed && !state.agreed[agreement])
    .map((agreement) => `consents.${agreement}`);
  if (errors.every(({ field }) => lost.includes(field))) throw agreementUnread(copy);
  throw notValid(copy, errors);
}

/** Decrypts a draft and removes answers that no longer apply, such as answers to a field that the program now hides (D13). */
async function withoutVoidAnswers(context: TransactionContext, row: ApplicationRow) {
  const stored = await openApplication(context, row);
  const before = stateOf(stored, context.program, context.now);
  const after = applyChange(before, {});
  const planned = plannedChange(context, stored, before, after, { of: 'application' });
  await writeChange(context, planned);
  return planned.record;
}

/** Returns the controlling-party agreement in the version agreed to, or the current version if there is no consent. */
async function certifiedText(
  context: TransactionContext,
  record: ApplicationRecord,
  state: ApplicationState,
) {
  const agreement: AgreementKey = 'controlling-party';
  const version = consentTo(record, agreement)?.version;
  const agreed =
    version && (await agreementOfVersion(context.transaction, context, agreement, version, state));
  return agreed || agreementFor(context.program, agreement, state);
}

/** Submits and returns the session's draft, whose `row` must be locked. Changes no application that is already submitted (F2). */
export async function submitApplication(
  context: TransactionContext,
  session: Session,
  row: ApplicationRow,
): Promise<ApplicationRecord> {
  const { transaction, program, now } = context;
  if (isSubmitted(row)) return openApplication(context, row);
  if (row.status !== 'draft') throw locked();
  const record = await withoutVoidAnswers(context, row);
  const state = stateOf(record, program, now);
  checkComplete(program.copy, record, state);

  const status = state.proofRequired && state.documentCount === 0 ? 'pending' : 'submitted';
  const referenceNumber = newReferenceNumber();
  const { html } = await certifiedText(context, record, state);
  const sealed = sealSubmission(record, program, state, html);
  await insertSubmission(transaction, { application_id: row.id, ...sealed, submit_date_time: now });
  await enqueue(transaction, row.id, 'mail', now);
  await enqueue(transaction, row.id, 'delivery', now);
  if (session.startKeyId !== null && !(await spendStartKey(transaction, session.startKeyId, row.id)))
    throw new ApiError('conflict', 'This start key has already served another application.');
  await endTokensOfApplication(transaction, row.id, now);
  const submitted = await updateApplication(
    context,
    record.row,
    { status, submitted_date_time: now, reference_number: referenceNumber, version: record.row.version + 1 },
    [{ type: 'submitted', detail: { status, referenceNumber } }],
  );
  return { ...record, row: submitted };
}
