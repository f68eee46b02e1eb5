/** Declares the limits of documents (D29), for the page's checks before an upload and the server's checks after it. */

export const documentsPerApplication = 5;

/** Maximum number of bytes in a document. */
export const largestDocument = 10 * 1_048_576;

/** Maximum number of pixels on the longest side of a photo that the page sends: over 200 dots per inch on a letter-size page. */
export const longestPhotoSide = 2_400;

/** Maximum number of pixels in a picture. Allows photos of 48 megapixels. An old phone has enough memory for such a picture. */
export const mostPicturePixels = 50_000_000;

/** The accepted content types of pictures. File inputs for pictures use this list as their `accept` attribute. */
export const pictureTypes = ['image/jpeg', 'image/png'] as const;
/** The accepted content types of documents. File inputs for documents use this list as their `accept` attribute. */
export const acceptedTypes = ['application/pdf', ...pictureTypes] as const;
export type DocumentContentType = (typeof acceptedTypes)[number];

/** Returns the size of a file as text: in whole KB below one MB, otherwise in MB with at most one decimal. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  return megabytes >= 0.95
    ? `${megabytes.toFixed(1).replace('.0', '')} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/**
 * The reasons why a document is not added (D29, D61). Only the page uses `too_many`, `submitted`, `failed` (the upload failed)
 * and `gone` (the device can no longer read the file).
 */
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

export const pagesPerDocument = 20;

export const documentTypes = ['proof_of_entity'] as const;
