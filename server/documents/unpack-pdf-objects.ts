/** Object streams of a PDF (ISO 32000-2, 7.5.7): the objects that are packed inside them. */
import { inflateSync, constants as zlib } from 'node:zlib';
import type { ObjectStream } from './pdf-findings.ts';
import { nextToken, type PdfCursor } from './pdf-lexer.ts';
import type { PdfPosition, ReadingBudget } from './walk-pdf-object.ts';

/** Bytes that all object streams of one document may unfold to. */
const MAX_UNPACKED_BYTES = 32 * 1_048_576;

/** How often over the unpacked bytes may be read. */
const READINGS = 4;

/** An object inside an object stream, with the number under which others refer to it. */
export interface PackedObject extends PdfPosition {
  readonly number: number;
}

/**
 * The objects in all these streams; nothing when one of them cannot be read as plainly as every common program writes
 * it (deflated or not at all, no predictor), is damaged, or when together they unfold to more than 32 MiB or hold more
 * than `limit` objects. Grows the budget by what was unpacked.
 */
export function unpackPdfObjects(
  streams: readonly ObjectStream[],
  limit: number,
  budget: ReadingBudget,
): PackedObject[] | undefined {
  const objects: PackedObject[] = [];
  let room = MAX_UNPACKED_BYTES;
  for (const stream of streams) {
    const bytes = unpack(stream, room);
    if (!bytes) return undefined;
    if (stream.filters.length > 0) {
      room -= bytes.length;
      budget.left += bytes.length * READINGS;
    }
    if (!readHeader(bytes, stream.first, objects, budget) || objects.length > limit) return undefined;
  }
  return objects;
}

/** The data up to where it ends by itself: a stream's stated length is not to be trusted. */
function unpack({ data, filters, unusual }: ObjectStream, room: number): Uint8Array | undefined {
  const packed = data.bytes.subarray(data.at);
  if (unusual || filters.length > 1) return undefined;
  if (filters.length === 0) return packed;
  if (filters[0] !== 'FlateDecode' && filters[0] !== 'Fl') return undefined;
  try {
    return inflateSync(packed, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: Math.max(room, 1) });
  } catch {
    return undefined;
  }
}

/** Pairs of object number and offset fill the bytes before `first`. False when something else stands there. */
function readHeader(
  bytes: Uint8Array,
  first: number,
  objects: PackedObject[],
  budget: ReadingBudget,
): boolean {
  const cursor: PdfCursor = { bytes: bytes.subarray(0, first), at: 0, text: '' };
  while (nextToken(cursor) === 'integer') {
    const number = Number(cursor.text);
    if (nextToken(cursor) !== 'integer') return false;
    objects.push({ bytes, at: first + Number(cursor.text), number });
  }
  budget.left -= cursor.at;
  return cursor.at >= cursor.bytes.length && budget.left > 0;
}
