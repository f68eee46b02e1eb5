/** Queries for all agreement texts ever shown (D30) and records of when each was served (D31). A text's row never changes. */
import type { NewRow, Row } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';

export type AgreementTextRow = Row<'agreement_text'>;

/** An agreement text's row without the text. The row's hash shows whether the text of a version has changed. */
export type KnownText = Awaited<ReturnType<typeof knownTexts>>[number];

/** Returns the rows of all texts ever shown, without the texts themselves. */
export async function knownTexts(db: Queries) {
  return db
    .selectFrom('agreement_text')
    .select(['domain_key', 'agreement', 'version', 'sha256', 'title', 'first_seen_date_time'])
    .execute();
}

/** Adds texts. Skips a text that another node has already added. */
export async function insertTexts(db: Queries, rows: readonly NewRow<'agreement_text'>[]): Promise<void> {
  await db
    .insertInto('agreement_text')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const textsOf = (queries: Queries, domain_key: string, agreement: string) =>
  queries
    .selectFrom('agreement_text')
    .selectAll()
    .where((is) => is.and({ domain_key, agreement }));

/** Returns the text with this hash, or undefined if this program never showed it. */
export async function findText(db: Queries, domainKey: string, agreement: string, sha256: string) {
  return textsOf(db, domainKey, agreement)
    .where('sha256', '=', sha256)
    .orderBy('first_seen_date_time', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the text with this version, or undefined if this program never showed it. */
export async function findTextOfVersion(db: Queries, domainKey: string, agreement: string, version: string) {
  return textsOf(db, domainKey, agreement).where('version', '=', version).executeTakeFirst();
}

/** Records that a text was served to a session. The session might not have an application yet. */
export async function insertOpening(transaction: Transaction, row: NewRow<'agreement_opening'>) {
  await transaction.insertInto('agreement_opening').values(row).execute();
}

/** Returns the latest record that a text was served to this session, or to any session of this application (D55). */
export async function findOpening(
  queries: Queries,
  { sessionId, applicationId }: { readonly sessionId: string; readonly applicationId: string },
  agreement: string,
  sha256: string,
): Promise<Row<'agreement_opening'> | undefined> {
  return queries
    .selectFrom('agreement_opening')
    .selectAll()
    .where((is) => is.or([is('session_id', '=', sessionId), is('application_id', '=', applicationId)]))
    .where((is) => is.and({ agreement, sha256 }))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}
