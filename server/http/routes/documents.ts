/** The routes of uploaded documents: add, read, replace, remove (spec section 7, D29). */
import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Document, DocumentContent, DocumentReplacement, DocumentUpload } from '../../../api/document.ts';
import { IdempotencyKey, IdParams, NoContent } from '../../../api/shape.ts';
import { documentTypes, largestDocument } from '../../../form/limits/document-limits.ts';
import { applicationOf } from '../../applications/application-record.ts';
import { NotDisarmed, openDocument } from '../../applications/open-document.ts';
import {
  removeUpload,
  replaceUpload,
  type Uploader,
  uploadDocument,
} from '../../applications/upload-document.ts';
import { type UploadedFile, unusable } from '../../documents/accept-document.ts';
import { attachment, withoutUnseen } from '../../documents/file-name.ts';
import { ApiError, bodyTooLarge, invalidField, notFound, notValid } from '../../errors.ts';
import { largestBody } from '../../net/connections.ts';
import type { Services } from '../../services.ts';
import { withIdempotency } from '../../sessions/idempotency.ts';
import { limitCalls } from '../../sessions/shared-limits.ts';
import type { Api } from '../api-types.ts';
import { checkNoBody } from '../guards/request-context.ts';
import { boundHeldBodies } from '../held-bodies.ts';
import { boundaryOf, type Form, parseForm } from '../multipart.ts';
import { operation } from '../openapi.ts';

/** Parses an upload. If it is too large, throws but keeps reading: clients send the whole body before they read a response. */
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

function checkFields({ fields, files }: Form, allowed: readonly string[]): void {
  const unknown = [
    ...[...fields.keys()].filter((key) => !allowed.includes(key)),
    ...[...files.keys()].filter((key) => key !== 'document'),
  ];
  const names = withoutUnseen(unknown.join(', ')).slice(0, 100);
  if (unknown.length > 0) throw new ApiError('invalid_request', `There is no field ${names}.`);
}

function fileIn({ program }: FastifyRequest, { files }: Form): UploadedFile {
  const file = files.get('document');
  if (!file) throw notValid(program.copy, [invalidField('document', 'fileRequired')]);
  return file;
}

function newUpload(request: FastifyRequest, form: Form) {
  checkFields(form, ['id', 'applicationId', 'documentType']);
  if (form.fields.get('id')) throw new ApiError('invalid_request', 'id must be empty.');
  const documentType = documentTypes.find((type) => type === form.fields.get('documentType'));
  if (!documentType) throw notValid(request.program.copy, [invalidField('documentType')]);
  return { documentType, file: fileIn(request, form) };
}

const calls = {
  upload: operation('uploadDocument', 'Upload a document', {
    config: { upload: DocumentUpload },
    headers: IdempotencyKey,
    response: { 201: Document },
  }),
  read: operation('getDocument', 'Open a document', {
    config: { session: 'query', withApplication: true },
    params: IdParams,
    querystring: Type.Object({ session: Type.Optional(Type.String()) }),
    response: { 200: DocumentContent },
  }),
  replace: operation('replaceDocument', 'Replace a document', {
    config: { upload: DocumentReplacement },
    params: IdParams,
    response: { 200: Document },
  }),
  remove: operation('removeDocument', 'Remove a document', {
    params: IdParams,
    response: { 204: NoContent },
  }),
};

/** Registers the document routes. Makes all routes of `app`'s scope accept multipart bodies, so give it a separate scope. */
export async function documentRoutes(app: Api, services: Services): Promise<void> {
  // Don't read the body here. The route reads it after `holdIncoming` has counted its length toward the limit.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  const { limitsFactor } = services.settings;
  // Limit uploads and downloads separately, so slow downloads do not block uploads.
  const [holdIncoming, holdOutgoing] = [boundHeldBodies(limitsFactor), boundHeldBodies(limitsFactor)];

  /** Counts an upload's bytes toward `holdIncoming`'s limits, and applies the rate limit to the call. Returns the uploader. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<Uploader> {
    const { session, headers, clientAddress: address } = request;
    holdIncoming(request, reply, Number(headers['content-length'] ?? largestBody));
    await limitCalls(services, 'upload', session.id);
    return { session, address };
  }

  app.post('/document', calls.upload, async (request, reply) => {
    const uploader = await admit(request, reply);
    const form = await readUpload(request);
    const applicationId = form.fields.get('applicationId') ?? '';
    const stored = await withIdempotency(services, request, (call) =>
      uploadDocument(services, uploader, applicationId, () => newUpload(request, form), call),
    );
    return reply.code(201).send(stored.body as Document);
  });

  app.get('/document/:id', calls.read, async (request, reply) => {
    const { id } = request.params;
    const application = await applicationOf(services.keys, request.session);
    const own = application?.documents.find((document) => document.id === id);
    if (!own) throw notFound();
    // Count the document's bytes before reading the document. Otherwise, many concurrent reads could fill the memory.
    holdOutgoing(request, reply, own.size);
    const opened = await openDocument(services, id, request.session.id).catch((error: unknown) => {
      throw error instanceof NotDisarmed ? unusable(request.program.copy, error.reason) : error;
    });
    if (!opened) throw notFound();
    const { contentType, fileName } = opened.record;
    return reply.type(contentType).header('content-disposition', attachment(fileName)).send(opened.bytes);
  });

  app.put('/document/:id', calls.replace, async (request, reply) => {
    const uploader = await admit(request, reply);
    return replaceUpload(services, uploader, request.params.id, async () => {
      const form = await readUpload(request);
      checkFields(form, []);
      return fileIn(request, form);
    });
  });

  app.delete('/document/:id', calls.remove, async (request, reply) => {
    await removeUpload(services, request.session, request.params.id, () => checkNoBody(request));
    return reply.code(204).send();
  });
}
