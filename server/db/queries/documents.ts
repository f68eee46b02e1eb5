/**
 * Rows of uploaded documents. Their sealed bytes are in `content` and `original`, or in the bucket's objects that
 * `content_object` and `original_object` name. The file name is in `sealed`. And rows of bucket objects that no document uses.
 */
import { sql } from 'kysely';
import type { DocumentContentType } from '../../../form/limits/document-limits.ts';
import { type Moment, secondsBetween, type Timed } from '../clock.ts';
import { countOf, rowsById } from '../pages.ts';
import type { Envelope, Row, Tables } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';

/** An uploaded document without its bytes, which are read separately. */
export interface DocumentRecord {
  readonly id: string;
  readonly documentType: string;
  readonly fileName: string;
  readonly contentType: DocumentContentType;
  /** Size of the stored file, in bytes. */
  readonly size: number;
  /** Hash of the stored file, in hexadecimal. */
  readonly sha256: string;
  /** Hash of the uploaded file. Null if it was uploaded before this was recorded, or until it is disarmed. */
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

/** A stored document without its bytes. The type of its time depends on how it was read. */
export type DocumentRow = Pick<
  Row<'document'>,
  Exclude<(typeof describingColumns)[number], 'create_date_time'>
> & { readonly create_date_time: Date | string };

/** A document to store. */
type NewDocument = Omit<DocumentRecord, 'fileName' | 'createDateTime'> & {
  /** The sealed file name. */
  readonly sealed: Envelope | null;
};

/** Where sealed bytes are: in the row itself, or in an object of the bucket. */
export type KeptBytes = { readonly bytes: Buffer } | { readonly object: string };

/** A document's sealed bytes: the stored file, and the uploaded one if the program delivers originals. */
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

/** Adds a document and claims the bucket objects that it names. */
export async function insertDocument(
  transaction: Transaction,
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

/** Replaces a document's file and claims its new objects. The old objects are removed later. */
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

/** Returns the application of a document, or undefined if it belongs to another session. */
export async function applicationOfDocument(queries: Queries, sessionId: string, id: string) {
  return withApplication(queries, id)
    .select(['application.id', 'domain_key', 'data_key', 'application.status'])
    .where('application.session_id', '=', sessionId)
    .executeTakeFirst();
}

/**
 * A document's bytes, and the application that owns them. A PDF uploaded before PDFs were redrawn isn't disarmed (D61): no one may
 * download its content.
 */
export type StoredDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/**
 * Returns a document, or undefined if there is none. With a session, only if that session uploaded it, not an earlier one of the
 * same application (D55).
 */
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

/** Returns an application's documents without their bytes, sorted by id: all of them, or only those with the given ids. */
export async function documentRows(queries: Queries, applicationId: string, ids?: readonly string[]) {
  const query = queries
    .selectFrom('document')
    .select(describingColumns)
    .where('application_id', '=', applicationId)
    .orderBy('id');
  return (ids === undefined ? query : query.where('id', 'in', ids)).execute();
}

/** Records an object before its upload. It is removed at `due` unless a document has claimed it. */
export async function recordObject(db: Queries, name: string, due: Moment): Promise<void> {
  await db.insertInto('document_object').values({ name, due_date_time: due }).execute();
}

/** Claims the objects that a row now names. Throws if one is already being removed because the claim came too late. */
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

/** Leases up to `limit` objects due for removal until `until`. Returns their names. */
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

/** Returns how many objects await removal, and the age of the oldest in seconds, 0 if there is none. */
export async function dueObjectFigures({ db, moment }: Timed) {
  const { due, oldest, now } = await db
    .selectFrom('document_object')
    .select((of) => [of.fn.countAll<number>().as('due'), of.fn.min('due_date_time').as('oldest')])
    .select(moment().as('now'))
    .where('due_date_time', '<=', moment())
    .executeTakeFirstOrThrow();
  return { due, oldestSeconds: secondsBetween(oldest, now) };
}

/** Where a document's bytes can be. */
const isIn = {
  bucket: sql<boolean>`content_object is not null`,
  database: sql<boolean>`content is not null`,
};

/** Returns whether any document is in the bucket. */
export async function hasDocumentsInBucket(db: Queries): Promise<boolean> {
  const found = await db.selectFrom('document').select('id').where(isIn.bucket).limit(1).execute();
  return found.length > 0;
}

/** Documents read per query, which takes a few milliseconds however many are stored. */
const documentBatch = 1_000;

/** Yields the ids of documents in a place, sorted. May miss those that are added or moved meanwhile. */
export async function* documentsIn(db: Queries, where: keyof typeof isIn): AsyncGenerator<string> {
  const documents = rowsById(documentBatch, (after) =>
    db
      .selectFrom('document')
      .select(['id', isIn[where].as('is_there')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(documentBatch)
      .execute(),
  );
  for await (const { id, is_there } of documents) if (is_there) yield id;
}

/** Returns how many documents are in a place. */
export async function countDocuments(db: Queries, where: keyof typeof isIn): Promise<number> {
  return countOf(documentsIn(db, where));
}

/** Where a document's sealed bytes were when read: the SHA-256 of those in the row, or the name of the object. */
export interface BytesAsRead {
  readonly content: { readonly sha256: Buffer } | { readonly object: string };
  readonly original: { readonly sha256: Buffer } | { readonly object: string } | null;
}

/** Moves a document's sealed bytes if they are still where `from` says. Returns whether they were. */
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
