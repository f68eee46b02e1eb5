/** Uploaded papers: add, read, replace, remove (spec section 7, D29). */
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import {
  Document,
  DocumentContent,
  DocumentReplacement,
  DocumentUpload,
  documentTypes,
} from '../../api/document.ts';
import { exactly, IdempotencyKey, NoContent } from '../../api/shape.ts';
import { documentsPerApplication, largestDocument } from '../../form/document-limits.ts';
import type { Api } from '../api-types.ts';
import { documentAnswer } from '../applications/application-answer.ts';
import type { ApplicationRecord } from '../applications/application-record.ts';
import { dataKeyOf, placeOfDocument } from '../applications/application-record.ts';
import type { Writing } from '../applications/application-writer.ts';
import {
  inTransaction,
  lockDraft,
  openLocked,
  updateApplication,
} from '../applications/application-writer.ts';
import type { CheckedUpload } from '../applications/change-documents.ts';
import { addDocument, replaceDocument } from '../applications/change-documents.ts';
import { acceptPaper, tidyFileName } from '../documents/accept-paper.ts';
import { locked, missing, notValid, Refusal, wrong } from '../problem.ts';
import { openBytes } from '../security/encryption.ts';
import { limitCalls } from '../security/shared-limits.ts';
import type { Services } from '../services.ts';
import { findApplication, isId } from '../store/applications.ts';
import { applicationOfDocument, deleteDocument, findDocument } from '../store/documents.ts';
import { type Answer, alone, once } from './idempotency.ts';
import { checkNoBody } from './request-context.ts';

const IdParams = exactly({ id: Type.String() });

/** What a multipart body may hold; a field's value in bytes. */
const uploadLimits = { fileSize: largestDocument, files: 1, fields: 8, fieldSize: 1024, parts: 9 };

/** A multipart body, read whole: its fields, those of unknown files among them, and the file where one came. */
interface Upload {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: { readonly bytes: Buffer; readonly fileName: string } | undefined;
}

/** Reads a multipart body to its end, whatever stands in it, so that the answer finds a client that still listens. */
async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart())
    throw new Refusal('unsupported_media_type', 'A document is sent as multipart/form-data.');
  const fields = new Map<string, string>();
  let file: Upload['file'];
  try {
    for await (const part of request.parts({ limits: uploadLimits })) {
      if (part.type === 'field') fields.set(part.fieldname, String(part.value));
      else if (part.fieldname === 'document')
        file = { bytes: await part.toBuffer(), fileName: tidyFileName(part.filename) };
      else {
        fields.set(part.fieldname, '');
        part.file.resume();
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') throw error;
    throw new Refusal('invalid_request', 'The multipart body is malformed.');
  }
  return { fields, file };
}

function checkFields({ fields }: Upload, allowed: readonly string[]): void {
  const unknown = [...fields.keys()].filter((key) => !allowed.includes(key));
  if (unknown.length > 0)
    throw new Refusal('invalid_request', `There is no field ${unknown.map(tidyFileName).join(', ')}.`);
}

/** Added in a scope of its own, so that no other call takes multipart. */
export async function documentRoutes(app: Api, services: Services): Promise<void> {
  await app.register(multipart);

  app.post(
    '/document',
    {
      config: { upload: DocumentUpload },
      schema: { summary: 'Upload a paper', headers: IdempotencyKey, response: { 201: Document } },
    },
    async (request, reply) => {
      await limitCalls(services, 'upload', request.session.id);
      const upload = await readUpload(request);
      const answer = await alone(services, request, () => storeUpload(request, upload));
      return reply.code(201).send(answer.body as Document);
    },
  );

  app.get(
    '/document/:id',
    {
      config: { session: 'query' },
      schema: {
        summary: 'Open a paper',
        params: IdParams,
        querystring: Type.Object({ session: Type.Optional(Type.String()) }),
        response: { 200: DocumentContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const found = isId(id) ? await findDocument(services.database.db, request.session.id, id) : undefined;
      if (!found) throw missing();
      const key = dataKeyOf(services.keyRing, found.application);
      const bytes = openBytes(key, found.content, placeOfDocument(found.application, id));
      const ascii = found.fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
      return reply
        .type(found.contentType)
        .header(
          'content-disposition',
          `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(found.fileName)}`,
        )
        .send(bytes);
    },
  );

  app.put(
    '/document/:id',
    {
      config: { upload: DocumentReplacement },
      schema: { summary: 'Replace a paper', params: IdParams, response: { 200: Document } },
    },
    async (request) => {
      const { id } = request.params;
      await limitCalls(services, 'upload', request.session.id);
      await checkDocumentOfDraft(request.session.id, id);
      const upload = await readUpload(request);
      checkFields(upload, []);
      const checked = await checkUpload(upload);
      return inTransaction(services, request.session, async (writing) => {
        const record = await openOf(writing, id);
        return documentAnswer(record.row.id, await replaceDocument(writing, record, id, checked));
      });
    },
  );

  app.delete(
    '/document/:id',
    { schema: { summary: 'Remove a paper', params: IdParams, response: { 204: NoContent } } },
    async (request, reply) => {
      const { id } = request.params;
      await inTransaction(services, request.session, async (writing) => {
        const record = await openOf(writing, id);
        checkNoBody(request);
        await deleteDocument(writing.transaction, id);
        await updateApplication(writing, record.row, {}, [
          { type: 'document_removed', detail: { documentId: id } },
        ]);
      });
      return reply.code(204).send();
    },
  );

  async function storeUpload(request: FastifyRequest, upload: Upload): Promise<Answer> {
    const applicationId = upload.fields.get('applicationId') ?? '';
    await checkDraft(request.session.id, applicationId);
    checkFields(upload, ['id', 'applicationId', 'documentType']);
    if (upload.fields.get('id')) throw new Refusal('invalid_request', 'id must be empty.');
    const documentType = documentTypes.find((type) => type === upload.fields.get('documentType'));
    if (!documentType) throw notValid([wrong('documentType')]);
    const checked = await checkUpload(upload);
    return inTransaction(services, request.session, async (writing) => {
      const row = await lockDraft(writing, applicationId);
      return once(writing, request, [documentType, checked.sha256], async () => {
        const record = await openLocked(writing, row);
        if (record.documents.length >= documentsPerApplication)
          throw new Refusal('conflict', `An application has at most ${documentsPerApplication} documents.`);
        const document = await addDocument(writing, record, documentType, checked);
        return {
          status: 201,
          body: documentAnswer(row.id, document),
          applicationId: row.id,
          key: record.key,
        };
      });
    });
  }

  /** Existence and lock come before the body (api), and before the work of checking a file. */
  async function checkDraft(sessionId: string, applicationId: string): Promise<void> {
    const row = await services.database.db
      .transaction()
      .execute((transaction) => findApplication(transaction, sessionId, applicationId));
    if (!row) throw missing();
    if (row.status !== 'draft') throw locked();
  }

  async function checkDocumentOfDraft(sessionId: string, id: string): Promise<void> {
    const application = isId(id)
      ? await applicationOfDocument(services.database.db, sessionId, id)
      : undefined;
    if (!application) throw missing();
    if (application.status !== 'draft') throw locked();
  }

  async function openOf(writing: Writing, documentId: string): Promise<ApplicationRecord> {
    const application = isId(documentId)
      ? await applicationOfDocument(writing.transaction, writing.sessionId, documentId)
      : undefined;
    if (!application) throw missing();
    const record = await openLocked(writing, await lockDraft(writing, application.id));
    if (!record.documents.some(({ id }) => id === documentId)) throw missing();
    return record;
  }

  /** Has the file checked outside of any transaction (D48). */
  async function checkUpload({ file }: Upload): Promise<CheckedUpload> {
    if (!file) throw notValid([wrong('document', 'fileRequired')]);
    return acceptPaper(services, file);
  }
}
