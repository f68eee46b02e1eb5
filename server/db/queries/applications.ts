/** Rows of applications. To a session, another session's application does not exist (X1). */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../tables.ts';

export type ApplicationRow = Selectable<Tables['application']>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for a text in the form of an id; on others the database would fail with an error of its own. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** Adds an application; returns its row with the defaults of the database. */
export async function insertApplication(
  transaction: Transaction<Tables>,
  row: Insertable<Tables['application']>,
): Promise<ApplicationRow> {
  return transaction.insertInto('application').values(row).returningAll().executeTakeFirstOrThrow();
}

/** An application of a session, without a lock; undefined where it is another session's. */
export async function findApplication(
  transaction: Transaction<Tables>,
  sessionId: string,
  id: string,
): Promise<ApplicationRow | undefined> {
  if (!isId(id)) return undefined;
  return transaction
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
}

/** The row of an application, locked, whichever session it belongs to: for operators and background jobs. */
export async function lockApplicationRow(
  transaction: Transaction<Tables>,
  id: string,
): Promise<ApplicationRow> {
  return transaction
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** An application of a session, locked against every other writer; undefined where it is another session's. */
export async function lockOwnApplication(
  transaction: Transaction<Tables>,
  sessionId: string,
  id: string,
): Promise<ApplicationRow | undefined> {
  if (!isId(id)) return undefined;
  return transaction
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
}

/** The row of an application, whichever session it is of. Throws where there is none. */
export async function readApplicationRow(
  queries: Kysely<Tables> | Transaction<Tables>,
  id: string,
): Promise<ApplicationRow> {
  return queries.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The id of the draft of a session; undefined where it has none. */
export async function draftOfSession(db: Kysely<Tables>, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('application')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return row?.id;
}

/** The session's one application, without a lock. Throws where there is none. */
export async function readApplicationOfSession(
  transaction: Transaction<Tables>,
  sessionId: string,
): Promise<ApplicationRow> {
  return transaction
    .selectFrom('application')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

/** The session's one application, locked against every other writer; the session was locked before. */
export async function lockApplicationOfSession(
  transaction: Transaction<Tables>,
  sessionId: string,
): Promise<ApplicationRow | undefined> {
  return transaction
    .selectFrom('application')
    .selectAll()
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
}

/** The id of the application that an operator names by its id or its reference number. */
export async function findApplicationId(db: Kysely<Tables>, named: string): Promise<string | undefined> {
  const query = db.selectFrom('application').select('id');
  const id = named.toLowerCase();
  const found = isId(id)
    ? query.where('id', '=', id)
    : query.where('reference_number', '=', named.toUpperCase());
  return (await found.executeTakeFirst())?.id;
}
