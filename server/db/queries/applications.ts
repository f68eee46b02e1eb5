/** Rows of applications. To a session, another session's application does not exist (X1). */
import type { ExpressionBuilder, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Timed } from '../clock.ts';
import { fixedAtMoment } from '../fixed-statement.ts';
import type { Tables } from '../tables.ts';
import type { WriteContext } from '../transactions.ts';
import type { ChainedEvents } from './audit-events.ts';
import { writeWithEvents } from './audit-events.ts';

export type ApplicationRow = Selectable<Tables['application']>;

/** Every column, by name: a statement that says `*` cannot stay prepared while another build adds a column. */
const applicationColumns = [
  'id',
  'session_id',
  'domain_key',
  'store_id',
  'provider_id',
  'status',
  'version',
  'create_date_time',
  'update_date_time',
  'create_user_id',
  'submitted_date_time',
  'reference_number',
  'answers',
  'sealed',
  'disclosures',
  'sections',
  'data_key',
  'audit_sequence',
  'audit_hash',
] as const satisfies readonly (keyof ApplicationRow)[];

const consentColumns = [
  'id',
  'application_id',
  'agreement',
  'version',
  'sha256',
  'agreed',
  'open_date_time',
  'agreed_date_time',
  'void_date_time',
  'ip',
  'user_agent',
  'signer_name',
] as const;

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

/** The people, the documents without their bytes, and the newest consents of an application, as columns. */
function partsOf(of: ExpressionBuilder<Tables, never>, id: string) {
  return [
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
        .where('application_id', '=', id)
        .orderBy('id'),
    ).as('personnel'),
    jsonArrayFrom(
      of
        .selectFrom('document')
        .select(['id', 'document_type', 'file_name', 'content_type', 'size', 'sha256', 'create_date_time'])
        .where('application_id', '=', id)
        .orderBy('id'),
    ).as('documents'),
    jsonArrayFrom(
      of
        .selectFrom('consent')
        .distinctOn('agreement')
        .select(consentColumns)
        .where('application_id', '=', id)
        .orderBy('agreement')
        .orderBy('id', 'desc'),
    ).as('consents'),
  ] as const;
}

/** What belongs to an application, as `readParts` gives it. */
export type ApplicationParts = Awaited<ReturnType<typeof readParts>>;

/** The people, the documents without their bytes, and the newest consents of an application, in one round trip. */
export async function readParts(transaction: Transaction<Tables>, applicationId: string) {
  return transaction.selectNoFrom((of) => partsOf(of, applicationId)).executeTakeFirstOrThrow();
}

const lockStatement = fixedAtMoment(
  (db, { id, sessionId }: { readonly id: string; readonly sessionId: string }, now) =>
    db
      .selectFrom('application')
      .select(applicationColumns)
      .select((of) => [
        ...partsOf(of as ExpressionBuilder<Tables, never>, id),
        now.as('now'),
        of
          .selectFrom('application as before')
          .select('before.audit_sequence')
          .where('before.id', '=', id)
          .as('sequence_before'),
      ])
      .where('id', '=', id)
      .where('session_id', '=', sessionId)
      .forUpdate(),
);

/** An application of a session, locked, with all that belongs to it and the moment of the transaction. */
export interface LockedApplication {
  readonly row: ApplicationRow;
  readonly parts: ApplicationParts;
  readonly now: Date;
}

/**
 * Locks an application of a session against every other writer and reads all that belongs to it, mostly in one round
 * trip; undefined where it is another session's.
 *
 * A statement that had to wait for the lock sees the row as it is now, but everything else as it was before the wait.
 * Every change moves the head of the audit trail, so two different heads tell that; the parts are then read again.
 */
export async function lockOwnWithParts(
  transaction: Transaction<Tables>,
  moment: Timed['moment'],
  sessionId: string,
  id: string,
): Promise<LockedApplication | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await lockStatement(moment)(transaction, { id, sessionId });
  const [found] = rows;
  if (!found) return undefined;
  const { personnel, documents, consents, now, sequence_before, ...row } = found;
  const isCurrent = sequence_before === row.audit_sequence;
  return {
    row,
    now,
    parts: isCurrent ? { personnel, documents, consents } : await readParts(transaction, id),
  };
}

/**
 * Writes changes of a locked row of an application with the audit events of them and the new head of their chain, in
 * one round trip; returns the row as it is then.
 */
export async function updateApplicationRow(
  { transaction, now }: WriteContext,
  row: ApplicationRow,
  changes: Partial<ApplicationRow>,
  { rows, head }: ChainedEvents,
): Promise<ApplicationRow> {
  const set = { ...changes, update_date_time: now, audit_sequence: head.sequence, audit_hash: head.hash };
  await writeWithEvents(transaction, row.id, set, rows);
  return { ...row, ...set };
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
