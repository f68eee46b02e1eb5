/** Looks through the structure of a PDF for what D29 refuses, trusting neither its index nor its claims. */
import { Buffer } from 'node:buffer';
import type { DocumentError } from '../../form/lists/document-limits.ts';
import { hasOnlyPdf, isAlsoArchive } from './pdf-envelope.ts';
import { isHarmlessOpenAction, type PdfFindings, readPdfObject } from './pdf-findings.ts';
import { isPdfRegular, nextToken, type PdfCursor } from './pdf-lexer.ts';
import { type PackedObject, unpackPdfObjects } from './unpack-pdf-objects.ts';
import type { PdfPosition, ReadingBudget } from './walk-pdf-object.ts';

/** Why a PDF is refused. */
export type PdfError = Extract<
  DocumentError,
  'encrypted_pdf' | 'active_pdf' | 'pdf_with_files' | 'broken_pdf'
>;

/** How often over the file may be read; a sound file is read about once. */
const READINGS = 8;

/** Objects in one document, packed or not; long contracts have some tens of thousands. */
const MAX_OBJECTS = 300_000;

/** A document has one, and one more for each time that it was saved anew. */
const MAX_OPEN_ACTIONS = 100;

/**
 * Returns the reason to refuse the PDF, or nothing. Whether it can be rendered is not looked at.
 *
 * Every place where the word `obj` or `trailer` stands is read as the start of an object, inside streams too: readers
 * go by the file's index, or rebuild it, and either may point anywhere. Of the streams only those that can pack other
 * objects are unpacked; in the compressed bytes of the others anything looks like a name by chance.
 */
export function scanPdf(bytes: Uint8Array): PdfError | undefined {
  if (!hasOnlyPdf(bytes)) return 'broken_pdf';
  if (isAlsoArchive(bytes)) return 'pdf_with_files';

  const budget: ReadingBudget = { left: bytes.length * READINGS };
  const findings: PdfFindings = {
    encrypts: false,
    acts: false,
    carriesFiles: false,
    openActions: [],
    objectStreams: [],
  };
  const objects = findObjects(bytes);
  if (objects.length > MAX_OBJECTS) return 'broken_pdf';
  for (const object of objects) readPdfObject(object, 'next-object', budget, findings);
  if (findings.encrypts) return 'encrypted_pdf';

  const packed = unpackPdfObjects(findings.objectStreams, MAX_OBJECTS, budget);
  if (!packed) return 'broken_pdf';
  for (const object of packed) readPdfObject(object, 'complete', budget, findings);

  if (findings.acts || !opensHarmlessly(findings.openActions, objects, packed, budget)) return 'active_pdf';
  if (findings.carriesFiles) return 'pdf_with_files';
  return budget.left > 0 ? undefined : 'broken_pdf';
}

/** The place after each `obj` and `trailer` that stands as a word of its own; `0obj` counts, `object` does not. */
function findObjects(bytes: Uint8Array): PdfPosition[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const objects: PdfPosition[] = [];
  for (const keyword of ['obj', 'trailer']) {
    let at = file.indexOf(keyword, 0, 'latin1');
    while (at >= 0 && objects.length <= MAX_OBJECTS) {
      const end = at + keyword.length;
      if (!isLetter(file[at - 1]) && !isPdfRegular(file[end])) objects.push({ bytes, at: end });
      at = file.indexOf(keyword, end, 'latin1');
    }
  }
  return objects;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && /[a-z]/i.test(String.fromCharCode(byte));
}

/** An opening action that refers to an object which cannot be found is not taken for harmless. */
function opensHarmlessly(
  openActions: readonly PdfPosition[],
  objects: readonly PdfPosition[],
  packed: readonly PackedObject[],
  budget: ReadingBudget,
): boolean {
  if (openActions.length > MAX_OPEN_ACTIONS) return false;
  return openActions.every((position) => {
    const number = referredNumber(position);
    if (number === undefined) return isHarmlessOpenAction(position, budget);
    const meant = [
      ...objects.filter((object) => numberBefore(object) === number),
      ...packed.filter((object) => object.number === number),
    ];
    return meant.length > 0 && meant.every((object) => isHarmlessOpenAction(object, budget));
  });
}

function referredNumber(position: PdfPosition): number | undefined {
  const cursor: PdfCursor = { ...position, text: '' };
  return nextToken(cursor) === 'integer' ? Number(cursor.text) : undefined;
}

/** The object's number, where it stands in the usual form: `12 0 obj`. */
function numberBefore({ bytes, at }: PdfPosition): number | undefined {
  const before = Buffer.from(bytes.buffer, bytes.byteOffset + Math.max(0, at - 32), Math.min(32, at));
  const header = /(\d+)\s+\d+\s*obj$/.exec(before.toString('latin1'));
  return header ? Number(header[1]) : undefined;
}
