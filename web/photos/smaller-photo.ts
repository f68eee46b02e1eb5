/** Shrinks photos on the device before they are sent (D29). */
import { largestDocument, longestPhotoSide, mostPicturePixels } from '../../form/limits/document-limits.ts';
import { drawPattern, showsPattern } from './known-pixels.ts';
import { type PictureType, pictureType } from './picture-type.ts';

/** JPEG quality from 0 to 1, the same as on the server (`re-encode-image.ts`). */
const jpegQuality = 0.85;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size, reduced if necessary so that the longest side is at most `longest`. Keeps the proportions. */
export function sizeWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

export function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.jpg`;
}

/** Returns a picture's size after its EXIF rotation. Browsers read the size without decoding the whole picture. */
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

/** Draws a picture over the whole canvas, rotated according to its EXIF data. Rejects if the picture is broken. */
async function draw(photo: Blob, canvas: OffscreenCanvas): Promise<void> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}

/** Returns the canvas encoded as JPEG. JPEG has no transparency, so transparent areas become white. */
function asJpeg(canvas: OffscreenCanvas): Promise<Blob> {
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
}

/** Returns the photo, encoded in the given size. Returns undefined if the browser alters pixels to prevent fingerprinting. */
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
 * Returns the photo rotated, without metadata, and with its longest side at most `longestPhotoSide`. A PNG stays a PNG or becomes
 * a JPEG, and a HEIC photo becomes a JPEG. Returns the original if it is a JPEG or PNG of an accepted size, is not a photo, or
 * cannot be made smaller. If the photo cannot be sent, returns the reason.
 */
export async function smallerPhoto(file: File): Promise<File | 'image_too_large' | 'gone'> {
  const type = await pictureType(file).catch(() => 'gone' as const);
  if (type === undefined) return file;
  if (type === 'gone') return type;
  try {
    const size = await sizeOf(file.slice(0, file.size, type));
    if (size.width * size.height > mostPicturePixels) return 'image_too_large';
    const smaller = sizeWithin(size, longestPhotoSide);
    const isAccepted = type !== 'image/heic';
    const isSmall = smaller.width === size.width && smaller.height === size.height;
    if (isAccepted && isSmall && file.size <= largestDocument) return file;
    const made = await reEncoded(file, type, smaller);
    return made && (made.size < file.size || !isAccepted) ? made : file;
  } catch {
    return file;
  }
}
