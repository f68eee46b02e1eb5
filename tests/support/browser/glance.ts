/**
 * A picture as one sees it at arm's length: what stands where, in which colour, but no letters. Two pictures of one screen
 * in different fonts are alike; one without its card, in other colours or with a part elsewhere is not.
 */
import sharp from 'sharp';

/** Pixels of a page to a side of a cell. */
const cell = 13;

/** How far one colour channel of a cell may be off, of 255, before the cell counts as another. */
const sameColour = 40;

/** The picture in cells, each of the mean colour of what stands there and a little around. */
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

/** The share of cells that are not of the same colour in both, from 0 to 1; 1 if the pictures are not of one size. */
export async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => raw(picture)));
  if (!a || !b || a.length !== b.length) return 1;
  const cells = a.length / 3;
  let others = 0;
  for (let index = 0; index < a.length; index += 3) {
    const farthest = Math.max(
      ...[0, 1, 2].map((channel) => Math.abs((a[index + channel] ?? 0) - (b[index + channel] ?? 0))),
    );
    if (farthest > sameColour) others += 1;
  }
  return others / cells;
}

function raw(picture: Buffer): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer();
}
