/** Rows of stored answers, sealed, that a repeated call gets again (api "Headers"). */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type StoredAnswer = Selectable<Tables['idempotent_answer']>;

export async function findAnswer(
  transaction: Transaction<Tables>,
  { sessionId, path, key }: { readonly sessionId: string; readonly path: string; readonly key: string },
): Promise<StoredAnswer | undefined> {
  return transaction
    .selectFrom('idempotent_answer')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Forgets answers stored before a time. */
export async function deleteOldAnswers(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom('idempotent_answer').where('create_date_time', '<', before).execute();
}
