/** Queries for encrypted responses. A repeated call gets the stored response of the first call (docs/api.md, "Headers"). */
import { anyOf } from '../any-of.ts';
import type { Envelope, NewRow, Row } from '../tables.ts';
import type { Transaction } from '../transactions.ts';

/** Identifies a call by its session, its path without the query, and its `Idempotency-Key`. */
type CallKey = Pick<Row<'idempotent_answer'>, 'session_id' | 'path' | 'key'>;

/** Returns the stored response of the first call with this key, or undefined if there is none or it was deleted. */
export async function findResponse(transaction: Transaction, call: CallKey) {
  const row = await transaction
    .selectFrom('idempotent_answer')
    .select(['body_hash', 'answer'])
    .where((is) => is.and(call))
    .executeTakeFirst();
  return row && { bodyHash: row.body_hash, sealed: row.answer as Envelope };
}

/** Stores the response of the first call with a key, in the same transaction as the call's work (F2). */
export async function insertResponse(transaction: Transaction, row: NewRow<'idempotent_answer'>) {
  await transaction.insertInto('idempotent_answer').values(row).execute();
}

/** Deletes all stored responses of the given sessions, because the responses contain data of the sessions' applications. */
export async function deleteResponsesOf(transaction: Transaction, ...sessionIds: readonly string[]) {
  await transaction.deleteFrom('idempotent_answer').where('session_id', '=', anyOf(sessionIds)).execute();
}
