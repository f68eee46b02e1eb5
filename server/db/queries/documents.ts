/** Rows of uploaded documents; `content` and `original` are sealed. */

import type { Selectable, Transaction } from 'kysely';
import type { DocumentContentType } from '../../documents/check-document.ts';
import type { Tables } from '../tables.ts';
import type { Queries } from '../transactions.ts';
import type { ApplicationRow } from './applications.ts';

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
  'create_date_time',
] as const satisfies readonly (keyof Tables['document'])[];

type DescribingRow = Pick<Selectable<Tables['document']>, (typeof describingColumns)[number]>;

/** What the columns say, but for the moment, whose form differs by how they were read. */
export function described(
  row: Omit<DescribingRow, 'create_date_time'>,
): Omit<DocumentRecord, 'createDateTime'> {
  return {
    id: row.id,
    documentType: row.document_type,
    fileName: row.file_name,
    contentType: row.content_type,
    size: row.size,
    sha256: row.sha256,
    originalSha256: row.original_sha256,
  };
}

/** Sealed bytes of a document: those that are kept, and those that came, where the program wants them delivered. */
export interface SealedDocument {
  readonly content: Buffer;
  readonly original: Buffer | null;
}

function fileColumns(
  document: Omit<DocumentRecord, 'createDateTime'>,
  { content, original }: SealedDocument,
) {
  return {
    file_name: document.fileName,
    content_type: document.contentType,
    size: document.size,
    sha256: document.sha256,
    original_sha256: document.originalSha256,
    content,
    original,
    disarmed: true,
  };
}

export async function insertDocument(
  transaction: Transaction<Tables>,
  applicationId: string,
  document: DocumentRecord,
  sealed: SealedDocument,
): Promise<void> {
  await transaction
    .insertInto('document')
    .values({
      id: document.id,
      application_id: applicationId,
      document_type: document.documentType,
      ...fileColumns(document, sealed),
      create_date_time: document.createDateTime,
      update_date_time: document.createDateTime,
    })
    .execute();
}

export async function updateDocument(
  transaction: Transaction<Tables>,
  document: Omit<DocumentRecord, 'createDateTime'>,
  sealed: SealedDocument,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('document')
    .set({ ...fileColumns(document, sealed), update_date_time: now })
    .where('id', '=', document.id)
    .execute();
}

export async function deleteDocument(transaction: Transaction<Tables>, id: string): Promise<void> {
  await transaction.deleteFrom('document').where('id', '=', id).execute();
}

/** The application that a document belongs to; undefined where it is another session's. */
export async function applicationOfDocument(
  queries: Queries,
  sessionId: string,
  id: string,
): Promise<Pick<ApplicationRow, 'id' | 'status'> | undefined> {
  return queries
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .select(['application.id', 'application.status'])
    .where('document.id', '=', id)
    .where('application.session_id', '=', sessionId)
    .executeTakeFirst();
}

/** A document with its sealed bytes, and the row of its application. */
export interface StoredDocument extends SealedDocument {
  readonly application: ApplicationRow;
  readonly record: Omit<DocumentRecord, 'createDateTime'>;
  /** False of a PDF that came before PDFs were drawn anew (D61): nobody may be given its content. */
  readonly disarmed: boolean;
}

/** Undefined where there is no such document, or, with a session, where it is another's. */
export async function findDocument(
  queries: Queries,
  id: string,
  sessionId?: string,
): Promise<StoredDocument | undefined> {
  const query = queries
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .selectAll('application')
    .select((of) => [
      of.ref('document.id').as('document_id'),
      of.ref('document.document_type').as('document_type'),
      of.ref('document.file_name').as('file_name'),
      of.ref('document.content_type').as('content_type'),
      of.ref('document.size').as('size'),
      of.ref('document.sha256').as('sha256'),
      of.ref('document.original_sha256').as('original_sha256'),
      of.ref('document.disarmed').as('disarmed'),
      of.ref('document.content').as('content'),
      of.ref('document.original').as('original'),
    ])
    .where('document.id', '=', id);
  const whose = sessionId === undefined ? query : query.where('application.session_id', '=', sessionId);
  const found = await whose.executeTakeFirst();
  if (!found) return undefined;
  const { document_id, document_type, file_name, content_type, size, sha256, original_sha256, ...rest } =
    found;
  const { disarmed, content, original, ...application } = rest;
  const columns = { document_type, file_name, content_type, size, sha256, original_sha256 };
  return { application, record: described({ id: document_id, ...columns }), disarmed, content, original };
}

/** A document without its bytes, its moment as an ISO 8601 text. */
export type DescribedDocument = Omit<DocumentRecord, 'createDateTime'> & { readonly createDateTime: string };

/** The documents of an application without their bytes, by id: all of them, or those of the given ids. */
export async function describedDocuments(
  queries: Queries,
  applicationId: string,
  ids?: readonly string[],
): Promise<readonly DescribedDocument[]> {
  const query = queries
    .selectFrom('document')
    .select(describingColumns)
    .where('application_id', '=', applicationId)
    .orderBy('id');
  const rows = await (ids === undefined ? query : query.where('id', 'in', ids)).execute();
  return rows.map((row) => ({ ...described(row), createDateTime: row.create_date_time.toISOString() }));
}
