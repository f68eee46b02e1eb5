/**
 * Coming back to a draft (D55): a new session takes it over. The old session ends, the secret of the way is replaced, and
 * what the old one was told in confidence is not read back.
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

/** What opens a draft into a new session. */
export interface Opening {
  /** Begins the session, in the transaction that hands the draft to it; returns its id. `from` is the session before. */
  readonly begin: (context: WriteContext, from: string) => Promise<string>;
  readonly idempotencyKey: string | undefined;
}

/**
 * What is stored of a call that opens a draft, so that the same call, sent again because its response was lost, opens it again.
 * Null where the call has no `Idempotency-Key`.
 */
export function repeatHashOf(tokenHash: Buffer, idempotencyKey: string | undefined): Buffer | null {
  if (idempotencyKey === undefined) return null;
  return Buffer.from(hashSessionToken(`${tokenHash.toString('hex')} ${idempotencyKey}`), 'hex');
}

/**
 * Hands a draft from its session to another one, which is there already. Returns the draft; throws where it is not the
 * old session's any more, or of a repeat where that has been used meanwhile.
 */
export async function replaceSession(
  context: WriteContext,
  way: Pick<LiveToken, 'applicationId' | 'sessionId' | 'repeatHash'> & { readonly kind: ResumeTokenKind },
  sessionId: string,
): Promise<ApplicationRecord> {
  const { transaction, now } = context;
  if (way.repeatHash && !(await lockUnusedSession(transaction, way.sessionId))) throw missing();
  await endSession(context, way.sessionId, 'resumed');
  const row = await lockApplication(transaction, way.sessionId, way.applicationId);
  const record = await openApplication(context, row);
  await forgetRepeats(transaction, row.id);
  await deleteResponsesOf(transaction, way.sessionId);
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
  const change = changedRow(context, row, columns, [{ type: 'resumed', detail: { way: way.kind } }]);
  await writeLockedRow(transaction, change);
  return { ...changed, row: change.after };
}

/** A person as the next session may read them; the same object where nothing has to be withheld. */
function resealedPerson({ row, key }: ApplicationRecord, person: PersonRecord, now: Date): PersonRecord {
  const { id, personnelType, answers } = person;
  const earlier = { ...person.earlier, ...unreadable(fieldsOfPerson(personnelType), answers) };
  if (Object.keys(earlier).length === Object.keys(person.earlier).length) return person;
  const version = person.version + 1;
  const { sealed } = sealContent({ answers, earlier }, key, placeOf(row, id), version);
  return { ...person, earlier, sealed, version, updateDateTime: now };
}
