/** Resumes a draft in a new session, which cannot read back the sensitive answers that were given in the old session (D55). */
import { baseForm } from '../../form/fields/form.ts';
import {
  type ApplicationRecord,
  fieldsOfPerson,
  lockApplication,
  openApplication,
  type PersonRecord,
} from '../applications/application-record.ts';
import { changedParts } from '../applications/planned-change.ts';
import { updateApplication } from '../applications/row-change.ts';
import { readNow } from '../db/clock.ts';
import { type ApplicationRow, updatePersonnel } from '../db/queries/applications.ts';
import { deleteResponsesOf } from '../db/queries/idempotent-responses.ts';
import {
  clearRepeats,
  findLiveTokens,
  type LiveToken,
  type ResumeTokenKind,
} from '../db/queries/resume-tokens.ts';
import { endSession, lockUnusedSession } from '../db/queries/sessions.ts';
import { isNotFound, notFound } from '../errors.ts';
import { lastsMillis } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import { inTransaction, type WriteContext } from '../security/in-transaction.ts';
import { sealContent, unreadable } from '../security/sealed-answers.ts';
import { placeOf } from '../security/sealed-columns.ts';
import { hashToken } from '../sessions/session-token.ts';
import type { ResumeServices } from './resume-events.ts';

/** The parts of a call that are needed to resume a draft. */
export interface Opening {
  /** Starts the new session and returns its id. The same transaction then moves the draft. `from` is the old session's id. */
  readonly begin: (context: WriteContext, from: string) => Promise<string>;
  readonly idempotencyKey: string | undefined;
}

/** A live resume token, from a browser's cookie or from a link. */
export type FoundToken = LiveToken & { readonly kind: ResumeTokenKind };

/** The ids of a resumed draft and of its store. */
export type ResumedDraft = { readonly applicationId: string; readonly storeId: string };

/** Returns the hash by which a repeated call can resume a draft again. Null if the call has no `Idempotency-Key`. */
export function repeatHashOf(tokenHash: Buffer, idempotencyKey: string | undefined): Buffer | null {
  return idempotencyKey === undefined ? null : hashToken(`${tokenHash.toString('hex')} ${idempotencyKey}`);
}

/**
 * Returns the live tokens with these secrets for drafts of a program, with the most recently changed draft first. Also returns
 * tokens that an earlier call with these secrets and this `idempotencyKey` used, if that call's session is unused.
 */
export async function liveTokens(
  { database }: Pick<ResumeServices, 'database'>,
  { domainKey, resume }: Program,
  kind: ResumeTokenKind,
  tokenHashes: readonly Buffer[],
  idempotencyKey: string | undefined,
): Promise<readonly FoundToken[]> {
  const now = await readNow(database);
  const repeatHashes = tokenHashes.flatMap((hash) => repeatHashOf(hash, idempotencyKey) ?? []);
  const changedAfter = new Date(now.getTime() - lastsMillis(resume, kind));
  const wanted = { domainKey, kind, tokenHashes, repeatHashes, changedAfter };
  const found = await findLiveTokens(database.db, wanted);
  return found.map((token) => ({ ...token, kind }));
}

/**
 * Resumes a token's draft in a new session. `use` replaces or consumes the secret in the same transaction. Returns undefined if a
 * parallel attempt or submission was faster. Each of them locks the session first, so only one succeeds.
 */
export async function resumeDraft(
  services: ResumeServices,
  token: FoundToken,
  begin: Opening['begin'],
  use: (context: WriteContext) => Promise<boolean>,
): Promise<ResumedDraft | undefined> {
  const opened = await inTransaction(services, async (context) => {
    const row = await replaceSession(context, token, await begin(context, token.sessionId));
    if (!(await use(context))) throw notFound();
    return { applicationId: row.id, storeId: row.store_id };
  }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  const { kind: way } = token;
  services.noteResume(opened ? { event: 'opened', way } : { event: 'failed', way, reason: 'overtaken' });
  return opened;
}

/**
 * Ends the session of a draft, and moves the draft to another session. Throws if the draft no longer belongs to the old session.
 * For a repeated call, also throws if the session that the first call created has been used.
 */
async function replaceSession(
  context: WriteContext,
  token: FoundToken,
  sessionId: string,
): Promise<ApplicationRow> {
  const { transaction, now } = context;
  if (token.repeatHash && !(await lockUnusedSession(transaction, token.sessionId))) throw notFound();
  await endSession(context, token.sessionId, 'resumed');
  const row = await lockApplication(transaction, token.sessionId, token.applicationId);
  const record = await openApplication(context, row);
  await clearRepeats(transaction, row.id);
  await deleteResponsesOf(transaction, token.sessionId);
  const personnel = record.personnel.map((person) => resealedPerson(record, person, now));
  for (const [index, person] of personnel.entries())
    if (person !== record.personnel[index])
      await updatePersonnel(transaction, person.id, person.version, person.sealed, now);
  const { answers, disclosures, sections, key } = record;
  const earlier = { ...record.earlier, ...unreadable(baseForm.application, answers) };
  const version = row.version + 1;
  const columns = {
    version,
    session_id: sessionId,
    ...sealContent({ answers, disclosures, sections, earlier }, key, placeOf(row), version),
    ...changedParts({ ...record, personnel }),
  };
  return updateApplication(context, row, columns, [{ type: 'resumed', detail: { way: token.kind } }]);
}

/**
 * Returns a person whose sensitive answers are marked as given in an earlier session, so the new session cannot read them back.
 * Returns the same object if nothing changes.
 */
function resealedPerson({ row, key }: ApplicationRecord, person: PersonRecord, now: Date): PersonRecord {
  const { id, personnelType, answers } = person;
  const earlier = { ...person.earlier, ...unreadable(fieldsOfPerson(personnelType), answers) };
  if (Object.keys(earlier).length === Object.keys(person.earlier).length) return person;
  const version = person.version + 1;
  const { sealed } = sealContent({ answers, earlier }, key, placeOf(row, id), version);
  return { ...person, earlier, sealed, version, updateDateTime: now };
}
