/**
 * Reduces a picture to what is visible at arm's length: the place and color of its parts, without letters. Two pictures of one
 * screen in different fonts are alike; one without its card, in other colors or with a part elsewhere is not.
 */
import sharp from 'sharp';

/** Pixels of a page per side of a cell. */
const cell = 13;

/** Largest difference of a color channel, out of 255, at which two cells count as equal. */
const sameColor = 40;

/** Returns the picture in cells, each with the average color of its area and its surroundings. */
export function glanceAt(picture: Buffer): Promise<Buffer> {
  const image = sharp(picture).removeAlpha();
  return image.metadata().then(({ width = 0, height = 0 }) =>
    image
      .resize(Math.round(width / cell), Math.round(height / cell), { fit: 'fill', kernel: 'linear' })
      .blur(1.2)
      .png({ palette: false })
      .toBuffer(),
  );
}

/** Returns the share of cells whose color differs, from 0 to 1; 1 if the pictures differ in size. */
export async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => raw(picture)));
  if (!a || !b || a.length !== b.length) return 1;
  const cells = a.length / 3;
  let others = 0;
  for (let index = 0; index < a.length; index += 3) {
    const farthest = Math.max(
      ...[0, 1, 2].map((channel) => Math.abs((a[index + channel] ?? 0) - (b[index + channel] ?? 0))),
    );
    if (farthest > sameColor) others += 1;
  }
  return others / cells;
}

/** A part of a page, in pixels of the page. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns how far the background color of a part differs between two glances, out of 255, whatever is written on it. */
export async function colorDistance(one: Buffer, other: Buffer, area: Area): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => groundIn(picture, area)));
  return Math.max(...[0, 1, 2].map((channel) => Math.abs((a?.[channel] ?? 0) - (b?.[channel] ?? 0))));
}

/** Returns the median of each channel over the cells that lie within a part. */
async function groundIn(picture: Buffer, { x, y, width, height }: Area): Promise<readonly number[]> {
  const [left, top] = [Math.ceil(x / cell), Math.ceil(y / cell)];
  const right = Math.max(left + 1, Math.floor((x + width) / cell));
  const bottom = Math.max(top + 1, Math.floor((y + height) / cell));
  const part = await raw(
    await sharp(picture)
      .extract({ left, top, width: right - left, height: bottom - top })
      .toBuffer(),
  );
  return [0, 1, 2].map((channel) => {
    const values = [...part].filter((_, index) => index % 3 === channel).sort((one, two) => one - two);
    return values[Math.floor(values.length / 2)] ?? 0;
  });
}

function raw(picture: Buffer): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer();
}
