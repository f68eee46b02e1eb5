/** Queries for sealed responses. A repeated call gets the stored response of the first call (api "Headers"). */
import { anyOf } from '../any-of.ts';
import type { Envelope } from '../tables.ts';
import type { Transaction } from '../transactions.ts';

/** Identifies a call by its session, its path without the query, and its `Idempotency-Key`. */
export interface CallKey {
  readonly sessionId: string;
  readonly path: string;
  readonly key: string;
}

export interface SealedResponse {
  /** The keyed hash of the request body. */
  readonly bodyHash: Buffer;
  /** The HTTP status. */
  readonly status: number;
  readonly sealed: Envelope;
}

/** Returns the stored response of the first call with this key, or undefined if there is none or it was deleted. */
export async function findResponse(transaction: Transaction, { sessionId, path, key }: CallKey) {
  const row = await transaction
    .selectFrom('idempotent_answer')
    .select(['body_hash', 'answer'])
    .where('session_id', '=', sessionId)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && { bodyHash: row.body_hash, sealed: row.answer as Envelope };
}

/** Stores the response of the first call with a key, in the same transaction as the call's work (F2). */
export async function insertResponse(
  transaction: Transaction,
  { sessionId, path, key }: CallKey,
  { bodyHash, status, sealed }: SealedResponse,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('idempotent_answer')
    .values({
      session_id: sessionId,
      path,
      key,
      body_hash: bodyHash,
      status,
      answer: { ...sealed },
      create_date_time: now,
    })
    .execute();
}

/** Deletes the stored responses of sessions, because they quote the sessions' applications. */
export async function deleteResponsesOf(transaction: Transaction, ...sessionIds: readonly string[]) {
  await transaction.deleteFrom('idempotent_answer').where('session_id', '=', anyOf(sessionIds)).execute();
}
