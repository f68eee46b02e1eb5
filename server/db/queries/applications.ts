/** Queries for applications. A session can't read another session's application (X1). */
import type { NewRow, Row } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';

export type ApplicationRow = Row<'application'>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns whether a text has the format of an id. With any other text, the database would throw an error. */
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

/** Locks and returns the session's only application, if it has one. The caller must have locked the session. */
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

/** Returns the id of a session's draft, or undefined if the session has none. */
export async function draftOfSession(db: Queries, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('application')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return row?.id;
}

/** Returns the id of the application whose id or reference number is `named`. */
export async function findApplicationId(db: Queries, named: string): Promise<string | undefined> {
  const query = db.selectFrom('application').select('id');
  const id = named.toLowerCase();
  const found = isId(id)
    ? query.where('id', '=', id)
    : query.where('reference_number', '=', named.toUpperCase());
  return (await found.executeTakeFirst())?.id;
}
