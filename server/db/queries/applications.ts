/** Rows of applications. To a session, another session's application does not exist (X1). */
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../tables.ts';
import type { WriteContext } from '../transactions.ts';
import type { ChainedEvents } from './audit-events.ts';

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

/** The people, the documents without their bytes, and the newest consents of an application, in one round trip. */
export async function readParts(transaction: Transaction<Tables>, applicationId: string) {
  return transaction
    .selectNoFrom((of) => [
      jsonArrayFrom(
        of
          .selectFrom('personnel')
          .select([
            'id',
            'personnel_type',
            'version',
            'create_date_time',
            'update_date_time',
            'answers',
            'sealed',
          ])
          .where('application_id', '=', applicationId)
          .orderBy('id'),
      ).as('personnel'),
      jsonArrayFrom(
        of
          .selectFrom('document')
          .select(['id', 'document_type', 'file_name', 'content_type', 'size', 'sha256', 'create_date_time'])
          .where('application_id', '=', applicationId)
          .orderBy('id'),
      ).as('documents'),
      jsonArrayFrom(
        of
          .selectFrom('consent')
          .distinctOn('agreement')
          .selectAll()
          .where('application_id', '=', applicationId)
          .orderBy('agreement')
          .orderBy('id', 'desc'),
      ).as('consents'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Writes changes of an application's row with the audit events of them and the new head of their chain, in one round
 * trip; returns the row as it is then.
 */
export async function updateApplicationRow(
  { transaction, now }: WriteContext,
  id: string,
  changes: Updateable<Tables['application']>,
  { rows, head }: ChainedEvents,
): Promise<ApplicationRow> {
  return transaction
    .with('event', (query) => query.insertInto('audit_event').values(rows))
    .updateTable('application')
    .set({ ...changes, update_date_time: now, audit_sequence: head.sequence, audit_hash: head.hash })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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
