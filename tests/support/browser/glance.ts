/**
 * Reduces a screenshot to a coarse grid of colors in which letters disappear. Two screenshots of a screen in different fonts then
 * look alike, but a missing card, a different color or a moved part still makes a difference.
 */
import sharp from 'sharp';

/** Width and height of a grid cell, in pixels of the page. */
const cell = 13;

/** Two cells have the same color if no color channel differs by more than this, out of 255. */
const sameColor = 40;

/**
 * Returns the screenshot with each cell reduced to one pixel. The result is slightly blurred, so each pixel is the average of a
 * cell and its surroundings.
 */
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

/** Returns the share of cells whose colors differ, from 0 to 1. Returns 1 if the screenshots differ in size. */
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

/** A rectangle of a page, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Compares the background color of an area in two reduced screenshots, ignoring text. Returns the difference of the color channel
 * that differs most, from 0 to 255.
 */
export async function colorDistance(one: Buffer, other: Buffer, area: Area): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => groundIn(picture, area)));
  return Math.max(...[0, 1, 2].map((channel) => Math.abs((a?.[channel] ?? 0) - (b?.[channel] ?? 0))));
}

/** Returns the median of each color channel over the cells inside an area. */
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
