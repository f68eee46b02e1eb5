/** Rows that say which agreement's content was served to which session, and when (D31). */
import type { Selectable, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type AgreementOpening = Selectable<Tables['agreement_opening']>;

export async function insertOpening(
  transaction: Transaction<Tables>,
  opening: {
    readonly sessionId: string;
    readonly agreement: string;
    readonly version: string;
    readonly sha256: string;
    readonly at: Date;
  },
): Promise<void> {
  await transaction
    .insertInto('agreement_opening')
    .values({
      session_id: opening.sessionId,
      agreement: opening.agreement,
      version: opening.version,
      sha256: opening.sha256,
      open_date_time: opening.at,
    })
    .execute();
}

/** The latest time this session was served exactly this text. */
export async function findOpening(
  transaction: Transaction<Tables>,
  sessionId: string,
  agreement: string,
  sha256: string,
): Promise<AgreementOpening | undefined> {
  return transaction
    .selectFrom('agreement_opening')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('agreement', '=', agreement)
    .where('sha256', '=', sha256)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}
