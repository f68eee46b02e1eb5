/** Rows of applications. Another session's row is a missing one (X1). */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type ApplicationRow = Selectable<Tables['application']>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for a text that can be an id at all; the database refuses others with an error of its own. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

export async function insertApplication(
  transaction: Transaction<Tables>,
  row: Insertable<Tables['application']>,
): Promise<ApplicationRow> {
  return transaction.insertInto('application').values(row).returningAll().executeTakeFirstOrThrow();
}

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

/** The row of an application, locked, whichever session it is of: for what the server does by itself. */
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
