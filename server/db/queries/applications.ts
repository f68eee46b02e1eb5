/** Rows of applications. A session can't see another session's application (X1). */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../tables.ts';

export type ApplicationRow = Selectable<Tables['application']>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns whether a text looks like an id. The database would throw its own error on any other text. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** Adds an application. Returns its row with the database's defaults. */
export async function insertApplication(
  transaction: Transaction<Tables>,
  row: Insertable<Tables['application']>,
): Promise<ApplicationRow> {
  return transaction.insertInto('application').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns a session's application without a lock, or undefined if it belongs to another session. */
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

/** Locks and returns an application's row, for operators and background jobs. Doesn't check the session. */
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

/** Locks a session's application against all other writers and returns it, or undefined if it belongs to another session. */
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

/** Returns an application's row without checking the session. Throws if there is none. */
export async function readApplicationRow(
  queries: Kysely<Tables> | Transaction<Tables>,
  id: string,
): Promise<ApplicationRow> {
  return queries.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Returns the id of a session's draft, or undefined if it has none. */
export async function draftOfSession(db: Kysely<Tables>, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('application')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return row?.id;
}

/** Returns the session's one application without a lock. Throws if there is none. */
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

/** Locks and returns the session's one application. The caller has locked the session. */
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

/** Returns the id of the application with this id or reference number. */
export async function findApplicationId(db: Kysely<Tables>, named: string): Promise<string | undefined> {
  const query = db.selectFrom('application').select('id');
  const id = named.toLowerCase();
  const found = isId(id)
    ? query.where('id', '=', id)
    : query.where('reference_number', '=', named.toUpperCase());
  return (await found.executeTakeFirst())?.id;
}
