/** Rows of start keys (D22); a key rests only as its keyed hash. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type StartKeyRow = Selectable<Tables['start_key']>;

/** The key of this hash, where it may still be used: of this program, not expired, revoked or spent. */
export async function findUsableStartKey(
  db: Kysely<Tables>,
  domainKey: string,
  keyHash: Buffer,
  now: Date,
): Promise<StartKeyRow | undefined> {
  return db
    .selectFrom('start_key')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('domain_key', '=', domainKey)
    .where('expire_date_time', '>', now)
    .where('revoke_date_time', 'is', null)
    .where('application_id', 'is', null)
    .executeTakeFirst();
}

/** Spends a key on a submitted application; answers false where another one has spent it. */
export async function spendStartKey(
  transaction: Transaction<Tables>,
  id: string,
  applicationId: string,
): Promise<boolean> {
  const result = await transaction
    .updateTable('start_key')
    .set({ application_id: applicationId })
    .where('id', '=', id)
    .where((is) => is.or([is('application_id', 'is', null), is('application_id', '=', applicationId)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
