/**
 * Resumes a draft on the same device, by a token in a cookie and two facts that only the applicant knows (D55). Each try is
 * counted in the database before the facts are compared, so parallel calls, even to several nodes, allow no extra tries.
 */
import { timingSafeEqual } from 'node:crypto';
import type { DeviceTry } from '../../api/resume.ts';
import { digitsIn, mostMisses, taxIdEnd } from '../../form/limits/resume-limits.ts';
import { applicantOf } from '../../form/people/people.ts';
import { type ApplicationRecord, readApplication } from '../applications/application-record.ts';
import { readNow } from '../db/clock.ts';
import { countMisses, putDeviceToken, replaceSecret, uncountMiss } from '../db/queries/resume-tokens.ts';
import { uuidv7 } from '../db/uuid.ts';
import { lastsMillis } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import { newToken } from '../sessions/session-token.ts';
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

const kind = 'device' as const;

/**
 * Milliseconds after the fifth try until the sweep revokes the token, in case the call that counted this try was interrupted.
 * A try counts as failed until its draft has been resumed, so this time must be longer than resuming takes.
 */
const revokeAfterMillis = 2 * 60_000;

/** A resume cookie's name, and the hash of the token in it. */
export type ResumeCookie = { readonly name: string; readonly tokenHash: Buffer };

/** The id and the secret of a device token. */
export type DeviceToken = { readonly id: string; readonly token: string };

/** Issues or replaces a device token. Returns undefined if the program or start key allows none, or if the draft has ended. */
export async function issueDeviceToken(
  { database }: ResumeServices,
  program: Program,
  applicationId: string,
  now: Date,
): Promise<DeviceToken | undefined> {
  if (!program.resume.onDevice) return undefined;
  const { token, tokenHash } = newToken();
  const id = await putDeviceToken(database.db, {
    id: uuidv7(now),
    applicationId,
    tokenHash,
    now,
    due: new Date(now.getTime() + lastsMillis(program.resume, 'device')),
  });
  return id === undefined ? undefined : { id, token };
}

/** Returns the device's live tokens for drafts of a program, with the most recently changed draft first. */
export async function tokensOfDevice(
  services: ResumeServices,
  program: Program,
  cookies: readonly ResumeCookie[],
  idempotencyKey?: string,
): Promise<readonly FoundToken[]> {
  if (!program.resume.onDevice || cookies.length === 0) return [];
  const hashes = cookies.map(({ tokenHash }) => tokenHash);
  return liveTokens(services, program, kind, hashes, idempotencyKey);
}

/**
 * Resumes the device's first draft that matches the facts. Returns the draft, and the new secret of its token. If no draft
 * matches, the try counts as failed for each token that was tried. Revokes a token after its fifth failed try.
 */
export async function resumeOnDevice(
  services: ResumeServices,
  program: Program,
  cookies: readonly ResumeCookie[],
  facts: DeviceTry,
  { begin, idempotencyKey }: Opening,
): Promise<(ResumedDraft & DeviceToken) | undefined> {
  const tokens = await tokensOfDevice(services, program, cookies, idempotencyKey);
  const ids = tokens.map(({ id }) => id);
  const closeBy = new Date((await readNow(services.database)).getTime() + revokeAfterMillis);
  const counted = await countMisses(services.database.db, ids, { most: mostMisses, closeBy });
  const tried = tokens.filter(({ id }) => counted.has(id));
  for (const found of tried) {
    const draft = await readApplication(services, found.applicationId);
    if (draft?.row.status !== 'draft' || !factsMatch(facts, draft)) continue;
    const others = tried.flatMap((other) => (other === found ? [] : other.id));
    const { token, tokenHash } = newToken();
    const repeatHash = found.repeatHash ?? repeatHashOf(found.tokenHash, idempotencyKey);
    const opened = await resumeDraft(services, found, begin, async ({ transaction }) => {
      const isReplaced = await replaceSecret(transaction, found, { tokenHash, repeatHash });
      if (isReplaced) await uncountMiss(transaction, others);
      return isReplaced;
    });
    return opened && { ...opened, id: found.id, token };
  }
  services.noteResume({ event: 'failed', way: kind, reason: tried.length > 0 ? 'wrong_facts' : 'no_way' });
  for (const found of tried)
    if (counted.get(found.id) === mostMisses) await revokeToken(services, found, 'misses');
  return undefined;
}

/** Returns whether the facts match the draft. Always compares both facts, and in constant time. */
function factsMatch(
  { taxIdLast4, dateOfBirth = '' }: DeviceTry,
  { answers, personnel }: ApplicationRecord,
): boolean {
  const taxId = textOf(answers['taxId']);
  const born = textOf(applicantOf({ personnel })?.answers['dateOfBirth']);
  const isTaxId = taxId !== '' && isEqual(taxId.slice(-4), digitsIn(taxIdLast4, taxIdEnd) ?? '');
  const isBorn = isEqual(born, born === '' ? '' : dateOfBirth);
  return isTaxId && isBorn;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
