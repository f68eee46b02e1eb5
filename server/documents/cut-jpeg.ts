/** Repairs JPEGs whose last bytes are missing, such as after an interrupted transfer (D29). */
import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { mostPicturePixels } from '../../form/limits/document-limits.ts';

/** The markers EOI and SOS (ITU-T T.81, B.1.1.3). Neither can occur by chance within the coded picture. */
const end = Buffer.from([0xff, 0xd9]);
const scan = Buffer.from([0xff, 0xda]);

/** Filler for the missing bytes. It decodes to something other than what a decoder makes of no data. */
const madeUp = Buffer.alloc(8_192, 0x5a);

/** The pixel rows of the largest coding unit of a JPEG, and the rows next to it that smoothing changes. */
const unitRows = 16;
const smoothedRows = 2;

/** The width to which a picture is shrunk for the comparison, to save memory. Its height stays. */
const columns = 16;

/**
 * Returns the JPEG with an end marker; undefined if more is missing than a part of the last row of units. A JPEG does not state
 * how much of it is there, so it is decoded with two different endings: rows that come out the same were not missing.
 */
export async function withEnd(bytes: Uint8Array, height: number): Promise<Buffer | undefined> {
  // Remove a trailing 0xff, because it would form a marker with the byte after it.
  const cut = Buffer.from(bytes.at(-1) === 0xff ? bytes.subarray(0, -1) : bytes);
  if (cut.lastIndexOf(end) > cut.lastIndexOf(scan)) return undefined;
  const whole = Buffer.concat([cut, end]);
  const [kept, other] = await Promise.all([
    rowsOf(whole, height),
    rowsOf(Buffer.concat([cut, madeUp, end]), height),
  ]);
  const firstLost = kept.findIndex((value, at) => value !== other[at]);
  const lastKept = firstLost < 0 ? height : Math.floor((firstLost * height) / kept.length);
  return lastKept > 0 && lastKept >= height - unitRows - smoothedRows ? whole : undefined;
}

/** Returns a few columns of every row. */
function rowsOf(jpeg: Buffer, height: number): Promise<Buffer> {
  return sharp(jpeg, { failOn: 'none', limitInputPixels: mostPicturePixels })
    .resize({ width: columns, height, fit: 'fill' })
    .raw()
    .toBuffer();
}
