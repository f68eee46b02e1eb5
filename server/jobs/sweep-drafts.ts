/** Revokes resume tokens that have expired or had too many wrong tries, and erases drafts that no token can resume (D28, D55). */
import { mostMisses } from '../../form/limits/resume-limits.ts';
import { readNow } from '../db/clock.ts';
import { enqueue } from '../db/queries/outbox.ts';
import {
  type DueToken,
  dueTokens,
  endToken,
  markReminded,
  postponeCheck,
} from '../db/queries/resume-tokens.ts';
import { lastsMillis } from '../programs/program-settings.ts';
import { remindMillis } from '../resume/email-token.ts';
import type { ResumeServices } from '../resume/resume-events.ts';
import { revokeToken } from '../resume/revoke-token.ts';
import { inTransaction } from '../security/in-transaction.ts';
import { eachDue } from './each-due.ts';

/** Milliseconds until the next check of an expired token whose draft is in use. */
const inUseMillis = 60_000;

/** Milliseconds for which this node skips a due token whose program it lacks. A node of another release may have the program. */
const leftToOthersMillis = 72 * 60 * 60_000;

type SweptStore = Pick<ResumeServices, 'database' | 'keys' | 'programs' | 'noteResume'>;

/** Checks all due tokens, even if checking some of them fails (`eachDue`). Returns how many drafts it erased. */
export async function sweepDrafts(store: SweptStore): Promise<number> {
  const now = await readNow(store.database);
  const due = {
    now,
    ofOthers: new Date(now.getTime() - leftToOthersMillis),
    domainKeys: store.programs.all.map(({ domainKey }) => domainKey),
  };
  let erased = 0;
  await eachDue(
    (page) => dueTokens(store.database.db, due, page),
    async (token) => {
      if (await check(store, token, now)) erased += 1;
    },
  );
  return erased;
}

/**
 * Revokes a token that had too many wrong tries, or that has expired while no session uses its draft. A token of a removed
 * program counts as expired. If the token remains, queues a due reminder and postpones the next check. If the
 * application is no longer a draft, only ends the token. Returns whether the draft was erased.
 */
async function check(store: SweptStore, token: DueToken, now: Date): Promise<boolean> {
  const { db } = store.database;
  if (!token.isDraft) {
    await endToken(db, token.id, now);
    return false;
  }
  if (token.misses >= mostMisses) return revokeToken(store, token, 'misses');
  const program = store.programs.all.find(({ domainKey }) => domainKey === token.domainKey);
  const lasts = program ? lastsMillis(program.resume, token.kind) : 0;
  const end = new Date(token.changeDateTime.getTime() + lasts);
  if (end <= now && token.isLeft) return revokeToken(store, token, 'time_over');
  const isToRemind = program && token.kind === 'email' && !token.isReminded;
  const reminding = new Date(end.getTime() - (isToRemind ? remindMillis(program.resume) : 0));
  const isReminding = isToRemind && reminding <= now && now < end && token.isLeft;
  if (isReminding) await remind(store, token);
  const next = isReminding ? end : reminding;
  await postponeCheck(db, token.id, next > now ? next : new Date(now.getTime() + inUseMillis));
  return false;
}

/** Queues the email that reminds the applicant that the link will expire, unless another node has already queued it. */
async function remind(store: SweptStore, { id, applicationId }: DueToken): Promise<void> {
  await inTransaction(store, async ({ transaction, now }) => {
    if (await markReminded(transaction, id, now))
      await enqueue(transaction, applicationId, 'link', now, { wayId: id, isReminder: true });
  });
}
