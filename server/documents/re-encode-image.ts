/** Re-encodes photos and scans from their pixels, so that only the picture is kept (D29). */
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { largestDocument, mostPicturePixels } from '../../form/limits/document-limits.ts';
import type { DocumentCheck } from './check-document.ts';
import { withEnd } from './cut-jpeg.ts';

/** The most pixels that are kept: a letter-size page at 500 dots per inch. */
const KEPT_PIXELS = 24_000_000;

/** The time limit for decoding a picture, in seconds. */
const DECODE_SECONDS = 15;

/** The JPEG quality: better than that of common scanner software, and high enough to keep text sharp. */
const JPEG_QUALITY = 85;

/** Refuses damage that loses part of the picture, but accepts harmless quirks of cameras. Reads the first frame only. */
const READING: SharpOptions = {
  failOn: 'error',
  pages: 1,
  autoOrient: true,
  limitInputPixels: mostPicturePixels,
};

/** For a JPEG with only its end missing. */
const FORGIVING: SharpOptions = { ...READING, failOn: 'none' };

/** The compressions of each type. The second is used if the first gives too large a file. */
const encodings = {
  'image/jpeg': [{ quality: JPEG_QUALITY }, { quality: 70 }],
  'image/png': [{}, { compressionLevel: 9, adaptiveFiltering: true }],
} as const;

/**
 * Re-encodes a picture as the same type: upright by its EXIF orientation, in sRGB, without metadata (place, device, thumbnail,
 * profile, comment), only the first frame of an animation. The result may be larger than the upload, up to the largest document.
 */
export async function reEncodeImage(
  bytes: Uint8Array,
  contentType: 'image/jpeg' | 'image/png',
): Promise<DocumentCheck> {
  try {
    // Read only the header first, to distinguish a picture that is too large to decode from a broken one.
    const { format, width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== (contentType === 'image/jpeg' ? 'jpeg' : 'png')) return broken;
    if (width * height > mostPicturePixels) return tooLarge;
    const shrink = Math.min(1, Math.sqrt(KEPT_PIXELS / (width * height)));
    const resize = { width: Math.max(1, Math.floor(autoOrient.width * shrink)) };
    const encoded = async (given: Uint8Array, reading: SharpOptions): Promise<DocumentCheck> => {
      for (const encoding of encodings[contentType]) {
        const picture = sharp(given, reading).timeout({ seconds: DECODE_SECONDS });
        if (shrink < 1) picture.resize(resize);
        const { data } = await encode(picture, contentType, encoding).toUint8Array();
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

function encode(picture: Sharp, contentType: 'image/jpeg' | 'image/png', options: object): Sharp {
  return contentType === 'image/jpeg' ? picture.jpeg(options) : picture.png(options);
}
