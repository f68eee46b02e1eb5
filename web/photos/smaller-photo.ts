/** Makes photos smaller on the device before they are sent (D29): a phone's camera takes far more than a form needs. */
import { largestDocument, longestPhotoSide, mostPicturePixels } from '../../form/lists/document-limits.ts';

/** Of a JPEG, from 0 to 1; as the server's (`re-encode-image.ts`). */
const jpegQuality = 0.85;

/** What the server takes, and what a camera saves instead, which some browsers can decode. */
const photoType = /^image\/(jpeg|png|hei[cf])$/;
const serverTakes = /^image\/(jpeg|png)$/;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size with the same proportions whose longest side is at most the limit; never larger than it was. */
export function sizeWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** The name with the extension of a JPEG. */
export function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.jpg`;
}

/** The size of a picture, upright. Browsers read it from the first bytes, without decoding all of them. */
async function sizeOf(file: File): Promise<Size> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Draws a picture upright at a size. Rejects one that is broken. Decoding happens off the main thread. */
async function drawn(file: File, { width, height }: Size): Promise<OffscreenCanvas> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas;
}

/** As a JPEG, which has no transparency: what shines through is white, like the sheet it is shown on. */
function asJpeg(canvas: OffscreenCanvas): Promise<Blob> {
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
}

async function reEncoded(file: File, size: Size): Promise<File> {
  const canvas = await drawn(file, size);
  const png = file.type === 'image/png' ? await canvas.convertToBlob({ type: 'image/png' }) : undefined;
  const jpeg = await asJpeg(canvas);
  return png && png.size <= jpeg.size
    ? new File([png], file.name, { type: png.type })
    : new File([jpeg], file.type === 'image/jpeg' ? file.name : jpegName(file.name), { type: jpeg.type });
}

/**
 * The photo with its longest side at most `longestPhotoSide`: upright, and without where, when and by what it was
 * taken. Of a PNG, whichever is smaller of PNG and JPEG; HEIC becomes a JPEG where the browser can decode it. Never
 * larger than the file. Any other file, and one that cannot be decoded, comes back as it is: the server decides. One of
 * too many pixels for either gives the reason.
 */
export async function smallerPhoto(file: File): Promise<File | 'image_too_large'> {
  if (!photoType.test(file.type)) return file;
  try {
    const size = await sizeOf(file);
    if (size.width * size.height > mostPicturePixels) return 'image_too_large';
    const smaller = sizeWithin(size, longestPhotoSide);
    const isTaken = serverTakes.test(file.type);
    const isSmall = smaller.width === size.width && smaller.height === size.height;
    if (isTaken && isSmall && file.size <= largestDocument) return file;
    const made = await reEncoded(file, smaller);
    return made.size < file.size || !isTaken ? made : file;
  } catch {
    return file;
  }
}
