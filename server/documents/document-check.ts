/** What a check of an uploaded paper comes to (D29). */
import type { DocumentRefusal } from '../../form/catalogue.ts';

/** The content types that are kept, and as which a kept paper is served. */
export type DocumentContentType = 'application/pdf' | 'image/jpeg' | 'image/png';

/** Either a paper with the bytes to keep, or the reason why there is none; its words stand in the catalogue. */
export type DocumentCheck =
  | { readonly ok: true; readonly contentType: DocumentContentType; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: DocumentRefusal };
