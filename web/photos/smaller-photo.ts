/** Makes photos smaller on the device before they are sent (D29): a phone's camera takes far more than a form needs. */
import { largestDocument, longestPhotoSide, mostPicturePixels } from '../../form/limits/document-limits.ts';
import { drawPattern, showsPattern } from './known-pixels.ts';
import { type PictureType, pictureType } from './picture-type.ts';

/** Of a JPEG, from 0 to 1; as the server's (`re-encode-image.ts`). */
const jpegQuality = 0.85;

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
async function sizeOf(photo: Blob): Promise<Size> {
  const url = URL.createObjectURL(photo);
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

/** Draws a picture upright over a canvas. Rejects one that is broken. Decoding happens off the main thread. */
async function draw(photo: Blob, canvas: OffscreenCanvas): Promise<void> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}

/** As a JPEG, which has no transparency: what shines through is white, like the sheet it is shown on. */
function asJpeg(canvas: OffscreenCanvas): Promise<Blob> {
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
}

/** The photo as it is sent at a size; undefined where the browser does not give back what is drawn. */
async function reEncoded(file: File, type: PictureType, { width, height }: Size): Promise<File | undefined> {
  const canvas = new OffscreenCanvas(width, height);
  drawPattern(canvas);
  if (!(await showsPattern(await asJpeg(canvas)))) return undefined;
  await draw(file.slice(0, file.size, type), canvas);
  const png = type === 'image/png' ? await canvas.convertToBlob({ type }) : undefined;
  const jpeg = await asJpeg(canvas);
  return png && png.size <= jpeg.size
    ? new File([png], file.name, { type: png.type })
    : new File([jpeg], type === 'image/jpeg' ? file.name : jpegName(file.name), { type: jpeg.type });
}

/**
 * The photo with its longest side at most `longestPhotoSide`: upright, and without where, when and by what it was
 * taken. What is a photo is decided by its content. Of a PNG, whichever is smaller of PNG and JPEG; HEIC becomes a JPEG
 * where the browser can decode it. Never larger than the file. Any other file, one that cannot be decoded, and one that the browser
 * would falsify, comes back as it is: the server decides. One of too many pixels for either, and one that cannot be read, gives the
 * reason.
 */
export async function smallerPhoto(file: File): Promise<File | 'image_too_large' | 'gone'> {
  const type = await pictureType(file).catch(() => 'gone' as const);
  if (type === undefined) return file;
  if (type === 'gone') return type;
  try {
    const size = await sizeOf(file.slice(0, file.size, type));
    if (size.width * size.height > mostPicturePixels) return 'image_too_large';
    const smaller = sizeWithin(size, longestPhotoSide);
    const isTaken = type !== 'image/heic';
    const isSmall = smaller.width === size.width && smaller.height === size.height;
    if (isTaken && isSmall && file.size <= largestDocument) return file;
    const made = await reEncoded(file, type, smaller);
    return made && (made.size < file.size || !isTaken) ? made : file;
  } catch {
    return file;
  }
}
