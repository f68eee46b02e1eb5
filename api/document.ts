/** Uploaded documents on the wire; the upload itself is multipart (D29). */
import type { Static } from 'typebox';
import Type from 'typebox';
import { documentTypes } from '../form/lists/document-limits.ts';
import { exactly, Moment } from './shape.ts';

export const Document = exactly({
  id: Type.String(),
  applicationId: Type.String(),
  documentType: Type.String(),
  fileName: Type.String(),
  contentType: Type.String(),
  size: Type.Integer({ description: 'Bytes as stored' }),
  createDateTime: Moment,
});

const file = Type.Unsafe<unknown>({ type: 'string', format: 'binary', description: 'PDF, JPEG or PNG' });

/** The multipart bodies of uploads. */
export const DocumentUpload = exactly({
  id: Type.Optional(Type.String({ description: 'Empty or left out' })),
  applicationId: Type.String(),
  documentType: Type.String({ description: documentTypes.join(', ') }),
  document: file,
});
export const DocumentReplacement = exactly({ document: file });

/** A document when it is opened. */
export const DocumentContent = {
  description: 'The document, as an attachment',
  content: {
    'application/pdf': { schema: file },
    'image/jpeg': { schema: file },
    'image/png': { schema: file },
  },
};

export type Document = Static<typeof Document>;
