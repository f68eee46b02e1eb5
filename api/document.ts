/** Uploaded papers on the wire; the upload itself is multipart (D29). */
import type { Static } from 'typebox';
import Type from 'typebox';
import { exactly, Moment } from './shape.ts';

export const documentTypes = ['proof_of_entity'] as const;

export const Document = exactly({
  id: Type.String(),
  applicationId: Type.String(),
  documentType: Type.String(),
  fileName: Type.String(),
  contentType: Type.String(),
  size: Type.Integer({ description: 'Bytes as stored' }),
  createDateTime: Moment,
});

export type Document = Static<typeof Document>;
