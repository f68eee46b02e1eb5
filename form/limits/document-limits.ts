/** The limits of uploaded documents (D29). The page checks before it sends, the server always. */

/** The most documents of one application. */
export const documentsPerApplication = 5;

/** Largest document in bytes, inclusive. */
export const largestDocument = 10 * 1_048_576;

/** Pixels on the longest side of a photo as it is sent: more than 200 dots an inch on a letter page. */
export const longestPhotoSide = 2_400;

/** Most pixels of a picture that page or server open: 48-megapixel photos, at four bytes a pixel in an old phone's memory. */
export const mostPicturePixels = 50_000_000;

/** The content types of documents, as the `accept` attribute lists them. */
export const pictureTypes = ['image/jpeg', 'image/png'] as const;
export const acceptedTypes = ['application/pdf', ...pictureTypes] as const;
export type DocumentContentType = (typeof acceptedTypes)[number];

/** The size of a file as text: whole KB below one MB, MB with one decimal above. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  return megabytes >= 0.95
    ? `${megabytes.toFixed(1).replace('.0', '')} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/** The reasons to refuse a document (D29, D61). The page itself finds `gone`: the device can no longer read the file. */
export const documentErrors = [
  'empty',
  'too_many',
  'submitted',
  'too_large',
  'unknown_type',
  'encrypted_pdf',
  'broken_pdf',
  'too_many_pages',
  'too_large_drawn',
  'pdf_with_files',
  'xfa_form',
  'missing_fonts',
  'broken_image',
  'image_too_large',
  'unreadable',
  'infected',
  'gone',
  'failed',
] as const;
export type DocumentError = (typeof documentErrors)[number];

/** The most pages of a PDF. */
export const pagesPerDocument = 20;

export const documentTypes = ['proof_of_entity'] as const;
