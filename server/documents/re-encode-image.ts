/** Photos and scans: drawn anew from their pixels, so that nothing but the picture is kept (D29). */
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { DocumentCheck } from './check-document.ts';

/** Pixels of the largest picture that is decoded: a 48-megapixel phone photo passes. */
const MAX_PIXELS = 50_000_000;

/** Seconds after which decoding one picture is given up; a thread inside the decoder cannot be ended from outside. */
const DECODE_SECONDS = 15;

/** Above what common scanner software leaves on a page, below where text grows soft. */
const JPEG_QUALITY = 85;

/** Damage that loses part of the picture is refused; a camera's harmless oddities are not. One frame only. */
const READING: SharpOptions = { failOn: 'error', pages: 1, autoOrient: true, limitInputPixels: MAX_PIXELS };

/**
 * Re-encodes a picture of the given type as the same type: turned upright by its EXIF orientation, in sRGB, without
 * any metadata (place, device, thumbnail, profile, comment); of an animation, the first frame. The result may be
 * larger than what came in.
 */
export async function reEncodeImage(
  bytes: Uint8Array,
  contentType: 'image/jpeg' | 'image/png',
): Promise<DocumentCheck> {
  try {
    // Reads the header only, so that a picture too large to decode is told apart from a broken one.
    const header = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (header.format !== (contentType === 'image/jpeg' ? 'jpeg' : 'png')) return broken;
    if (header.width * header.height > MAX_PIXELS) return { ok: false, reason: 'image_too_large' };
    const picture = sharp(bytes, READING).timeout({ seconds: DECODE_SECONDS });
    const { data } = await encode(picture, contentType).toUint8Array();
    return { ok: true, contentType, bytes: data };
  } catch {
    return broken;
  }
}

const broken: DocumentCheck = { ok: false, reason: 'broken_image' };

function encode(picture: Sharp, contentType: 'image/jpeg' | 'image/png'): Sharp {
  return contentType === 'image/jpeg' ? picture.jpeg({ quality: JPEG_QUALITY }) : picture.png();
}
