/**
 * Rows of every agreement text ever shown to applicants, by program, agreement and version; they never change (D30). And rows
 * that record which text was served to which session, and when (D31).
 */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../tables.ts';

export type AgreementTextRow = Selectable<Tables['agreement_text']>;
export type AgreementOpening = Selectable<Tables['agreement_opening']>;

/** The columns that show whether a text is still the one first shown under its version. */
export type KnownText = Pick<
  AgreementTextRow,
  'domain_key' | 'agreement' | 'version' | 'sha256' | 'title' | 'first_seen_date_time'
>;

/** Returns every text ever shown, without the text itself. */
export async function knownTexts(db: Kysely<Tables>): Promise<readonly KnownText[]> {
  return db
    .selectFrom('agreement_text')
    .select(['domain_key', 'agreement', 'version', 'sha256', 'title', 'first_seen_date_time'])
    .execute();
}

/** Adds texts. Keeps the row of one that another node has already added. */
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

/** Returns the text with a hash, or undefined if this program never showed it. */
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

/** Returns the text of a version, or undefined if this program never showed it. */
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

/** Records that a text was served to a session. */
export async function insertOpening(
  transaction: Transaction<Tables>,
  opening: {
    readonly sessionId: string;
    /** Null if the session has no application yet. */
    readonly applicationId: string | null;
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
      application_id: opening.applicationId,
      agreement: opening.agreement,
      version: opening.version,
      sha256: opening.sha256,
      open_date_time: opening.at,
    })
    .execute();
}

/** Returns the latest serving of exactly this text to this session, or to an earlier session of the same application (D55). */
export async function findOpening(
  queries: Kysely<Tables> | Transaction<Tables>,
  { sessionId, applicationId }: { readonly sessionId: string; readonly applicationId: string },
  agreement: string,
  sha256: string,
): Promise<AgreementOpening | undefined> {
  return queries
    .selectFrom('agreement_opening')
    .selectAll()
    .where((is) => is.or([is('session_id', '=', sessionId), is('application_id', '=', applicationId)]))
    .where('agreement', '=', agreement)
    .where('sha256', '=', sha256)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}
