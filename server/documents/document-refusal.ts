/**
 * Why an uploaded paper cannot be kept (D29). Keys only: the words that a person reads stand elsewhere.
 *
 * - `empty`, `too_large`: no bytes, or more than 10 × 1,048,576 of them
 * - `unknown_type`: neither PDF nor JPEG nor PNG by its content, whatever its name says
 * - `encrypted_pdf`: needs a password, or restricts what may be done with it
 * - `active_pdf`: does something by itself: scripts, launch and form-sending actions, XFA forms, rich media
 * - `pdf_with_files`: carries other files inside, as attachments or as an archive glued to it
 * - `broken_pdf`, `broken_image`: cannot be read to its end, or is built so that readers may disagree on it
 * - `image_too_large`: more pixels than a photo has (a small file can unfold to gigabytes)
 * - `unreadable`: reading it took too long or ended the checker
 */
export type DocumentRefusal =
  | 'empty'
  | 'too_large'
  | 'unknown_type'
  | 'encrypted_pdf'
  | 'active_pdf'
  | 'pdf_with_files'
  | 'broken_pdf'
  | 'broken_image'
  | 'image_too_large'
  | 'unreadable';

/** The content types that are kept, and as which a kept paper is served (D29). */
export type DocumentContentType = 'application/pdf' | 'image/jpeg' | 'image/png';

/** Either a paper with the bytes to keep, or the reason why there is none. */
export type DocumentCheck =
  | { readonly ok: true; readonly contentType: DocumentContentType; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: DocumentRefusal };
