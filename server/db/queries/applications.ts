/**
 * Queries for applications, their people, and the evidence of consent (D31). A query that takes a session's id never returns
 * another session's application (X1). A consent's row is changed only to void the consent, or to encrypt or erase its signer.
 */
import { anyOf } from '../any-of.ts';
import type { Envelope, JsonObject, NewRow, Row } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';

export type ApplicationRow = Row<'application'>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns whether a text is a UUID in lowercase. With a text that is not a UUID, the database would throw an error. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** Inserts an application. Returns its row, including the columns that the database fills with defaults. */
export async function insertApplication(transaction: Transaction, row: NewRow<'application'>) {
  return transaction.insertInto('application').values(row).returningAll().executeTakeFirstOrThrow();
}

const withId = (queries: Queries, id: string) =>
  queries.selectFrom('application').selectAll().where('id', '=', id);

const ofSession = (queries: Queries, sessionId: string) =>
  queries.selectFrom('application').selectAll().where('session_id', '=', sessionId);

/** Reads a session's application without locking it. Returns undefined if the application belongs to another session. */
export async function findApplication(transaction: Transaction, sessionId: string, id: string) {
  return isId(id) ? ofSession(transaction, sessionId).where('id', '=', id).executeTakeFirst() : undefined;
}

/** Locks a session's application against all other writers and returns it. Returns undefined if another session owns it. */
export async function lockOwnApplication(transaction: Transaction, sessionId: string, id: string) {
  if (!isId(id)) return undefined;
  return ofSession(transaction, sessionId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Reads the session's only application without locking it. Throws if the session has none. */
export async function readApplicationOfSession(transaction: Transaction, sessionId: string) {
  return ofSession(transaction, sessionId).executeTakeFirstOrThrow();
}

/** Locks and returns the session's only application, if it has one. If you lock the session too, lock the session first. */
export async function lockApplicationOfSession(transaction: Transaction, sessionId: string) {
  return ofSession(transaction, sessionId).forUpdate().executeTakeFirst();
}

/** Reads an application's row without locking it or checking its session. Throws if the application doesn't exist. */
export async function readApplicationRow(queries: Queries, id: string): Promise<ApplicationRow> {
  return withId(queries, id).executeTakeFirstOrThrow();
}

/** Locks and returns an application's row, for operators and background jobs. Doesn't check the session. */
export async function lockApplicationRow(transaction: Transaction, id: string): Promise<ApplicationRow> {
  return withId(transaction, id).forUpdate().executeTakeFirstOrThrow();
}

/** Returns the id of a session's draft, or undefined if the session has no draft. */
export async function draftOfSession(db: Queries, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('application')
    .select('id')
    .where((is) => is.and({ session_id: sessionId, status: 'draft' }))
    .executeTakeFirst();
  return row?.id;
}

/** Returns the id of the application with this id or reference number, or undefined if there is none. */
export async function findApplicationId(db: Queries, named: string): Promise<string | undefined> {
  const query = db.selectFrom('application').select('id');
  const id = named.toLowerCase();
  const found = isId(id)
    ? query.where('id', '=', id)
    : query.where('reference_number', '=', named.toUpperCase());
  return (await found.executeTakeFirst())?.id;
}

export async function insertPersonnel(transaction: Transaction, row: NewRow<'personnel'>): Promise<void> {
  await transaction.insertInto('personnel').values(row).execute();
}

/** Replaces a person's encrypted answers, and sets the new version number of the person's row. */
export async function updatePersonnel(
  transaction: Transaction,
  id: string,
  version: number,
  sealed: JsonObject,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('personnel')
    .set({ version, answers: {}, sealed, update_date_time: now })
    .where('id', '=', id)
    .execute();
}

export async function deletePersonnel(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await transaction.deleteFrom('personnel').where('id', 'in', ids).execute();
}

/** One answer to one agreement or disclosure. */
export interface NewConsent {
  readonly id: string;
  readonly agreement: string;
  readonly version: string;
  /** The SHA-256 of the text, in hexadecimal. */
  readonly sha256: string;
  readonly agreed: boolean;
  /** When the text was last served to the applicant. Null if the applicant doesn't have to open the text. */
  readonly openDateTime: Date | null;
  readonly agreedDateTime: Date;
  /** The name, IP address and user agent of the signer, encrypted together. */
  readonly sealed: Envelope | null;
}

/** Adds a consent: the evidence of one answer to an agreement or disclosure. */
export async function insertConsent(transaction: Transaction, applicationId: string, consent: NewConsent) {
  const { id, agreement, version, sha256, agreed, openDateTime, agreedDateTime, sealed } = consent;
  const answer = { id, agreement, version, sha256, agreed, agreed_date_time: agreedDateTime, signer: sealed };
  await transaction
    .insertInto('consent')
    .values({ ...answer, application_id: applicationId, open_date_time: openDateTime })
    .execute();
}

/** Marks consents as void since the time `at`. */
export async function markConsentsVoid(transaction: Transaction, ids: readonly string[], at: Date) {
  if (ids.length === 0) return;
  await transaction.updateTable('consent').set({ void_date_time: at }).where('id', 'in', ids).execute();
}

/** Erases the names, IP addresses and user agents of signers. The consents themselves stay (D28, D38). */
export async function eraseSigners(transaction: Transaction, applicationIds: readonly string[]) {
  await transaction
    .updateTable('consent')
    .set({ ip: null, user_agent: null, signer_name: null, signer: null })
    .where('application_id', '=', anyOf(applicationIds))
    .execute();
}
