/** The schemas of documents in requests and responses. Documents are uploaded as multipart forms (D29). */
import Type, { type Static } from 'typebox';
import { documentTypes } from '../form/limits/document-limits.ts';
import { Id, Moment, object } from './shape.ts';

const DocumentTypeName = Type.Unsafe<string>({ type: 'string', enum: documentTypes });

export const Document = object('Document', {
  id: Id,
  applicationId: Id,
  documentType: DocumentTypeName,
  fileName: Type.String(),
  contentType: Type.String(),
  size: Type.Integer({ description: 'Size as stored, in bytes' }),
  createDateTime: Moment,
});

const file = Type.Unsafe<unknown>({ type: 'string', format: 'binary', description: 'PDF, JPEG or PNG' });

/** The multipart body of an upload. */
export const DocumentUpload = object('DocumentUpload', {
  id: Type.Optional(Type.String({ maxLength: 0, description: 'Empty or left out' })),
  applicationId: Id,
  documentType: DocumentTypeName,
  document: file,
});
export const DocumentReplacement = object('DocumentReplacement', { document: file });

/** The response to a call that reads a document. */
export const DocumentContent = {
  description: 'The document, as an attachment',
  content: {
    'application/pdf': { schema: file },
    'image/jpeg': { schema: file },
    'image/png': { schema: file },
  },
};

export type Document = Static<typeof Document>;
