/** Closes the ways back whose time or tries are over, and erases the drafts to which none leads any more, within minutes (D28, D55). */
import { mostMisses } from '../../form/limits/resume-limits.ts';
import { readNow } from '../db/clock.ts';
import { enqueue } from '../db/queries/outbox.ts';
import { type DueToken, dueTokens, endToken, markReminded, putOff } from '../db/queries/resume-tokens.ts';
import { lastsMillis } from '../programs/program-settings.ts';
import { remindMillis } from '../resume/email-token.ts';
import type { ResumeServices } from '../resume/resume-events.ts';
import { revokeToken } from '../resume/revoke-token.ts';
import { inTransaction } from '../security/in-transaction.ts';
import { eachDue } from './each-due.ts';

/** How much later a way is looked at again whose time would be over, but whose draft is in use, in milliseconds. */
const inUseMillis = 60_000;

/**
 * How long a way of a program that this node does not have is left to nodes that have it, in milliseconds: while a release with
 * a new program is rolled out, or taken back. Nobody has a program whose ways nobody looks at for so long.
 */
const leftToOthersMillis = 72 * 60 * 60_000;

type SweptStore = Pick<ResumeServices, 'database' | 'keys' | 'programs' | 'noteResume'>;

/** Sweeps once; returns how many drafts were erased. A way that cannot be closed does not stop the others (`eachDue`). */
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
    async (way) => {
      if (await lookAt(store, way, now)) erased += 1;
    },
  );
  return erased;
}

/** Closes a way whose time is over, or that has had its last try; one of a program that is gone has none. Returns whether the draft was erased. */
async function lookAt(store: SweptStore, way: DueToken, now: Date): Promise<boolean> {
  const { db } = store.database;
  if (!way.isDraft) {
    await endToken(db, way.id, now);
    return false;
  }
  if (way.misses >= mostMisses) return revokeToken(store, way, 'misses');
  const program = store.programs.all.find(({ domainKey }) => domainKey === way.domainKey);
  const lasts = program ? lastsMillis(program.resume, way.kind) : 0;
  const end = new Date(way.changeDateTime.getTime() + lasts);
  if (end <= now && way.isLeft) return revokeToken(store, way, 'time_over');
  const isToRemind = program && way.kind === 'email' && !way.isReminded;
  const reminding = new Date(end.getTime() - (isToRemind ? remindMillis(program.resume) : 0));
  const isReminding = isToRemind && reminding <= now && now < end && way.isLeft;
  if (isReminding) await remind(store, way);
  const next = isReminding ? end : reminding;
  await putOff(db, way.id, next > now ? next : new Date(now.getTime() + inUseMillis));
  return false;
}

/** Queues the one mail that says that a day is left; of several nodes one does. */
async function remind(store: SweptStore, { id, applicationId }: DueToken): Promise<void> {
  await inTransaction(store, async ({ transaction, now }) => {
    if (await markReminded(transaction, id, now))
      await enqueue(transaction, applicationId, 'link', now, { wayId: id, isReminder: true });
  });
}
