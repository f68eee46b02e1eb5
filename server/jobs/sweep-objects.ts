/**
 * Removes the objects of documents that are gone, or never came, from the bucket (D28, D38, `docs/decisions/document-store.md`). An
 * object goes before the note of it: a sweep cut short in between then removes it once more, which does no harm.
 */
import { after } from '../db/clock.ts';
import { forgetObjects, takeDueObjects } from '../db/queries/documents.ts';
import type { Services } from '../services.ts';

/** Objects removed at the same time, and taken for that. */
const batch = 32;

/** How long a sweep may go on, in milliseconds, before the next one begins. */
const sweepMillis = 45_000;

/** How long another node waits with objects that this one has taken, in milliseconds. */
const leaseMillis = 5 * 60_000;

/**
 * Sweeps once. Rejects with DocumentsUnavailable where the bucket does not remove one; the others go all the same, as long as it
 * removes any.
 */
export async function sweepObjects({
  database,
  documents: { bucket },
}: Pick<Services, 'database' | 'documents'>): Promise<void> {
  if (!bucket) return;
  const end = performance.now() + sweepMillis;
  const failures: unknown[] = [];
  for (let taken = batch; taken === batch && performance.now() < end; ) {
    const from = database.moment();
    const names = await takeDueObjects(database.db, { from, until: after(from, leaseMillis), limit: batch });
    const removals = await Promise.allSettled(names.map((name) => bucket.remove(name)));
    await forgetObjects(
      database.db,
      names.filter((_name, index) => removals[index]?.status === 'fulfilled'),
    );
    const failed = removals.flatMap((removal) => (removal.status === 'rejected' ? [removal.reason] : []));
    failures.push(...failed.slice(0, 1));
    taken = failed.length === batch ? 0 : names.length;
  }
  for (const failure of failures) throw failure;
}
