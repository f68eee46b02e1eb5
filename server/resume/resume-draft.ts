/**
 * Resumes a draft in a new session (D55). The old session ends, the resume token is replaced, and sensitive answers given in the
 * old session are not read back in the new one.
 */
import { baseForm } from '../../form/fields/form.ts';
import {
  type ApplicationRecord,
  auditedParts,
  fieldsOfPerson,
  lockApplication,
  openApplication,
  type PersonRecord,
} from '../applications/application-record.ts';
import { partsHash } from '../applications/audited-state.ts';
import { changedRow, writeLockedRow } from '../applications/row-change.ts';
import { deleteResponsesOf } from '../db/queries/idempotent-responses.ts';
import { updatePersonnel } from '../db/queries/personnel.ts';
import { forgetRepeats, type LiveToken, type ResumeTokenKind } from '../db/queries/resume-tokens.ts';
import { endSession, lockUnusedSession } from '../db/queries/sessions.ts';
import { missing } from '../errors.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import { sealContent, unreadable } from '../security/sealed-answers.ts';
import { placeOf } from '../security/sealed-columns.ts';
import { hashSessionToken } from '../sessions/session-token.ts';

/** How a call opens a draft in a new session. */
export interface Opening {
  /**
   * Starts the session, in the transaction that moves the draft to it, and returns its id. `from` is the draft's session until
   * then.
   */
  readonly begin: (context: WriteContext, from: string) => Promise<string>;
  readonly idempotencyKey: string | undefined;
}

/**
 * Returns the hash stored for a call that resumes a draft, so that the same call, repeated after a lost response, can resume it
 * again. Null if the call has no `Idempotency-Key`.
 */
export function repeatHashOf(tokenHash: Buffer, idempotencyKey: string | undefined): Buffer | null {
  if (idempotencyKey === undefined) return null;
  return Buffer.from(hashSessionToken(`${tokenHash.toString('hex')} ${idempotencyKey}`), 'hex');
}

/**
 * Moves a draft from its session to another existing session and returns the draft. Throws if the draft no longer belongs to the
 * old session, or if a repeated call finds that session already in use.
 */
export async function replaceSession(
  context: WriteContext,
  token: Pick<LiveToken, 'applicationId' | 'sessionId' | 'repeatHash'> & { readonly kind: ResumeTokenKind },
  sessionId: string,
): Promise<ApplicationRecord> {
  const { transaction, now } = context;
  if (token.repeatHash && !(await lockUnusedSession(transaction, token.sessionId))) throw missing();
  await endSession(context, token.sessionId, 'resumed');
  const row = await lockApplication(transaction, token.sessionId, token.applicationId);
  const record = await openApplication(context, row);
  await forgetRepeats(transaction, row.id);
  await deleteResponsesOf(transaction, token.sessionId);
  const personnel = record.personnel.map((person) => resealedPerson(record, person, now));
  for (const [index, person] of personnel.entries())
    if (person !== record.personnel[index])
      await updatePersonnel(transaction, person.id, person.version, person.sealed, now);
  const { answers, disclosures, sections, key } = record;
  const earlier = { ...record.earlier, ...unreadable(baseForm.application, answers) };
  const version = row.version + 1;
  const changed = { ...record, earlier, personnel };
  const columns = {
    version,
    session_id: sessionId,
    ...sealContent({ answers, disclosures, sections, earlier }, key, placeOf(row), version),
    parts_hash: partsHash(auditedParts(changed)),
  };
  const change = changedRow(context, row, columns, [{ type: 'resumed', detail: { way: token.kind } }]);
  await writeLockedRow(transaction, change);
  return { ...changed, row: change.after };
}

/** Returns a person as the new session may read them; the same object if nothing has to be withheld. */
function resealedPerson({ row, key }: ApplicationRecord, person: PersonRecord, now: Date): PersonRecord {
  const { id, personnelType, answers } = person;
  const earlier = { ...person.earlier, ...unreadable(fieldsOfPerson(personnelType), answers) };
  if (Object.keys(earlier).length === Object.keys(person.earlier).length) return person;
  const version = person.version + 1;
  const { sealed } = sealContent({ answers, earlier }, key, placeOf(row, id), version);
  return { ...person, earlier, sealed, version, updateDateTime: now };
}
