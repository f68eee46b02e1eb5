/** Rows of uploaded documents; `content` and `original` are sealed, and the name is in `sealed`. */

import type { Selectable, Transaction } from 'kysely';
import type { DocumentContentType } from '../../documents/check-document.ts';
import type { JsonObject, Tables } from '../tables.ts';
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
  readonly sealed: JsonObject | null;
};

/** Sealed bytes of a document: those that are kept, and those that came, where the program wants them delivered. */
export interface SealedBytes {
  readonly content: Buffer;
  readonly original: Buffer | null;
}

function fileColumns(document: NewDocument, { content, original }: SealedBytes) {
  return {
    file_name: null,
    sealed: document.sealed,
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
}

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
    .select(['application.id as applicationId', 'disarmed', 'content', 'original'])
    .where('document.id', '=', id);
  if (sessionId === undefined) return query.executeTakeFirst();
  return query
    .innerJoin('session', 'session.id', 'application.session_id')
    .where('session.id', '=', sessionId)
    .whereRef('document.update_date_time', '>=', 'session.create_date_time')
    .executeTakeFirst();
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
