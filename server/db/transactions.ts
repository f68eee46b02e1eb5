/**
 * The one place where transactions are begun. Each may be run again: so what runs in one has no effect but its statements.
 * The two kinds are one that writes at a known moment, and one whose reads all see one moment.
 */
import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import type { StoreKeys } from '../security/installation-key.ts';
import type { Timed } from './clock.ts';
import { readNow } from './clock.ts';
import { againAfterConflict } from './conflicts.ts';
import type { Tables } from './tables.ts';

/** What a statement can be run by: the store, or a transaction. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/** What a statement that stands alone can be run by. It has no transactions. */
export type Reads = Pick<Kysely<Tables>, 'executeQuery'>;

/** What a write works with: its transaction, and the moment at which that began by the database's clock. */
export interface WriteContext {
  readonly transaction: Transaction<Tables>;
  readonly now: Date;
  readonly keys: StoreKeys;
}

/** What a write needs of the store. */
export interface WritableStore {
  readonly database: Timed;
  readonly keys: StoreKeys;
}

/**
 * Runs `work` in a transaction, and again where PostgreSQL took that back because of another one: `work` may have no effect
 * but its statements. Rejects with the last error, which counts as unavailable (`unavailable.ts`).
 */
export async function transact<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
  isolation?: IsolationLevel,
): Promise<T> {
  return againAfterConflict(() => {
    const begun = db.transaction();
    return (isolation ? begun.setIsolationLevel(isolation) : begun).execute(work);
  });
}

/**
 * Runs `work` in a transaction of its own. Nothing but queries of that transaction may be waited for in it. Where it needs
 * a data key that is not in memory, it runs once more with that: so it may have no effect beside the transaction.
 */
export async function inTransaction<T>(
  { database, keys }: WritableStore,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  return keys.atHand(() =>
    transact(database.db, async (transaction) =>
      work({ transaction, keys, now: await readNow(database, transaction) }),
    ),
  );
}

/** Runs `work` in a transaction whose reads all see the store as it is at one moment. */
export async function readAtOneMoment<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return transact(db, work, 'repeatable read');
}
