/** Rows of responses, sealed, that a repeated call gets again (api "Headers"). */
import type { Transaction } from 'kysely';
import { anyOf } from '../any-of.ts';
import type { Envelope, Tables } from '../tables.ts';

/** What makes two calls the same call: session, path without its query, and `Idempotency-Key`. */
export interface CallKey {
  readonly sessionId: string;
  readonly path: string;
  readonly key: string;
}

export interface SealedResponse {
  /** Keyed hash of what was sent. */
  readonly bodyHash: Buffer;
  /** The HTTP status. */
  readonly status: number;
  readonly sealed: Envelope;
}

/** The response to the first call of this key; undefined where there is none, or none any more. */
export async function findResponse(
  transaction: Transaction<Tables>,
  { sessionId, path, key }: CallKey,
): Promise<Pick<SealedResponse, 'bodyHash' | 'sealed'> | undefined> {
  const row = await transaction
    .selectFrom('idempotent_answer')
    .select(['body_hash', 'answer'])
    .where('session_id', '=', sessionId)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && { bodyHash: row.body_hash, sealed: row.answer as Envelope };
}

/** Stores the response to the first call of a key, in the transaction that did the call's work (F2). */
export async function insertResponse(
  transaction: Transaction<Tables>,
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

/** Deletes the responses to the calls of some sessions: they quote their applications. */
export async function deleteResponsesOf(
  transaction: Transaction<Tables>,
  ...sessionIds: readonly string[]
): Promise<void> {
  await transaction.deleteFrom('idempotent_answer').where('session_id', '=', anyOf(sessionIds)).execute();
}
