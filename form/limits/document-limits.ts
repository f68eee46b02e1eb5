/** Which documents may be uploaded, and how many (D29). The page checks before it sends, the server always. */

/** Most documents that one application can have. */
export const documentsPerApplication = 5;

/** Largest document in bytes, inclusive. */
export const largestDocument = 10 * 1_048_576;

/** Pixels on the longest side of a photo as it is sent: a page of letter size at more than 200 dots an inch. */
export const longestPhotoSide = 2_400;

/**
 * Pixels of the largest picture that is opened, by the page and by the server: four bytes each must fit into an old phone's
 * memory, and a 48-megapixel phone photo passes.
 */
export const mostPicturePixels = 50_000_000;

/** The content types of documents, as the `accept` attribute lists them. */
export const pictureTypes = ['image/jpeg', 'image/png'] as const;
export const acceptedTypes = ['application/pdf', ...pictureTypes] as const;
export type DocumentContentType = (typeof acceptedTypes)[number];

/** A size of a file in words: whole KB below one MB, one decimal above it. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  return megabytes >= 0.95
    ? `${megabytes.toFixed(1).replace('.0', '')} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/** Why a document is refused (D29, D61). The page finds `gone` itself: the device cannot read the file any more. */
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

/** Most pages of a PDF. */
export const pagesPerDocument = 20;

export const documentTypes = ['proof_of_entity'] as const;
