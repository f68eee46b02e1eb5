/** Uploaded documents: add, read, replace, remove (spec section 7, D29). */
import { finished } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Document, DocumentContent, DocumentReplacement, DocumentUpload } from '../../../api/document.ts';
import { IdempotencyKey, IdParams, NoContent } from '../../../api/shape.ts';
import {
  documentsPerApplication,
  documentTypes,
  largestDocument,
} from '../../../form/limits/document-limits.ts';
import type { ApplicationRecord } from '../../applications/application-record.ts';
import { documentResponse } from '../../applications/application-response.ts';
import type { CheckedUpload, KeptUpload } from '../../applications/change-documents.ts';
import {
  addDocument,
  documentIn,
  keepUpload,
  removeDocument,
  replaceDocument,
} from '../../applications/change-documents.ts';
import { NotDisarmed, openDocument } from '../../applications/open-document.ts';
import type { TransactionContext } from '../../applications/transaction-context.ts';
import { inTransactionOf, lockDraft, openLocked } from '../../applications/transaction-context.ts';
import { readNow } from '../../db/clock.ts';
import { type ApplicationRow, findApplication, isId } from '../../db/queries/applications.ts';
import { applicationOfDocument } from '../../db/queries/documents.ts';
import { transact } from '../../db/transactions.ts';
import { uuidv7 } from '../../db/uuid.ts';
import { whileAnswering } from '../../db/while-answering.ts';
import { acceptDocument, ScannerUnavailable, unusable } from '../../documents/accept-document.ts';
import { attachment, withoutUnseen } from '../../documents/file-name.ts';
import { DocumentsUnavailable } from '../../documents/store/bucket.ts';
import { limitCalls, uncountCall } from '../../security/shared-limits.ts';
import type { Services } from '../../start/services.ts';
import type { Api } from '../api-types.ts';
import { largestBody } from '../connections.ts';
import { ApiError, bodyTooLarge, locked, missing, notValid, wrong } from '../errors.ts';
import { addressForLimits } from '../guards/client-address.ts';
import { checkNoBody } from '../guards/request-context.ts';
import { boundHeldBodies } from '../held-bodies.ts';
import { type RespondOnce, type StoredResponse, withIdempotency } from '../idempotency.ts';
import { boundaryOf, type Form, parseForm } from '../multipart.ts';

/**
 * Reads a form to its end, even a wrong one, because a client reads the response only after sending; but no more than any
 * body may have, whatever it says of its length.
 */
async function readUpload({ raw, headers }: FastifyRequest): Promise<Form> {
  const boundary = boundaryOf(headers['content-type']);
  const form = parseForm(await wholeBody(raw), boundary);
  if ((form.files.get('document')?.bytes.length ?? 0) > largestDocument) throw bodyTooLarge();
  return form;
}

async function wholeBody(raw: FastifyRequest['raw']): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const tooLong = Promise.withResolvers<never>();
  let received = 0;
  raw.on('data', (piece: Buffer) => {
    received += piece.length;
    if (received <= largestBody) pieces.push(piece);
    else tooLong.reject(bodyTooLarge());
  });
  const ended = finished(raw, { writable: false, cleanup: true }).catch(() => {
    throw new ApiError('invalid_request', 'The body ends too early.');
  });
  await Promise.race([ended, tooLong.promise]);
  return Buffer.concat(pieces, received);
}

/** Bytes that an upload may take, by what it says. */
function bytesOf(request: FastifyRequest): number {
  return Number(request.headers['content-length'] ?? largestBody);
}

function checkFields({ fields, files }: Form, allowed: readonly string[]): void {
  const unknown = [
    ...[...fields.keys()].filter((key) => !allowed.includes(key)),
    ...[...files.keys()].filter((key) => key !== 'document'),
  ];
  if (unknown.length > 0)
    throw new ApiError(
      'invalid_request',
      `There is no field ${withoutUnseen(unknown.join(', ')).slice(0, 100)}.`,
    );
}

/** Registered in a scope of its own, so that no other call accepts multipart. */
export async function documentRoutes(app: Api, services: Services): Promise<void> {
  // The body is left to the route, which reads it once there is room for it.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  const { limitsFactor } = services.settings;
  // Apart, so that who reads slowly keeps nobody from sending.
  const [incoming, outgoing] = [boundHeldBodies(limitsFactor), boundHeldBodies(limitsFactor)];

  app.post(
    '/document',
    {
      config: { upload: DocumentUpload },
      schema: {
        operationId: 'uploadDocument',
        summary: 'Upload a document',
        headers: IdempotencyKey,
        response: { 201: Document },
      },
    },
    async (request, reply) => {
      incoming.hold(request, reply, bytesOf(request));
      await limitCalls(services, 'upload', request.session.id);
      const upload = await readUpload(request);
      const stored = await withIdempotency(services, request, (respondOnce) =>
        storeUpload(request, upload, respondOnce),
      );
      return reply.code(201).send(stored.body as Document);
    },
  );

  app.get(
    '/document/:id',
    {
      config: { session: 'query', withApplication: true },
      schema: {
        operationId: 'getDocument',
        summary: 'Open a document',
        params: IdParams,
        querystring: Type.Object({ session: Type.Optional(Type.String()) }),
        response: { 200: DocumentContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const own = request.session.application?.documents.find((document) => document.id === id);
      if (!own) throw missing();
      // Before it is read: many that are being read would be in memory as well.
      outgoing.hold(request, reply, own.size);
      const opened = await openOwn(request, id);
      if (!opened) throw missing();
      const { contentType, fileName } = opened.record;
      return reply.type(contentType).header('content-disposition', attachment(fileName)).send(opened.bytes);
    },
  );

  app.put(
    '/document/:id',
    {
      config: { upload: DocumentReplacement },
      schema: {
        operationId: 'replaceDocument',
        summary: 'Replace a document',
        params: IdParams,
        response: { 200: Document },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      incoming.hold(request, reply, bytesOf(request));
      await limitCalls(services, 'upload', request.session.id);
      const application = await checkDocumentOfDraft(request.session.id, id);
      const upload = await readUpload(request);
      checkFields(upload, []);
      const checked = await checkUpload(request, upload);
      const kept = await keep(request, application, id, checked);
      return inTransactionOf(services, request.session, async (context) => {
        const record = await openOf(context, id);
        return documentResponse(record.row.id, await replaceDocument(context, record, kept));
      });
    },
  );

  app.delete(
    '/document/:id',
    {
      schema: {
        operationId: 'removeDocument',
        summary: 'Remove a document',
        params: IdParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await inTransactionOf(services, request.session, async (context) => {
        const record = await openOf(context, id);
        checkNoBody(request);
        await removeDocument(context, record, id);
      });
      return reply.code(204).send();
    },
  );

  async function openOwn({ session, program }: FastifyRequest, id: string) {
    try {
      return await openDocument(services, id, session.id);
    } catch (error) {
      throw error instanceof NotDisarmed ? unusable(program.copy, error.reason) : error;
    }
  }

  async function storeUpload(
    request: FastifyRequest,
    upload: Form,
    respondOnce: RespondOnce,
  ): Promise<StoredResponse> {
    const applicationId = upload.fields.get('applicationId') ?? '';
    const draft = await checkDraft(request.session.id, applicationId);
    checkFields(upload, ['id', 'applicationId', 'documentType']);
    if (upload.fields.get('id')) throw new ApiError('invalid_request', 'id must be empty.');
    const documentType = documentTypes.find((type) => type === upload.fields.get('documentType'));
    if (!documentType) throw notValid(request.program.copy, [wrong('documentType')]);
    const checked = await checkUpload(request, upload);
    const kept = await keep(request, draft, uuidv7(await readNow(services.database)), checked);
    return inTransactionOf(services, request.session, async (context) => {
      const row = await lockDraft(context, applicationId);
      return respondOnce(context, [documentType, checked.originalSha256], async () => {
        const record = await openLocked(context, row);
        if (record.documents.length >= documentsPerApplication)
          throw new ApiError('conflict', `An application has at most ${documentsPerApplication} documents.`);
        const document = await addDocument(context, record, documentType, kept);
        return {
          status: 201,
          body: documentResponse(row.id, document),
          applicationId: row.id,
          key: record.key,
        };
      });
    });
  }

  /** Existence and lock come before the body (api "Order of checks"), and before the work of checking a file. */
  async function checkDraft(sessionId: string, applicationId: string): Promise<ApplicationRow> {
    const row = await transact(services.database.db, (transaction) =>
      findApplication(transaction, sessionId, applicationId),
    );
    if (!row) throw missing();
    if (row.status !== 'draft') throw locked();
    return row;
  }

  async function checkDocumentOfDraft(sessionId: string, id: string) {
    const application = isId(id)
      ? await applicationOfDocument(services.database.db, sessionId, id)
      : undefined;
    if (!application) throw missing();
    if (application.status !== 'draft') throw locked();
    return application;
  }

  async function openOf(context: TransactionContext, documentId: string): Promise<ApplicationRecord> {
    const application = isId(documentId)
      ? await applicationOfDocument(context.transaction, context.sessionId, documentId)
      : undefined;
    if (!application) throw missing();
    const record = await openLocked(context, await lockDraft(context, application.id));
    documentIn(record, documentId);
    return record;
  }

  /** Does what an upload needs of the scanner or the bucket. While that is away no try counts: the page repeats it for hours. */
  async function uncountedWhileAway<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ScannerUnavailable || error instanceof DocumentsUnavailable)
        await uncountCall(services, 'upload', request.session.id);
      throw error;
    }
  }

  /** Keeps the file, outside any transaction. */
  async function keep(
    request: FastifyRequest,
    application: Parameters<typeof keepUpload>[1],
    id: string,
    checked: CheckedUpload,
  ): Promise<KeptUpload> {
    return uncountedWhileAway(request, () => keepUpload(services, application, id, checked));
  }

  /** Checks the file, outside any transaction (D48). */
  async function checkUpload(request: FastifyRequest, { files }: Form): Promise<CheckedUpload> {
    const file = files.get('document');
    if (!file) throw notValid(request.program.copy, [wrong('document', 'fileRequired')]);
    const sender = { session: request.session.id, address: addressForLimits(request.clientAddress) };
    return uncountedWhileAway(request, () =>
      whileAnswering(services.database, () => acceptDocument(services, request.program, file, sender)),
    );
  }
}
