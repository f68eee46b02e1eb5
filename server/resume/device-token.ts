/**
 * Resumes a draft on the same device (D55): by a token in a cookie and two facts that only the applicant knows. Each try is
 * counted in the database before the facts are compared, so neither parallel calls nor several nodes allow more tries.
 */
import { timingSafeEqual } from 'node:crypto';
import type { ApplicationState } from '../../form/fields/application-state.ts';
import { mostMisses, taxIdEndIn } from '../../form/limits/resume-limits.ts';
import { applicantOf } from '../../form/people/people.ts';
import { type ApplicationRecord, openApplication } from '../applications/application-record.ts';
import { readNow } from '../db/clock.ts';
import { readApplicationRow } from '../db/queries/applications.ts';
import {
  countMisses,
  findLiveTokens,
  type LiveToken,
  putDeviceToken,
  replaceSecret,
  takeBackMiss,
} from '../db/queries/resume-tokens.ts';
import { readAtOneMoment } from '../db/transactions.ts';
import { uuidv7 } from '../db/uuid.ts';
import { isMissing, missing } from '../errors.ts';
import { lastsMillis } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import { inTransaction } from '../security/in-transaction.ts';
import { newSessionToken } from '../sessions/session-token.ts';
import { type Opening, repeatHashOf, replaceSession } from './come-back.ts';
import type { ResumeServices } from './resume-events.ts';
import { revokeToken } from './revoke-token.ts';

const kind = 'device' as const;

/**
 * How long after the last try the sweep revokes an exhausted token, in milliseconds, if the call itself did not. A correct try
 * also counts until its draft is open, which takes less than this.
 */
const revokeAfterMillis = 2 * 60_000;

/** A resume cookie: its name and the hash of its token. */
export interface ResumeCookie {
  readonly name: string;
  readonly tokenHash: Buffer;
}

/** The facts that a person enters to resume a draft. */
export interface KnownFacts {
  readonly taxIdLast4: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string | undefined;
}

/**
 * Issues a device token for a draft, or replaces the one it has. Returns its id and secret; undefined if the program or the store
 * allows none.
 */
export async function issueDeviceToken(
  { database }: ResumeServices,
  program: Program,
  applicationId: string,
  now: Date,
): Promise<{ readonly id: string; readonly token: string } | undefined> {
  if (!program.resume.onDevice) return undefined;
  const { token, hash } = newSessionToken();
  const tokenHash = Buffer.from(hash, 'hex');
  const id = await putDeviceToken(database.db, {
    id: uuidv7(now),
    applicationId,
    tokenHash,
    now,
    due: new Date(now.getTime() + lastsMillis(program.resume, 'device')),
  });
  return id === undefined ? undefined : { id, token };
}

/** Returns the device's live tokens for drafts of a program, the most recently changed draft first. */
export async function tokensOfDevice(
  { database }: ResumeServices,
  program: Program,
  cookies: readonly ResumeCookie[],
  repeatHashes: readonly Buffer[] = [],
): Promise<readonly LiveToken[]> {
  if (!program.resume.onDevice || cookies.length === 0) return [];
  const now = await readNow(database);
  return findLiveTokens(database.db, {
    domainKey: program.domainKey,
    kind: 'device',
    tokenHashes: cookies.map(({ tokenHash }) => tokenHash),
    repeatHashes,
    changedAfter: new Date(now.getTime() - lastsMillis(program.resume, 'device')),
  });
}

/** A resumed draft: its store, and the new token for resuming it the next time. */
export interface ComeBack {
  readonly way: { readonly id: string; readonly token: string };
  readonly storeId: string;
}

/**
 * Resumes the first of the device's drafts that the facts fit, in a session that `begin` starts in the same transaction. Returns
 * undefined if they fit none; that counts as a failed try for each token, and the fifth revokes it.
 */
export async function comeBackOnDevice(
  services: ResumeServices,
  program: Program,
  cookies: readonly ResumeCookie[],
  facts: KnownFacts,
  { begin, idempotencyKey }: Opening,
): Promise<ComeBack | undefined> {
  const repeatHashes = cookies.flatMap(({ tokenHash }) => repeatHashOf(tokenHash, idempotencyKey) ?? []);
  const tokens = await tokensOfDevice(services, program, cookies, repeatHashes);
  const ids = tokens.map(({ id }) => id);
  const closeBy = new Date((await readNow(services.database)).getTime() + revokeAfterMillis);
  const counted = await countMisses(services.database.db, ids, { most: mostMisses, closeBy });
  const tried = tokens.filter(({ id }) => counted.has(id));
  for (const found of tried) {
    const draft = await draftOf(services, found);
    if (!draft || !knows(facts, draft)) continue;
    const others = tried.filter(({ id }) => id !== found.id).map(({ id }) => id);
    const opened = await resumeWithToken(services, found, { begin, idempotencyKey }, others);
    services.noteResume(
      opened ? { event: 'opened', way: kind } : { event: 'failed', way: kind, reason: 'overtaken' },
    );
    return opened;
  }
  services.noteResume({ event: 'failed', way: kind, reason: tried.length > 0 ? 'wrong_facts' : 'no_way' });
  for (const found of tried)
    if (counted.get(found.id) === mostMisses) await revokeToken(services, { ...found, kind }, 'misses');
  return undefined;
}

/** Revokes a device's tokens when the applicant presses "Not me". */
export async function revokeTokens(services: ResumeServices, tokens: readonly LiveToken[]): Promise<void> {
  for (const found of tokens) await revokeToken(services, { ...found, kind }, 'not_me');
}

/** Returns the draft of a token; undefined if the draft ended in the meantime. */
async function draftOf(
  { database, keys }: ResumeServices,
  { applicationId }: LiveToken,
): Promise<ApplicationRecord | undefined> {
  return keys.withKeysLoaded(() =>
    readAtOneMoment(database.db, async (transaction) => {
      const row = await readApplicationRow(transaction, applicationId);
      return row.status === 'draft' ? openApplication({ transaction, keys }, row) : undefined;
    }),
  );
}

/**
 * Resumes the draft of a token. The old session and the application are locked first, in the same order as everywhere. So a
 * parallel try or submit waits, and the later one finds the token used and gets undefined.
 */
async function resumeWithToken(
  services: ResumeServices,
  found: LiveToken,
  { begin, idempotencyKey }: Opening,
  others: readonly string[],
): Promise<ComeBack | undefined> {
  const { token, hash } = newSessionToken();
  const opened = inTransaction(services, async (context) => {
    const from = { ...found, kind };
    const { row } = await replaceSession(context, from, await begin(context, found.sessionId));
    const repeatHash = found.repeatHash ?? repeatHashOf(found.tokenHash, idempotencyKey);
    const secret = { tokenHash: Buffer.from(hash, 'hex'), repeatHash };
    if (!(await replaceSecret(context.transaction, found, secret))) throw missing();
    await takeBackMiss(context.transaction, others);
    return { way: { id: found.id, token }, storeId: row.store_id };
  });
  return opened.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/** Returns whether the facts match the draft. Always compares both, in constant time. */
function knows(
  { taxIdLast4, dateOfBirth = '' }: KnownFacts,
  { answers, personnel }: ApplicationRecord,
): boolean {
  const applicant = applicantOf({ personnel } as Pick<ApplicationState, 'personnel'>);
  const taxId = textOf(answers['taxId']);
  const born = textOf(applicant?.answers['dateOfBirth']);
  const isTaxId = taxId !== '' && isEqual(taxId.slice(-4), taxIdEndIn(taxIdLast4) ?? '');
  const isBorn = isEqual(born, born === '' ? '' : dateOfBirth);
  return isTaxId && isBorn;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
