/** Removes bucket objects of documents that were deleted or never stored (D28, D38), each before its record. */
import { after } from '../db/clock.ts';
import { deleteObjectRecords, takeDueObjects } from '../db/queries/documents.ts';
import type { Services } from '../services.ts';

/** Objects leased and removed at the same time. */
const batch = 32;

/** How long a sweep may run, in milliseconds, before the next one begins. */
const sweepMillis = 45_000;

/** How long the lease on objects lasts, in milliseconds; other nodes skip them meanwhile. */
const leaseMillis = 5 * 60_000;

/** Sweeps once. Rejects with DocumentsUnavailable at the end if the bucket failed to remove an object. */
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
    const removed = names.filter((_name, index) => removals[index]?.status === 'fulfilled');
    await deleteObjectRecords(database.db, removed);
    const failed = removals.flatMap((removal) => (removal.status === 'rejected' ? [removal.reason] : []));
    failures.push(...failed.slice(0, 1));
    taken = failed.length === batch ? 0 : names.length;
  }
  for (const failure of failures) throw failure;
}
