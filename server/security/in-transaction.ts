/** Transactions that write sealed values: at one time of the database's clock, with the store's keys. */
import type { Transaction } from 'kysely';
import { readNow, type Timed } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transactions.ts';
import type { StoreKeys } from './installation-key.ts';

/** What a write needs: its transaction, that transaction's start by the database's clock, and the keys. */
export interface WriteContext {
  readonly transaction: Transaction<Tables>;
  readonly now: Date;
  readonly keys: StoreKeys;
}

/** The part of the store that a write needs. */
export type WritableStore = { readonly database: Timed; readonly keys: StoreKeys };

/**
 * Runs `work` in a transaction of its own. `work` may await only queries of that transaction. If a data key isn't in memory, it
 * runs again once the key is loaded, so it must have no side effects outside the transaction.
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
