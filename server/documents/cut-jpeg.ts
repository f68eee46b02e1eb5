/** JPEGs that lack their last bytes, as a broken transfer or a camera whose battery died leaves them (D29). */
import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { mostPicturePixels } from '../../form/limits/document-limits.ts';

/** ITU-T T.81, B.1.1.3: EOI and SOS. Within the coded picture, neither can come by chance. */
const end = Buffer.from([0xff, 0xd9]);
const scan = Buffer.from([0xff, 0xda]);

/** Stands for what was lost; it decodes to something, but hardly to what a decoder makes of nothing. */
const madeUp = Buffer.alloc(8_192, 0x5a);

/** Rows of pixels of the largest unit that a JPEG is coded in, and those beside it that smoothing reaches into. */
const unitRows = 16;
const smoothedRows = 2;

/** To this many columns a picture is shrunk, so that comparing it takes no memory. Its rows stay. */
const columns = 16;

/**
 * The JPEG with an end in place of the one that it lacks; undefined where more is lost than a part of the last row of units, which
 * is at most 16 pixels high. Nothing in a JPEG says how far it goes. So it is decoded with two different ends: the rows that are the same come
 * from what is there.
 */
export async function withEnd(bytes: Uint8Array, height: number): Promise<Buffer | undefined> {
  // The first half of a marker would make one of whatever follows.
  const begun = Buffer.from(bytes.at(-1) === 0xff ? bytes.subarray(0, -1) : bytes);
  if (begun.lastIndexOf(end) > begun.lastIndexOf(scan)) return undefined;
  const whole = Buffer.concat([begun, end]);
  const [kept, other] = await Promise.all([
    rowsOf(whole, height),
    rowsOf(Buffer.concat([begun, madeUp, end]), height),
  ]);
  const firstLost = kept.findIndex((value, at) => value !== other[at]);
  const lastKept = firstLost < 0 ? height : Math.floor((firstLost * height) / kept.length);
  return lastKept > 0 && lastKept >= height - unitRows - smoothedRows ? whole : undefined;
}

/** A few columns of every row. */
function rowsOf(jpeg: Buffer, height: number): Promise<Buffer> {
  return sharp(jpeg, { failOn: 'none', limitInputPixels: mostPicturePixels })
    .resize({ width: columns, height, fit: 'fill' })
    .raw()
    .toBuffer();
}
