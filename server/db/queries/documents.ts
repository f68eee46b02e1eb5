/**
 * Rows of uploaded documents; the bytes are sealed, in `content` and `original` or in the objects of a bucket that
 * `content_object` and `original_object` name, and the name is in `sealed`. And the objects that no row names.
 */

import type { Kysely, Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DocumentContentType } from '../../../form/limits/document-limits.ts';
import type { Moment } from '../clock.ts';
import type { Envelope, Tables } from '../tables.ts';
import type { Queries } from '../transactions.ts';
import type { ApplicationRow } from './applications.ts';
import { beforeAllIds } from './audit-events.ts';

/** An uploaded document without its bytes, which are read only when asked for. */
export interface DocumentRecord {
  readonly id: string;
  readonly documentType: string;
  readonly fileName: string;
  readonly contentType: DocumentContentType;
  /** Of the file that is kept, in bytes. */
  readonly size: number;
  /** Of the file that is kept, hexadecimal. */
  readonly sha256: string;
  /** Of the file as it came; null where it came before that was recorded, or is kept as it came until it is disarmed. */
  readonly originalSha256: string | null;
  readonly createDateTime: Date;
}

/** The columns that describe a document. */
export const describingColumns = [
  'id',
  'document_type',
  'file_name',
  'content_type',
  'size',
  'sha256',
  'original_sha256',
  'disarmed',
  'sealed',
  'create_date_time',
] as const satisfies readonly (keyof Tables['document'])[];

/** A document as it is stored, without its bytes; the form of its moment differs by how it was read. */
export type DocumentRow = Pick<
  Selectable<Tables['document']>,
  Exclude<(typeof describingColumns)[number], 'create_date_time'>
> & { readonly create_date_time: Date | string };

/** A document as it is to be stored. */
type NewDocument = Omit<DocumentRecord, 'fileName' | 'createDateTime'> & {
  /** The envelope of its name. */
  readonly sealed: Envelope | null;
};

/** Where sealed bytes are: in the row itself, or in an object of the bucket. */
export type KeptBytes = { readonly bytes: Buffer } | { readonly object: string };

/** Sealed bytes of a document: those that are kept, and those that came, where the program wants them delivered. */
export interface SealedBytes {
  readonly content: KeptBytes;
  readonly original: KeptBytes | null;
}

const bytesIn = (kept: KeptBytes | null) => (kept && 'bytes' in kept ? kept.bytes : null);
const objectIn = (kept: KeptBytes | null) => (kept && 'object' in kept ? kept.object : null);

function bytesColumns({ content, original }: SealedBytes) {
  return {
    content: bytesIn(content),
    content_object: objectIn(content),
    original: bytesIn(original),
    original_object: objectIn(original),
  };
}

function fileColumns(document: NewDocument, bytes: SealedBytes) {
  return {
    file_name: null,
    sealed: document.sealed,
    content_type: document.contentType,
    size: document.size,
    sha256: document.sha256,
    original_sha256: document.originalSha256,
    ...bytesColumns(bytes),
    disarmed: true,
  };
}

/** Adds a document, and takes over the objects that it names. */
export async function insertDocument(
  transaction: Transaction<Tables>,
  applicationId: string,
  document: NewDocument & Pick<DocumentRecord, 'createDateTime'>,
  bytes: SealedBytes,
): Promise<void> {
  await transaction
    .insertInto('document')
    .values({
      id: document.id,
      application_id: applicationId,
      document_type: document.documentType,
      ...fileColumns(document, bytes),
      create_date_time: document.createDateTime,
      update_date_time: document.createDateTime,
    })
    .execute();
  await claimObjects(transaction, bytes);
}

/** Replaces a document’s file, and takes over the objects that it names. Those that it named are removed later. */
export async function updateDocument(
  transaction: Transaction<Tables>,
  document: NewDocument,
  bytes: SealedBytes,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('document')
    .set({ ...fileColumns(document, bytes), update_date_time: now })
    .where('id', '=', document.id)
    .execute();
  await claimObjects(transaction, bytes);
}

export async function deleteDocument(transaction: Transaction<Tables>, id: string): Promise<void> {
  await transaction.deleteFrom('document').where('id', '=', id).execute();
}

/** The application that a document belongs to; undefined where it is another session's. */
export async function applicationOfDocument(
  queries: Queries,
  sessionId: string,
  id: string,
): Promise<Pick<ApplicationRow, 'id' | 'domain_key' | 'data_key' | 'status'> | undefined> {
  return queries
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .select(['application.id', 'domain_key', 'data_key', 'application.status'])
    .where('document.id', '=', id)
    .where('application.session_id', '=', sessionId)
    .executeTakeFirst();
}

/** The bytes of a document, and whose they are. */
export interface StoredDocument extends SealedBytes {
  readonly applicationId: string;
  /** False of a PDF that came before PDFs were drawn anew (D61): nobody may be given its content. */
  readonly disarmed: boolean;
}

/** Undefined where there is no such document, or, with a session, where another one sent it, be it an earlier one of the same application (D55). */
export async function findDocument(
  queries: Queries,
  id: string,
  sessionId?: string,
): Promise<StoredDocument | undefined> {
  const query = queries
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .select(['application.id as applicationId', 'disarmed', ...bytesColumnNames])
    .where('document.id', '=', id);
  const row = await (sessionId === undefined
    ? query.executeTakeFirst()
    : query
        .innerJoin('session', 'session.id', 'application.session_id')
        .where('session.id', '=', sessionId)
        .whereRef('document.update_date_time', '>=', 'session.create_date_time')
        .executeTakeFirst());
  return row && { applicationId: row.applicationId, disarmed: row.disarmed, ...bytesOf(row) };
}

const bytesColumnNames = ['content', 'content_object', 'original', 'original_object'] as const;

function bytesOf(row: Pick<Selectable<Tables['document']>, (typeof bytesColumnNames)[number]>): SealedBytes {
  const kept = (bytes: Buffer | null, object: string | null) =>
    bytes ? { bytes } : object === null ? null : { object };
  const content = kept(row.content, row.content_object);
  if (!content) throw new Error('A document has no bytes.');
  return { content, original: kept(row.original, row.original_object) };
}

/** The documents of an application without their bytes, by id: all of them, or those of the given ids. */
export async function documentRows(
  queries: Queries,
  applicationId: string,
  ids?: readonly string[],
): Promise<readonly DocumentRow[]> {
  const query = queries
    .selectFrom('document')
    .select(describingColumns)
    .where('application_id', '=', applicationId)
    .orderBy('id');
  return (ids === undefined ? query : query.where('id', 'in', ids)).execute();
}

/** Notes an object that is about to be put: it is removed at a time, unless a document has taken it over. */
export async function noteObject(db: Kysely<Tables>, name: string, due: Moment): Promise<void> {
  await db
    .insertInto('document_object')
    .values({ name, due_date_time: sql<Date>`${due}`, lease_date_time: null })
    .execute();
}

/** Takes over the objects that a row names from now on. Throws where one is being removed: it has waited for too long. */
async function claimObjects(
  transaction: Transaction<Tables>,
  { content, original }: SealedBytes,
): Promise<void> {
  const names = [objectIn(content), objectIn(original)].filter((name) => name !== null);
  if (names.length === 0) return;
  const { numDeletedRows } = await transaction
    .deleteFrom('document_object')
    .where('name', 'in', names)
    .where('lease_date_time', 'is', null)
    .executeTakeFirst();
  if (numDeletedRows !== BigInt(names.length)) throw new Error('An object of a document is being removed.');
}

/** Takes objects that are due to be removed; none else gets them until a time. */
export async function takeDueObjects(
  db: Kysely<Tables>,
  { from, until, limit }: { readonly from: Moment; readonly until: Moment; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .with('due', (query) =>
      query
        .selectFrom('document_object')
        .select('name')
        .where('due_date_time', '<=', sql<Date>`${from}`)
        .where((is) =>
          is.or([is('lease_date_time', 'is', null), is('lease_date_time', '<=', sql<Date>`${from}`)]),
        )
        .orderBy('due_date_time')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('document_object')
    .from('due')
    .set({ lease_date_time: sql<Date>`${until}` })
    .whereRef('document_object.name', '=', 'due.name')
    .returning('document_object.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Says that objects are no longer in the bucket. */
export async function forgetObjects(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.deleteFrom('document_object').where('name', 'in', names).execute();
}

/** Objects that are to be removed, and for how long the oldest has been due; 0 where there is none. */
export async function dueObjectFigures(
  db: Kysely<Tables>,
  now: Moment,
): Promise<{ readonly due: number; readonly oldestSeconds: number }> {
  const row = await db
    .selectFrom('document_object')
    .select((of) => [of.fn.countAll<number>().as('due'), of.fn.min('due_date_time').as('oldest')])
    .select(sql<Date>`${now}`.as('now'))
    .where('due_date_time', '<=', sql<Date>`${now}`)
    .executeTakeFirstOrThrow();
  const oldestSeconds = row.oldest
    ? Math.max(0, new Date(row.now).getTime() - row.oldest.getTime()) / 1000
    : 0;
  return { due: Number(row.due), oldestSeconds };
}

/** Where a document’s bytes can be. */
const isIn = {
  bucket: sql<boolean>`content_object is not null`,
  database: sql<boolean>`content is not null`,
};

/** Whether any document is in the bucket. */
export async function hasDocumentsInBucket(db: Kysely<Tables>): Promise<boolean> {
  const found = await db.selectFrom('document').select('id').where(isIn.bucket).limit(1).execute();
  return found.length > 0;
}

/** Documents looked at in one query: some milliseconds, however many are stored. */
const documentBatch = 1_000;

/** The ids of documents that are in a place, in their order; those that come or move meanwhile may be missed. */
export async function* documentsIn(db: Kysely<Tables>, where: keyof typeof isIn): AsyncGenerator<string> {
  for (let after: string | undefined = beforeAllIds; after !== undefined; ) {
    const rows: { readonly id: string; readonly is_there: boolean }[] = await db
      .selectFrom('document')
      .select(['id', isIn[where].as('is_there')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(documentBatch)
      .execute();
    for (const { id, is_there } of rows) if (is_there) yield id;
    after = rows.length < documentBatch ? undefined : rows.at(-1)?.id;
  }
}

/** How many documents are where. */
export async function countDocuments(db: Kysely<Tables>, where: keyof typeof isIn): Promise<number> {
  let count = 0;
  for await (const _ of documentsIn(db, where)) count += 1;
  return count;
}

/** The sealed bytes of a document as they were read: those of the row by their SHA-256. */
export interface BytesAsRead {
  readonly content: { readonly sha256: Buffer } | { readonly object: string };
  readonly original: { readonly sha256: Buffer } | { readonly object: string } | null;
}

/**
 * Says of a document that its sealed bytes are elsewhere now, where they are still those that were moved; returns whether they
 * were.
 */
export async function moveDocument(
  transaction: Transaction<Tables>,
  id: string,
  from: BytesAsRead,
  to: SealedBytes,
): Promise<boolean> {
  const is = (column: 'content' | 'original', was: BytesAsRead['original']) => {
    const [sha256, object] = [
      was && 'sha256' in was ? was.sha256 : null,
      was && 'object' in was ? was.object : null,
    ];
    return sql<boolean>`sha256(${sql.ref(column)}) is not distinct from ${sha256}::bytea
      and ${sql.ref(`${column}_object`)} is not distinct from ${object}::text`;
  };
  const { numUpdatedRows } = await transaction
    .updateTable('document')
    .set(bytesColumns(to))
    .where('id', '=', id)
    .where(is('content', from.content))
    .where(is('original', from.original))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await claimObjects(transaction, to);
  return true;
}
