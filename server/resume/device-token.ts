/**
 * The way back on a device (D55): a secret in a cookie, and two facts that only the applicant knows. Tries are counted in
 * the database before they are compared, so that neither several nodes nor many at once make more of them.
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

const way = 'device' as const;

/**
 * How long after the last try the sweep closes a way, in milliseconds, where the call did not come to it: a right try counts too
 * until the draft is open, and is done by then.
 */
const closeAfterMillis = 2 * 60_000;

/** A cookie of a way: what is stored of it, and its name. */
export interface ResumeCookie {
  readonly name: string;
  readonly tokenHash: Buffer;
}

/** What somebody says to be let in. */
export interface KnownFacts {
  readonly taxIdLast4: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string | undefined;
}

/** Gives a draft its way back on this device: the way's id and its secret; undefined where it is to have none. */
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

/** The ways that a device holds into drafts of a program, the draft that was changed last first. */
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

/** A draft that was opened, the session that it was in, and the secret that opens it the next time. */
export interface ComeBack {
  readonly way: { readonly id: string; readonly token: string };
  readonly storeId: string;
}

/**
 * Tries to open one of a device's drafts, and hands it to a session that `begin` begins in the same transaction. Undefined
 * where none fits: that counts as a miss on each of them, and the fifth closes a way.
 */
export async function comeBackOnDevice(
  services: ResumeServices,
  program: Program,
  cookies: readonly ResumeCookie[],
  facts: KnownFacts,
  { begin, idempotencyKey }: Opening,
): Promise<ComeBack | undefined> {
  const repeatHashes = cookies.flatMap(({ tokenHash }) => repeatHashOf(tokenHash, idempotencyKey) ?? []);
  const ways = await tokensOfDevice(services, program, cookies, repeatHashes);
  const ids = ways.map(({ id }) => id);
  const closeBy = new Date((await readNow(services.database)).getTime() + closeAfterMillis);
  const counted = await countMisses(services.database.db, ids, { most: mostMisses, closeBy });
  const tried = ways.filter(({ id }) => counted.has(id));
  for (const found of tried) {
    const draft = await draftOf(services, found);
    if (!draft || !knows(facts, draft)) continue;
    const others = tried.filter(({ id }) => id !== found.id).map(({ id }) => id);
    const opened = await openByDevice(services, found, { begin, idempotencyKey }, others);
    services.noteResume(opened ? { event: 'opened', way } : { event: 'failed', way, reason: 'overtaken' });
    return opened;
  }
  services.noteResume({ event: 'failed', way, reason: tried.length > 0 ? 'wrong_facts' : 'no_way' });
  for (const found of tried)
    if (counted.get(found.id) === mostMisses) await revokeToken(services, { ...found, kind: way }, 'misses');
  return undefined;
}

/** Closes the ways of a device: "Not me". */
export async function revokeTokens(services: ResumeServices, ways: readonly LiveToken[]): Promise<void> {
  for (const found of ways) await revokeToken(services, { ...found, kind: way }, 'not_me');
}

/** The draft to which a way led when it was found; undefined where that has ended meanwhile. */
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
 * Opens a way. The old session and the application are locked before the way is, as everywhere: two tries at once, or one
 * and a submit, then wait for one another, and the second finds the way used. Undefined then.
 */
async function openByDevice(
  services: ResumeServices,
  found: LiveToken,
  { begin, idempotencyKey }: Opening,
  others: readonly string[],
): Promise<ComeBack | undefined> {
  const { token, hash } = newSessionToken();
  const opened = inTransaction(services, async (context) => {
    const from = { ...found, kind: way };
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

/** Whether somebody knows what only the applicant of a draft does. Compared in constant time, both facts always. */
function knows(
  { taxIdLast4, dateOfBirth = '' }: KnownFacts,
  { answers, personnel }: ApplicationRecord,
): boolean {
  const applicant = applicantOf({ personnel } as Pick<ApplicationState, 'personnel'>);
  const taxId = textOf(answers['taxId']);
  const born = textOf(applicant?.answers['dateOfBirth']);
  const isTaxId = taxId !== '' && isSame(taxId.slice(-4), taxIdEndIn(taxIdLast4) ?? '');
  const isBorn = isSame(born, born === '' ? '' : dateOfBirth);
  return isTaxId && isBorn;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
