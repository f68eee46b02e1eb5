/** What papers may be uploaded, and how many (D29). The page asks before it sends, the server in any case. */

/** Papers of one application. */
export const documentsPerApplication = 5;

/** Largest paper in bytes, inclusive. */
export const largestDocument = 10 * 1_048_576;

/** The content types of papers, as the `accept` attribute lists them. */
export const pictureTypes = ['image/jpeg', 'image/png'] as const;
export const acceptedTypes = ['application/pdf', ...pictureTypes] as const;

/** A size of a file in words: whole KB below one MB, one decimal above it. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  return megabytes >= 0.95
    ? `${megabytes.toFixed(1).replace('.0', '')} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}
