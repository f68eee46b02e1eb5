/** Photos and scans: drawn anew from their pixels, so that nothing but the picture is kept (D29). */
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { largestDocument, mostPicturePixels } from '../../form/limits/document-limits.ts';
import type { DocumentCheck } from './check-document.ts';
import { withEnd } from './cut-jpeg.ts';

/** Pixels that are kept of a larger picture: a page of letter size at 500 dots an inch. */
const KEPT_PIXELS = 24_000_000;

/** Seconds after which decoding one picture is given up; what was decoded until then is no reason to wait longer. */
const DECODE_SECONDS = 15;

/** Above what common scanner software leaves on a page, below where text grows soft. */
const JPEG_QUALITY = 85;

/** Damage that loses part of the picture is refused; a camera's harmless oddities are not. One frame only. */
const READING: SharpOptions = {
  failOn: 'error',
  pages: 1,
  autoOrient: true,
  limitInputPixels: mostPicturePixels,
};

/** For a JPEG of which only the end was lost. */
const FORGIVING: SharpOptions = { ...READING, failOn: 'none' };

/** How a picture is compressed; the second way where it would get too large the first way. */
const encodings = {
  'image/jpeg': [{ quality: JPEG_QUALITY }, { quality: 70 }],
  'image/png': [{}, { compressionLevel: 9, adaptiveFiltering: true }],
} as const;

/**
 * Re-encodes a picture of the given type as the same type: turned upright by its EXIF orientation, in sRGB, without
 * any metadata (place, device, thumbnail, profile, comment); of an animation, the first frame. The result may be
 * larger than what came in, up to the largest document.
 */
export async function reEncodeImage(
  bytes: Uint8Array,
  contentType: 'image/jpeg' | 'image/png',
): Promise<DocumentCheck> {
  try {
    // Reads the header only, so that a picture too large to decode is told apart from a broken one.
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
