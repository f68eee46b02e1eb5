/** What a PDF could do to whoever opens it, told by the names in its objects (D29). */
import { nextToken, type PdfCursor } from './pdf-lexer.ts';
import { type PdfPosition, type ReadingBudget, walkPdfObject } from './walk-pdf-object.ts';

/** A stream that a reader could take for an object stream (ISO 32000-2, 7.5.7), whatever /Type it claims. */
export interface ObjectStream {
  /** Where its data begins. */
  readonly data: PdfPosition;
  /** Offset in the unpacked data from which the objects' own offsets count. */
  readonly first: number;
  readonly filters: readonly string[];
  /** Has decode parameters, says things twice, or refers to other objects for them. */
  readonly unusual: boolean;
}

/** Gathered over all objects of one document. */
export interface PdfFindings {
  encrypts: boolean;
  /** Does something by itself, or asks its reader to. */
  acts: boolean;
  carriesFiles: boolean;
  /** Where the values of /OpenAction stand: what happens when the document is opened. */
  readonly openActions: PdfPosition[];
  readonly objectStreams: ObjectStream[];
}

/** Names that no harmless document needs anywhere. */
const ACTING = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'XFA',
  'RichMedia',
  'RichMediaContent',
  'RichMediaExecute',
  'Rendition',
]);
const CARRYING_FILES = new Set(['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment', 'GoToE']);

/** Short names that a font's list of glyphs may contain too, and so count outside arrays only. */
const ACTING_OUTSIDE_ARRAYS = new Set(['JS', 'AA']);
const CARRYING_FILES_OUTSIDE_ARRAYS = new Set(['EF']);

/** Types of actions and annotations that act, but are plain words elsewhere. */
const ACTING_TYPES = new Set(['Movie', 'Sound', '3D']);

/** Adds what one object shows to the findings. */
export function readPdfObject(
  position: PdfPosition,
  until: 'next-object' | 'complete',
  budget: ReadingBudget,
  findings: PdfFindings,
): void {
  const filters: string[] = [];
  let first: number | undefined;
  let isCounted = false;
  let unusual = false;
  let before = '';
  walkPdfObject(position, until, budget, ({ token, text, owner, inArray, end }) => {
    if (token === 'name') {
      checkName(text, owner, inArray, findings);
      if (text === 'OpenAction') findings.openActions.push({ bytes: position.bytes, at: end });
      if (text === 'DecodeParms' || text === 'DP') unusual = true;
      if (owner === 'Filter') filters.push(text);
    }
    if (token === 'integer') {
      if (owner === 'First') {
        unusual ||= first !== undefined;
        first = Number(text);
      }
      if (owner === 'N') isCounted = true;
      if (owner === 'Filter' || before === 'First') unusual = true;
    }
    before = owner;
    if (token === 'word' && text === 'stream' && first !== undefined && isCounted) {
      const data = { bytes: position.bytes, at: skipEndOfLine(position.bytes, end) };
      findings.objectStreams.push({ data, first, filters, unusual });
    }
  });
}

/**
 * Whether the action at this place, run when the document is opened, only moves to a page or opens the print dialog.
 * A web address, another document or a chain of actions is not harmless there. References are not followed.
 */
export function isHarmlessOpenAction(position: PdfPosition, budget: ReadingBudget): boolean {
  const cursor: PdfCursor = { bytes: position.bytes, at: position.at, text: '' };
  const shape = nextToken(cursor);
  budget.left -= cursor.at - position.at;
  if (shape === 'open-array' || shape === 'name' || shape === 'string') return true;
  if (shape !== 'open-dictionary') return cursor.text === 'null';
  const types: string[] = [];
  let chains = false;
  walkPdfObject(position, 'complete', budget, ({ token, text, owner }) => {
    if (token === 'name' && owner === 'S') types.push(text);
    if (token === 'name' && text === 'Next') chains = true;
  });
  return !chains && types.length > 0 && types.every((type) => type === 'GoTo' || type === 'Named');
}

function checkName(name: string, owner: string, inArray: boolean, findings: PdfFindings): void {
  const isType = owner === 'S' || owner === 'Subtype';
  if (name === 'Encrypt') findings.encrypts = true;
  if (ACTING.has(name) || (isType && ACTING_TYPES.has(name))) findings.acts = true;
  if (CARRYING_FILES.has(name)) findings.carriesFiles = true;
  if (inArray) return;
  if (ACTING_OUTSIDE_ARRAYS.has(name)) findings.acts = true;
  if (CARRYING_FILES_OUTSIDE_ARRAYS.has(name)) findings.carriesFiles = true;
}

function skipEndOfLine(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 13 && bytes[at + 1] === 10) return at + 2;
  return bytes[at] === 13 || bytes[at] === 10 ? at + 1 : at;
}
