/** Rows of every text that was ever shown to applicants, by program, agreement and version; never changed (D30, D31). */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type AgreementTextRow = Selectable<Tables['agreement_text']>;

/** What tells whether a text is still the one that was shown under its version. */
export type KnownText = Pick<
  AgreementTextRow,
  'domain_key' | 'agreement' | 'version' | 'sha256' | 'title' | 'first_seen_date_time'
>;

/** Every text that was ever shown, without its words. */
export async function knownTexts(db: Kysely<Tables>): Promise<readonly KnownText[]> {
  return db
    .selectFrom('agreement_text')
    .select(['domain_key', 'agreement', 'version', 'sha256', 'title', 'first_seen_date_time'])
    .execute();
}

/** Adds texts; one that another node has added in the meantime is left as that node wrote it. */
export async function insertTexts(
  db: Kysely<Tables>,
  rows: readonly Insertable<Tables['agreement_text']>[],
): Promise<void> {
  await db
    .insertInto('agreement_text')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The text that a hash names; undefined where this program never showed it. */
export async function findText(
  db: Kysely<Tables>,
  domainKey: string,
  agreement: string,
  sha256: string,
): Promise<AgreementTextRow | undefined> {
  return db
    .selectFrom('agreement_text')
    .selectAll()
    .where('domain_key', '=', domainKey)
    .where('agreement', '=', agreement)
    .where('sha256', '=', sha256)
    .orderBy('first_seen_date_time', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The text of a version; undefined where this program never showed it. */
export async function findTextOfVersion(
  queries: Kysely<Tables> | Transaction<Tables>,
  domainKey: string,
  agreement: string,
  version: string,
): Promise<AgreementTextRow | undefined> {
  return queries
    .selectFrom('agreement_text')
    .selectAll()
    .where('domain_key', '=', domainKey)
    .where('agreement', '=', agreement)
    .where('version', '=', version)
    .executeTakeFirst();
}
