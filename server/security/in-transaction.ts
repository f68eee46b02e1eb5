/**
 * Runs transactions that write sealed values. All of a transaction's writes use one time of the database's clock, and the store's
 * keys.
 */
import type { Transaction } from 'kysely';
import { readNow, type Timed } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transactions.ts';
import type { StoreKeys } from './installation-key.ts';

/** The context of a write: its transaction, the start time of that transaction by the database's clock, and the keys. */
export interface WriteContext {
  readonly transaction: Transaction<Tables>;
  readonly now: Date;
  readonly keys: StoreKeys;
}

/** The parts of the store that a write needs. */
export type WritableStore = { readonly database: Timed; readonly keys: StoreKeys };

/**
 * Runs `work` in a new transaction. `work` may await only queries of that transaction. If a data key isn't in memory, the key is
 * loaded and `work` runs again, so it must have no side effects outside the transaction.
 */
export async function inTransaction<T>(
  store: WritableStore,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  return inTransactionWith(store, {}, work);
}

/** Like `inTransaction`; the context that `work` gets has the members of `more` too. */
export async function inTransactionWith<T, More extends object>(
  { database, keys }: WritableStore,
  more: More,
  work: (context: WriteContext & More) => Promise<T>,
): Promise<T> {
  return keys.withKeysLoaded(() =>
    transact(database.db, async (transaction) =>
      work({ ...more, transaction, keys, now: await readNow(database, transaction) }),
    ),
  );
}
