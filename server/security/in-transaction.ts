/** Transactions that write sealed values: at one moment of the database's clock, with the store's keys. */
import type { Transaction } from 'kysely';
import { readNow, type Timed } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transactions.ts';
import type { StoreKeys } from './installation-key.ts';

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
 * Runs `work` in a transaction of its own. Nothing but queries of that transaction may be waited for in it. Where it needs
 * a data key that is not in memory, it runs once more with that: so it may have no effect beside the transaction.
 */
export async function inTransaction<T>(
  { database, keys }: WritableStore,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  return keys.withKeysLoaded(() =>
    transact(database.db, async (transaction) =>
      work({ transaction, keys, now: await readNow(database, transaction) }),
    ),
  );
}
