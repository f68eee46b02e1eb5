/** Rows of uploaded documents; `content` is sealed. */

import type { Kysely, Transaction } from 'kysely';
import type { DocumentContentType } from '../../documents/check-document.ts';
import type { Tables } from '../tables.ts';
import type { ApplicationRow } from './applications.ts';

/** An uploaded document without its bytes, which are read only when asked for. */
export interface DocumentRecord {
  readonly id: string;
  readonly documentType: string;
  readonly fileName: string;
  readonly contentType: DocumentContentType;
  readonly size: number;
  readonly sha256: string;
  readonly createDateTime: Date;
}

export async function insertDocument(
  transaction: Transaction<Tables>,
  applicationId: string,
  document: DocumentRecord,
  content: Buffer,
): Promise<void> {
  await transaction
    .insertInto('document')
    .values({
      id: document.id,
      application_id: applicationId,
      document_type: document.documentType,
      file_name: document.fileName,
      content_type: document.contentType,
      size: document.size,
      sha256: document.sha256,
      content,
      create_date_time: document.createDateTime,
      update_date_time: document.createDateTime,
    })
    .execute();
}

export async function updateDocument(
  transaction: Transaction<Tables>,
  document: DocumentRecord,
  content: Buffer,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('document')
    .set({
      file_name: document.fileName,
      content_type: document.contentType,
      size: document.size,
      sha256: document.sha256,
      content,
      update_date_time: now,
    })
    .where('id', '=', document.id)
    .execute();
}

export async function deleteDocument(transaction: Transaction<Tables>, id: string): Promise<void> {
  await transaction.deleteFrom('document').where('id', '=', id).execute();
}

/** The application that a document belongs to; undefined where it is another session's. */
export async function applicationOfDocument(
  queries: Kysely<Tables> | Transaction<Tables>,
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

/** A document with its sealed bytes, and the row of its application; undefined where it is another session's. */
export async function findDocument(
  queries: Kysely<Tables> | Transaction<Tables>,
  sessionId: string,
  id: string,
): Promise<
  | { application: ApplicationRow; fileName: string; contentType: DocumentContentType; content: Buffer }
  | undefined
> {
  const found = await queries
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .selectAll('application')
    .select(['document.file_name', 'document.content_type', 'document.content'])
    .where('document.id', '=', id)
    .where('application.session_id', '=', sessionId)
    .executeTakeFirst();
  if (!found) return undefined;
  const { file_name, content_type, content, ...application } = found;
  return { application, fileName: file_name, contentType: content_type, content };
}

/** A document without its bytes, its moment as an ISO 8601 text. */
export type DescribedDocument = Omit<DocumentRecord, 'createDateTime'> & { readonly createDateTime: string };

/** The documents of an application without their bytes, by id: all of them, or those of the given ids. */
export async function describedDocuments(
  queries: Kysely<Tables> | Transaction<Tables>,
  applicationId: string,
  ids?: readonly string[],
): Promise<readonly DescribedDocument[]> {
  const query = queries
    .selectFrom('document')
    .select(['id', 'document_type', 'file_name', 'content_type', 'size', 'sha256', 'create_date_time'])
    .where('application_id', '=', applicationId)
    .orderBy('id');
  const rows = await (ids === undefined ? query : query.where('id', 'in', ids)).execute();
  return rows.map((row) => ({
    id: row.id,
    documentType: row.document_type,
    fileName: row.file_name,
    contentType: row.content_type,
    size: row.size,
    sha256: row.sha256,
    createDateTime: row.create_date_time.toISOString(),
  }));
}

/** The sealed bytes of a document, whichever session it belongs to: for background jobs. Throws where there is none. */
export async function documentContent(queries: Kysely<Tables>, id: string): Promise<Buffer> {
  const { content } = await queries
    .selectFrom('document')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return content;
}

/** A document with its sealed bytes and the row of its application, whichever session it belongs to: for operators. */
export async function findAnyDocument(
  queries: Kysely<Tables>,
  id: string,
): Promise<{ application: ApplicationRow; contentType: DocumentContentType; content: Buffer } | undefined> {
  const found = await queries
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .selectAll('application')
    .select(['document.content_type', 'document.content'])
    .where('document.id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { content_type, content, ...application } = found;
  return { application, contentType: content_type, content };
}
