/** Queries for uploaded documents and unused bucket objects. A document's encrypted bytes are in its row or in the bucket. */
import { sql } from 'kysely';
import type { DocumentContentType } from '../../../form/limits/document-limits.ts';
import { type Moment, secondsBetween, type Timed } from '../clock.ts';
import { countOf, rowsById } from '../pages.ts';
import type { Envelope, Row, Tables } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';

/** An uploaded document without its bytes. A separate query reads the bytes. */
export interface DocumentRecord {
  readonly id: string;
  readonly documentType: string;
  readonly fileName: string;
  readonly contentType: DocumentContentType;
  /** The size of the stored file, in bytes. */
  readonly size: number;
  /** The SHA-256 of the stored file, in hexadecimal. */
  readonly sha256: string;
  /** The SHA-256 of the file as uploaded. Null if the document isn't disarmed yet, or was stored before this column existed. */
  readonly originalSha256: string | null;
  readonly createDateTime: Date;
}

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

/** The row of a document without its bytes. The creation time is text if the row was read as JSON. */
export type DocumentRow = Pick<
  Row<'document'>,
  Exclude<(typeof describingColumns)[number], 'create_date_time'>
> & { readonly create_date_time: Date | string };

type NewDocument = Omit<DocumentRecord, 'fileName' | 'createDateTime'> & {
  /** The encrypted file name. */
  readonly sealed: Envelope | null;
};

/** Encrypted bytes in the document's row, or the name of the bucket object that contains the encrypted bytes. */
export type KeptBytes = { readonly bytes: Buffer } | { readonly object: string };

/** A document's encrypted bytes: the stored file, and also the file as uploaded if the program delivers originals. */
export interface SealedBytes {
  readonly content: KeptBytes;
  readonly original: KeptBytes | null;
}

const bytesIn = (kept: KeptBytes | null) => (kept && 'bytes' in kept ? kept.bytes : null);
const objectIn = (kept: KeptBytes | BytesAsRead['original']) =>
  kept && 'object' in kept ? kept.object : null;

function bytesColumns({ content, original }: SealedBytes) {
  return {
    content: bytesIn(content),
    content_object: objectIn(content),
    original: bytesIn(original),
    original_object: objectIn(original),
  };
}

function fileColumns(document: NewDocument, bytes: SealedBytes) {
  const { contentType: content_type, size, sha256, originalSha256: original_sha256, sealed } = document;
  const facts = { content_type, size, sha256, original_sha256 };
  return { ...facts, file_name: null, sealed, disarmed: true, ...bytesColumns(bytes) };
}

/** Adds a document, and keeps sweeps from removing the document's bucket objects. */
export async function insertDocument(
  transaction: Transaction,
  applicationId: string,
  document: NewDocument & Pick<DocumentRecord, 'createDateTime'>,
  bytes: SealedBytes,
): Promise<void> {
  const { id, documentType: document_type, createDateTime: create_date_time } = document;
  const owned = { id, application_id: applicationId, document_type };
  const times = { create_date_time, update_date_time: create_date_time };
  await transaction
    .insertInto('document')
    .values({ ...owned, ...times, ...fileColumns(document, bytes) })
    .execute();
  await claimObjects(transaction, bytes);
}

/** Replaces a document's file. A sweep later removes the old file's bucket objects, but not the new file's. */
export async function updateDocument(
  transaction: Transaction,
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

export async function deleteDocument(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('document').where('id', '=', id).execute();
}

const withApplication = (queries: Queries, id: string) =>
  queries
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .where('document.id', '=', id);

/** Returns the application of a document, or undefined if the document doesn't exist or belongs to another session. */
export async function applicationOfDocument(queries: Queries, sessionId: string, id: string) {
  return withApplication(queries, id)
    .select(['application.id', 'domain_key', 'data_key', 'application.status'])
    .where('application.session_id', '=', sessionId)
    .executeTakeFirst();
}

/** A document's bytes and its application's id. A document that isn't `disarmed` must be redrawn before a download (D61). */
export type StoredDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** Returns a document, or undefined if it doesn't exist or a session other than `sessionId` uploaded it (D55). */
export async function findDocument(queries: Queries, id: string, sessionId?: string) {
  const query = withApplication(queries, id)
    .select(['application.id as applicationId', 'disarmed'])
    .select(['content', 'content_object', 'original', 'original_object']);
  const row = await (sessionId === undefined
    ? query.executeTakeFirst()
    : query
        .innerJoin('session', 'session.id', 'application.session_id')
        .where('session.id', '=', sessionId)
        .whereRef('document.update_date_time', '>=', 'session.create_date_time')
        .executeTakeFirst());
  if (!row) return undefined;
  const content = keptBytes(row.content, row.content_object);
  if (!content) throw new Error('A document has no bytes.');
  const { applicationId, disarmed } = row;
  return { applicationId, disarmed, content, original: keptBytes(row.original, row.original_object) };
}

function keptBytes(bytes: Buffer | null, object: string | null): KeptBytes | null {
  return bytes ? { bytes } : object === null ? null : { object };
}

/** Returns an application's documents without their bytes, sorted by id. With `ids`, returns only those documents. */
export async function documentRows(queries: Queries, applicationId: string, ids?: readonly string[]) {
  const query = queries
    .selectFrom('document')
    .select(describingColumns)
    .where('application_id', '=', applicationId)
    .orderBy('id');
  return (ids === undefined ? query : query.where('id', 'in', ids)).execute();
}

/** Records a bucket object before its upload. A sweep removes the object after `due` unless a document's row refers to it. */
export async function recordObject(db: Queries, name: string, due: Moment): Promise<void> {
  await db.insertInto('document_object').values({ name, due_date_time: due }).execute();
}

/** Keeps sweeps from removing the bucket objects to which a row now refers. Throws if a sweep is already removing one of them. */
async function claimObjects(transaction: Transaction, { content, original }: SealedBytes): Promise<void> {
  const names = [objectIn(content), objectIn(original)].filter((name) => name !== null);
  if (names.length === 0) return;
  const { numDeletedRows } = await transaction
    .deleteFrom('document_object')
    .where('name', 'in', names)
    .where('lease_date_time', 'is', null)
    .executeTakeFirst();
  if (numDeletedRows !== BigInt(names.length))
    throw new Error('A bucket object of the document is already being removed.');
}

/** Leases up to `limit` objects that are due for removal, and returns their names. The leases end at `until`. */
export async function takeDueObjects(
  db: Queries,
  { from, until, limit }: { readonly from: Moment; readonly until: Moment; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .with('due', (query) =>
      query
        .selectFrom('document_object')
        .select('name')
        .where('due_date_time', '<=', from)
        .where((is) => is.or([is('lease_date_time', 'is', null), is('lease_date_time', '<=', from)]))
        .orderBy('due_date_time')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('document_object')
    .from('due')
    .set({ lease_date_time: until })
    .whereRef('document_object.name', '=', 'due.name')
    .returning('document_object.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes the records of objects that are no longer in the bucket. */
export async function deleteObjectRecords(db: Queries, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.deleteFrom('document_object').where('name', 'in', names).execute();
}

/** Returns how many objects are due for removal, and how long ago in seconds the oldest one became due (0 if none is due). */
export async function dueObjectFigures({ db, moment }: Timed) {
  const { due, oldest, now } = await db
    .selectFrom('document_object')
    .select((of) => [of.fn.countAll<number>().as('due'), of.fn.min('due_date_time').as('oldest')])
    .select(moment().as('now'))
    .where('due_date_time', '<=', moment())
    .executeTakeFirstOrThrow();
  return { due, oldestSeconds: secondsBetween(oldest, now) };
}

/** The SQL conditions that select the documents whose bytes are in the bucket or in the database. */
const isIn = {
  bucket: sql<boolean>`content_object is not null`,
  database: sql<boolean>`content is not null`,
};

/** Returns whether any document is in the bucket. */
export async function hasDocumentsInBucket(db: Queries): Promise<boolean> {
  const found = await db.selectFrom('document').select('id').where(isIn.bucket).limit(1).execute();
  return found.length > 0;
}

/** The number of documents read per query. Such a query takes a few milliseconds, however many documents are stored. */
const documentBatch = 1_000;

/** Yields the ids of documents whose bytes are in the given place. May miss documents that are added or moved in the meantime. */
export async function* documentsIn(db: Queries, where: keyof typeof isIn): AsyncGenerator<string> {
  const documents = db.selectFrom('document').select(['id', isIn[where].as('is_there')]);
  for await (const { id, is_there } of rowsById(documents, documentBatch)) if (is_there) yield id;
}

/** Returns how many documents have their bytes in the given place. */
export async function countDocuments(db: Queries, where: keyof typeof isIn): Promise<number> {
  return countOf(documentsIn(db, where));
}

/** The place from which a document's encrypted bytes were read: the row (with the bytes' SHA-256), or a bucket object. */
export interface BytesAsRead {
  readonly content: { readonly sha256: Buffer } | { readonly object: string };
  readonly original: { readonly sha256: Buffer } | { readonly object: string } | null;
}

/** Moves a document's encrypted bytes to `to`. Returns false and moves nothing if the bytes no longer match `from`. */
export async function moveDocument(transaction: Transaction, id: string, from: BytesAsRead, to: SealedBytes) {
  const is = (column: 'content' | 'original', was: BytesAsRead['original']) => {
    const sha256 = was && 'sha256' in was ? was.sha256 : null;
    return sql<boolean>`sha256(${sql.ref(column)}) is not distinct from ${sha256}::bytea
      and ${sql.ref(`${column}_object`)} is not distinct from ${objectIn(was)}::text`;
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
