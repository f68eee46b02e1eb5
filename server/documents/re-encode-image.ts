/** Re-encodes photos and scans from their pixels, so nothing but the picture remains (D29). */
import sharp, { type SharpOptions } from 'sharp';
import { largestDocument, mostPicturePixels } from '../../form/limits/document-limits.ts';
import type { DocumentCheck } from './check-document.ts';
import { withEnd } from './cut-jpeg.ts';

/** Maximum number of pixels in a stored picture: a letter-size page at 500 dots per inch. Larger pictures are shrunk. */
const KEPT_PIXELS = 24_000_000;

const DECODE_SECONDS = 15;

/** The options for reading a picture's first frame. Reading fails if data is missing, but tolerates minor format errors. */
const READING = { failOn: 'error', pages: 1, autoOrient: true, limitInputPixels: mostPicturePixels } as const;

/** The options for reading a JPEG that is missing only its end. */
const FORGIVING = { ...READING, failOn: 'none' } as const;

/** The compressions to try for each type, in this order. The first keeps text sharp. The second produces smaller files. */
const encodings = {
  'image/jpeg': { type: 'jpeg', options: [{ quality: 85 }, { quality: 70 }] },
  'image/png': { type: 'png', options: [{}, { compressionLevel: 9, adaptiveFiltering: true }] },
} as const;

/** Re-encodes a picture's first frame in the same file type, rotated by its EXIF orientation, in sRGB, and without metadata. */
export async function reEncodeImage(
  bytes: Uint8Array,
  contentType: keyof typeof encodings,
): Promise<DocumentCheck> {
  const { type, options } = encodings[contentType];
  try {
    // Read only the header first, to distinguish a picture that is too large to decode from a damaged picture.
    const { format, width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== type) return broken;
    if (width * height > mostPicturePixels) return tooLarge;
    const shrink = Math.min(1, Math.sqrt(KEPT_PIXELS / (width * height)));
    const resize = { width: Math.max(1, Math.floor(autoOrient.width * shrink)) };
    const encoded = async (given: Uint8Array, reading: SharpOptions): Promise<DocumentCheck> => {
      for (const option of options) {
        const picture = sharp(given, reading).timeout({ seconds: DECODE_SECONDS });
        if (shrink < 1) picture.resize(resize);
        const { data } = await picture.toFormat(type, option).toUint8Array();
        if (data.length <= largestDocument) return { ok: true, contentType, bytes: data };
      }
      return tooLarge;
    };
    try {
      return await encoded(bytes, READING);
    } catch (error) {
      const whole = contentType === 'image/jpeg' ? await withEnd(bytes, height) : undefined;
      if (!whole) throw error;
      return await encoded(whole, FORGIVING);
    }
  } catch {
    return broken;
  }
}

const broken: DocumentCheck = { ok: false, reason: 'broken_image' };
const tooLarge: DocumentCheck = { ok: false, reason: 'image_too_large' };
