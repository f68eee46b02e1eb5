/** Removes the bucket objects to which no document's row refers, and then the objects' records (D28, D38). */
import { after } from '../db/clock.ts';
import { deleteObjectRecords, takeDueObjects } from '../db/queries/documents.ts';
import type { Services } from '../services.ts';

/** Number of objects that are leased and removed concurrently. */
const batch = 32;

/** Milliseconds after which a sweep starts no more batches, so it ends before the next sweep begins. */
const sweepMillis = 45_000;

/** Milliseconds for which a node leases objects. Until the lease ends, other nodes skip the leased objects. */
const leaseMillis = 5 * 60_000;

/** Removes the due objects. If the bucket fails to remove some of them, rejects with DocumentsUnavailable at the end. */
export async function sweepObjects({ database, documents }: Pick<Services, 'database' | 'documents'>) {
  const { bucket } = documents;
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
