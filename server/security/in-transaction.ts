/** Runs transactions that write sealed values. Passes them the store's keys and the current time of the database's clock. */
import type { Transaction } from 'kysely';
import { readNow, type Timed } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transactions.ts';
import type { StoreKeys } from './installation-key.ts';

/** The context of a write: its transaction, the transaction's start time by the database's clock, and the keys. */
export interface WriteContext {
  readonly transaction: Transaction<Tables>;
  readonly now: Date;
  readonly keys: StoreKeys;
}

/** The parts of the store that a write needs. */
export type WritableStore = { readonly database: Timed; readonly keys: StoreKeys };

/** Runs `work` in a transaction. Repeats it after a conflict or to load a key. `work` may await only queries of `transaction`. */
export async function inTransaction<T>(
  store: WritableStore,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  return inTransactionWith(store, {}, work);
}

/** Runs `work` like `inTransaction`. The context of `work` also contains the members of `more`. */
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
