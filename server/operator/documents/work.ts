/** Runs the `documents …` commands (D26, D29). */
import { documentTypes, largestDocument, sizeText } from '../../../form/limits/document-limits.ts';
import {
  addLateDocument,
  checkWaitsForDocument,
  noteShown,
  openForOperator,
} from '../../applications/act-on-application.ts';
import { documentResponse } from '../../applications/application-response.ts';
import { keepUpload } from '../../applications/change-documents.ts';
import { NotDisarmed, type OpenedDocument, openDocument } from '../../applications/open-document.ts';
import { readNow } from '../../db/clock.ts';
import { isId } from '../../db/queries/applications.ts';
import { findDocument } from '../../db/queries/documents.ts';
import { uuidv7 } from '../../db/uuid.ts';
import { acceptDocument } from '../../documents/accept-document.ts';
import { startDocumentChecker } from '../../documents/document-checker.ts';
import { extensionOf } from '../../documents/file-name.ts';
import { moveDocuments } from '../../documents/store/move-documents.ts';
import { defaultCopy } from '../../programs/default-copy.ts';
import { oneOf, orNotFound, positionalOf, requiredOf, requiredReasonOf } from '../call-values.ts';
import {
  fileOf,
  type OperatorCommand,
  type OperatorContext,
  type OperatorFile,
  OperatorProblem,
  type ProgramsShown,
} from '../command.ts';
import { actOn, namedApplication, programOfApplication } from '../named-application.ts';
import { counted, firstOf, lines, moment, tableOr } from '../terminal-text.ts';

export const documentsList: OperatorCommand['run'] = async (context, call) => {
  const record = await openForOperator(await namedApplication(context, call));
  const documents = record.documents.map((document) => ({
    ...documentResponse(record.row.id, document),
    sha256: document.sha256,
  }));
  const text = tableOr('There are no documents.', record.documents, {
    ID: 'id',
    TYPE: 'documentType',
    SIZE: ({ size }) => sizeText(size),
    ADDED: ({ createDateTime }) => moment(createDateTime),
    FILE: 'fileName',
  });
  return { data: { documents }, text };
};

export const documentsAdd: OperatorCommand['run'] = async (context, call) => {
  const documentType = oneOf(call, 'type', documentTypes) ?? 'proof_of_entity';
  const input = requiredOf(call.input, 'FILE');
  const bytes = await bytesOf(input);
  const act = await namedApplication(context, call);
  const row = await checkWaitsForDocument(act);
  const program = context.programs.all.find(({ domainKey }) => domainKey === row.domain_key);
  const documentChecker = startDocumentChecker();
  try {
    const file = { bytes, name: input.name };
    const services = { settings: context.settings, documentChecker };
    const sender = { session: context.operator, address: 'operator' };
    const wanted = { copy: defaultCopy, deliverOriginals: program?.deliverOriginals ?? false };
    const accepted = await acceptDocument(services, wanted, file, sender);
    const id = uuidv7(await readNow(context.database));
    const kept = await keepUpload(context, row, id, accepted);
    const document = await addLateDocument(act, documentType, kept);
    return {
      data: { status: 'submitted', document: documentResponse(act.applicationId, document) },
      text: `Added as ${document.id}. The application is submitted, and the document will be delivered.`,
    };
  } finally {
    await documentChecker.close();
  }
};

export const programOfDocument: ProgramsShown = async (store, call) => {
  const id = positionalOf(call).toLowerCase();
  const found = isId(id) ? await findDocument(store.database.db, id) : undefined;
  const { applicationId } = orNotFound(found, `There is no document ${id}.`);
  return programOfApplication(store, applicationId);
};

export const documentsGet: OperatorCommand['run'] = async (context, call, handOver) => {
  const reason = requiredReasonOf(call);
  const id = positionalOf(call).toLowerCase();
  const opened = isId(id) ? await openStored(context, id) : undefined;
  const { application, bytes, record } = orNotFound(opened, `There is no document ${id}.`);
  const { contentType } = record;
  await noteShown(actOn(context, application.id), reason, { documentId: id });
  await handOver([fileOf(`${id}.${extensionOf(contentType)}`, bytes)]);
  return {
    data: { id, contentType, size: bytes.byteLength },
    text: `${contentType}, ${sizeText(bytes.byteLength)}`,
  };
};

/** Returns a decrypted document. Disarms the document first if it was stored before the server began to disarm uploads. */
async function openStored(context: OperatorContext, id: string): Promise<OpenedDocument | undefined> {
  const documentChecker = startDocumentChecker();
  try {
    return await openDocument({ ...context, documentChecker }, id);
  } catch (error) {
    if (!(error instanceof NotDisarmed)) throw error;
    throw new OperatorProblem(defaultCopy.documentErrors[error.reason]);
  } finally {
    await documentChecker.close();
  }
}

export const documentsMove: OperatorCommand['run'] = async (context, call) => {
  const to = requiredOf(oneOf(call, 'to', ['bucket', 'database']), 'to');
  if (!context.documents.bucket) throw new OperatorProblem('DOCUMENTS_URL is not set.');
  const { newDocuments } = context.settings;
  if (to !== newDocuments)
    throw new OperatorProblem(
      `New documents still go to the ${newDocuments}. Set NEW_DOCUMENTS to ${to} on every node first.`,
    );
  const { moved, lost, left } = await moveDocuments(context, to);
  return {
    data: { to, moved, lost, left },
    text: lines(
      `${counted(moved, 'document')} moved.`,
      lost.length > 0 &&
        `${counted(lost.length, 'document')} missing or altered in the bucket: ${firstOf(lost)}`,
      left === 0 ? `All documents are in the ${to}.` : `${counted(left, 'document')} left. Run it again.`,
    ),
    exitCode: left === 0 ? 0 : 3,
  };
};

/** Returns all bytes of a file. @throws OperatorProblem as soon as more bytes have been read than a document may have */
async function bytesOf(file: OperatorFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file.content()) {
    size += piece.byteLength;
    if (size > largestDocument)
      throw new OperatorProblem(`A document has at most ${sizeText(largestDocument)}.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
