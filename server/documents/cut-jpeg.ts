/** Repairs JPEGs whose last bytes are missing, for example after an interrupted transfer (D29). */
import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { mostPicturePixels } from '../../form/limits/document-limits.ts';

/** The end marker, EOI (ITU-T T.81, B.1.1.3). It can't occur by chance within the encoded picture. */
const end = Buffer.from([0xff, 0xd9]);
/** The marker SOS, which begins a scan. Like `end`, it can't occur by chance within the encoded picture. */
const scan = Buffer.from([0xff, 0xda]);

/** Arbitrary bytes to use in place of the missing bytes. A decoder draws these bytes differently from missing bytes. */
const madeUp = Buffer.alloc(8_192, 0x5a);

/** Maximum number of rows that may be lost. It is the height of the largest coding unit that is common in JPEGs. */
const mostLost = 16;
/** The height in pixels of a JPEG's smallest coding unit. */
const unitRows = 8;
/** The number of intact rows, directly above a damaged coding unit, that smoothing can change. */
const smoothedRows = 2;

/** The width in pixels to which the two decoded pictures are shrunk before their comparison. Their height does not change. */
const columns = 16;

/**
 * Returns the JPEG with an end marker added. Returns undefined if it already has an end marker, or if more than its last 16 rows
 * are damaged. Decodes the JPEG twice, with different bytes before the end marker. Rows that are the same both times are intact.
 */
export async function withEnd(bytes: Uint8Array, height: number): Promise<Buffer | undefined> {
  // Remove a trailing 0xff, because it would form a marker with the next byte.
  const cut = Buffer.from(bytes.at(-1) === 0xff ? bytes.subarray(0, -1) : bytes);
  if (cut.lastIndexOf(end) > cut.lastIndexOf(scan)) return undefined;
  const whole = Buffer.concat([cut, end]);
  const [kept, other] = await Promise.all([
    rowsOf(whole, height),
    rowsOf(Buffer.concat([cut, madeUp, end]), height),
  ]);
  const differing = kept.findIndex((value, at) => value !== other[at]);
  if (differing < 0) return whole;
  const firstDiffering = Math.floor((differing * height) / kept.length);
  // Damage begins at the top of a coding unit. Rows above this unit differ only because of smoothing.
  const firstLost = Math.floor((firstDiffering + smoothedRows) / unitRows) * unitRows;
  return firstLost > 0 && firstLost >= height - mostLost ? whole : undefined;
}

function rowsOf(jpeg: Buffer, height: number): Promise<Buffer> {
  return sharp(jpeg, { failOn: 'none', limitInputPixels: mostPicturePixels })
    .resize({ width: columns, height, fit: 'fill' })
    .raw()
    .toBuffer();
}
