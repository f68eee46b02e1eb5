/**
 * Resumes a draft by email (D55). A first code verifies the address, to which the server then sends a link. The link's page makes
 * the server email a second code, which resumes the draft. Each try is counted in the database before the code is compared.
 */
import { baseForm } from '../../form/fields/form.ts';
import { mailCode } from '../../form/limits/resume-limits.ts';
import { noContext, parseWire, validateAnswer } from '../../form/validation/validate.ts';
import { lockDraft, openApplication } from '../applications/application-record.ts';
import { updateApplication } from '../applications/row-change.ts';
import { type ApplicationRow, draftOfSession } from '../db/queries/applications.ts';
import { dropJob, enqueue } from '../db/queries/outbox.ts';
import {
  countTry,
  deleteCodesOf,
  insertCode,
  type StoredCode,
  spendCode,
} from '../db/queries/resume-codes.ts';
import { consumeToken, findEmailToken, putEmailToken } from '../db/queries/resume-tokens.ts';
import type { Envelope, Row } from '../db/tables.ts';
import { uuidv7 } from '../db/uuid.ts';
import { isNotFound, notFound, notValid } from '../errors.ts';
import { lastsMillis } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import { dataKeyOf } from '../security/data-keys.ts';
import { inTransaction, type WriteContext } from '../security/in-transaction.ts';
import { type DataKey, keyedHash } from '../security/sealing.ts';
import { type KeyedCall, respondIdempotently, type StoredResponse } from '../sessions/idempotency.ts';
import { hashToken, tokenForm } from '../sessions/session-token.ts';
import { inTransactionOf, type Session, type TransactionContext } from '../sessions/sessions.ts';
import { countCall, limitCalls } from '../sessions/shared-limits.ts';
import { isCode, linkTokenOf } from './mailed-secrets.ts';
import {
  type FoundToken,
  liveTokens,
  type Opening,
  type ResumedDraft,
  repeatHashOf,
  resumeDraft,
} from './resume-draft.ts';
import type { ResumeServices } from './resume-events.ts';
import { revokeToken } from './revoke-token.ts';
import { openAddress, sealAddress, sealMailedTo } from './sealed-address.ts';

const kind = 'email' as const;

function noteFailure(services: ResumeServices, tried: StoredCode | undefined): void {
  const wrong = tried?.tries === mailCode.tries ? 'code_exhausted' : 'wrong_code';
  services.noteResume({ event: 'failed', way: kind, reason: tried ? wrong : 'no_way' });
}

/** Returns the id of a session's draft if the program allows resuming by email. Otherwise throws `resource_not_found`. */
async function ownDraft({ database }: ResumeServices, { id, program }: Session): Promise<string> {
  const applicationId = program.resume.byEmail ? await draftOfSession(database.db, id) : undefined;
  if (applicationId === undefined) throw notFound();
  return applicationId;
}

/** Returns the email address if it is valid. Otherwise throws `validation_failed`. */
function checkedAddress({ program }: Session, typed: unknown): string {
  const { email: field } = baseForm.applicant;
  const value = parseWire(field, typed);
  const error = validateAnswer(field, 'email', value, noContext);
  if (error) throw notValid(program.copy, [error]);
  if (typeof value !== 'string')
    throw notValid(program.copy, [{ field: 'email', rule: { kind: 'required' } }]);
  return value;
}

/** Emails a code. Throws `resource_not_found` (no draft or tax ID), `validation_failed` (invalid address) or `rate_limited`. */
export async function sendAddressCode(services: ResumeServices, session: Session, typed: unknown) {
  const applicationId = await ownDraft(services, session);
  const address = checkedAddress(session, typed);
  await limitCalls(services, 'addressCode', applicationId);
  await limitCalls(services, 'addressCode', addressHashOf(services, address));
  await inTransactionOf(services, session, async (context) => {
    const row = await lockDraft(context, applicationId);
    const { answers, key } = await openApplication(context, row);
    if (typeof answers['taxId'] !== 'string') throw notFound();
    const id = uuidv7(context.now);
    const sealed = sealAddress(key, row, id, address);
    await addCode(context, { id, application_id: applicationId, purpose: 'address', sealed });
  });
}

/** Adds a code and queues the email that contains it. */
async function addCode(
  { transaction, now }: WriteContext,
  code: Omit<Row<'resume_code'>, 'expire_date_time' | 'tries'>,
): Promise<void> {
  const expire_date_time = new Date(now.getTime() + mailCode.minutes * 60_000);
  await insertCode(transaction, { ...code, expire_date_time });
  await enqueue(transaction, code.application_id, 'code', now, { codeId: code.id });
}

const addressHashOf = ({ hashKey }: Pick<ResumeServices, 'hashKey'>, address: string) =>
  keyedHash(hashKey, 'mail address', address.toLowerCase());

/**
 * Verifies an email address by its code, and emails the resume link to this address (D70). The link begins with `origin`. Any
 * earlier link stops working. Throws `resource_not_found` if the code is wrong.
 */
export async function confirmAddress(
  services: ResumeServices,
  session: Session,
  { code, origin }: { readonly code: string; readonly origin: string },
  call: KeyedCall | undefined,
): Promise<StoredResponse> {
  const applicationId = await ownDraft(services, session);
  const tried = await countTry(services.database, { applicationId, purpose: 'address' }, mailCode.tries);
  const { id = '', sealed } = tried ?? {};
  const right = sealed && isCode(services, id, code) ? { id, sealed } : undefined;
  return inTransactionOf(services, session, async (context) => {
    const row = await lockDraft(context, applicationId);
    const key = dataKeyOf(context.keys, row);
    // A repeated call gets the first call's response again, although its code has been used.
    return respondIdempotently(context, call, code, async () => {
      if (!right) throw notFound();
      await issueEmailToken(context, row, key, { ...right, origin });
      return { status: 204, body: undefined, applicationId, key };
    });
  }).catch((error: unknown) => {
    if (isNotFound(error)) noteFailure(services, tried);
    throw error;
  });
}

/** Issues a draft's email token after the person has entered the code, and queues the email with the link. */
async function issueEmailToken(
  context: TransactionContext,
  row: ApplicationRow,
  key: DataKey,
  code: { readonly id: string; readonly sealed: Envelope; readonly origin: string },
): Promise<void> {
  const { transaction, now, services } = context;
  const { resume } = context.program;
  if (!(await spendCode(transaction, code.id))) throw notFound();
  await deleteCodesOf(transaction, row.id);
  const address = openAddress(key, row, code.id, code.sealed);
  const addressHash = addressHashOf(services, address);
  const id = uuidv7(now);
  const before = await findEmailToken(transaction, { application_id: row.id });
  // Tell the previous address that the link now goes to a different address.
  if (before?.sealed && before.addressHash !== addressHash)
    await enqueue(transaction, row.id, 'replaced', now, { wayId: before.id, sealed: before.sealed });
  await putEmailToken(transaction, {
    id,
    applicationId: row.id,
    tokenHash: hashToken(linkTokenOf(services, id)),
    sealed: sealMailedTo(key, row, id, { address, origin: code.origin }),
    addressHash,
    now,
    due: new Date(row.update_date_time.getTime() + lastsMillis(resume, 'email') - remindMillis(resume)),
  });
  await enqueue(transaction, row.id, 'link', now, { wayId: id });
  await updateApplication(context, row, {}, [{ type: 'way_opened', detail: { way: kind } }]);
}

/** Returns how many milliseconds before a link's expiry its reminder is sent, or 0 (no reminder) if links last one day. */
export const remindMillis = ({ days }: Program['resume']) => (days > 1 ? 24 * 60 * 60_000 : 0);

/** Returns the live token of a link, or undefined if the link belongs to another program or no longer works. */
async function tokenOfLink(
  services: ResumeServices,
  program: Program,
  token: string,
  idempotencyKey?: string,
): Promise<FoundToken | undefined> {
  if (!program.resume.byEmail || !tokenForm.test(token)) return undefined;
  const [found] = await liveTokens(services, program, kind, [hashToken(token)], idempotencyKey);
  return found;
}

/**
 * Sends a code to the email address of a link that works, unless too many codes were sent. For a link that doesn't work, runs
 * equally many reads and writes, because the response time on a busy server would otherwise reveal whether a link works.
 */
export async function sendLinkCode(services: ResumeServices, program: Program, token: string): Promise<void> {
  const found = await tokenOfLink(services, program, token);
  const dummyHash = keyedHash(services.hashKey, 'link of nobody', token);
  const { applicationId = dummyHash, addressHash = dummyHash } = found ?? {};
  const ofDraft = await countCall(services, 'linkCode', applicationId);
  const ofAddress = await countCall(services, 'linkCode', `address ${addressHash}`);
  if (ofDraft.wait > 0 || ofAddress.wait > 0) {
    if (found) services.noteResume({ event: 'failed', way: kind, reason: 'too_many_codes' });
    return;
  }
  await inTransaction(services, async (context) => {
    const id = uuidv7(context.now);
    if (found) return addCode(context, { id, application_id: applicationId, purpose: 'link', sealed: null });
    // Runs as many statements as `addCode` but changes nothing, so the response time doesn't reveal that the link doesn't work.
    await spendCode(context.transaction, id);
    await dropJob(context.transaction, id);
  });
}

/**
 * Resumes the draft of a link if the code is right. A call with an `idempotencyKey` can be repeated until the new session makes
 * another call. Returns undefined if the link or the code doesn't work, or if a parallel call resumed the draft first.
 */
export async function resumeByLink(
  services: ResumeServices,
  program: Program,
  { token, code }: { readonly token: string; readonly code: string },
  { begin, idempotencyKey }: Opening,
): Promise<ResumedDraft | undefined> {
  const found = await tokenOfLink(services, program, token, idempotencyKey);
  const of = found && ({ applicationId: found.applicationId, purpose: 'link' } as const);
  const tried = of && (await countTry(services.database, of, mailCode.tries));
  if (!tried || !isCode(services, tried.id, code)) {
    noteFailure(services, tried);
    return undefined;
  }
  const repeatHash = repeatHashOf(found.tokenHash, idempotencyKey);
  return resumeDraft(services, found, begin, ({ transaction, now }) =>
    consumeToken(transaction, found, { now, repeatHash }),
  );
}

/** Revokes a link's token because the recipient pressed "Not me". */
export async function closeLink(services: ResumeServices, program: Program, token: string): Promise<void> {
  const found = await tokenOfLink(services, program, token);
  if (found) await revokeToken(services, found, 'not_me');
}
