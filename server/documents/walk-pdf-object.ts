/** Walks over the tokens of one PDF object, keeping track of what stands in what. */
import { nextToken, type PdfCursor, type PdfToken } from './pdf-lexer.ts';

/** How many more bytes may be read for one document: keeps the time linear, however its parts overlap. */
export interface ReadingBudget {
  left: number;
}

/** Where something stands: in the file itself, or in the unpacked bytes of an object stream. */
export interface PdfPosition {
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** Readers give up on deeper nesting themselves; sound documents stay far below. */
const MAX_NESTING = 500;

/** One token of an object. The same item is used again for the next token. */
export interface PdfItem {
  token: PdfToken;
  /** The name, integer or word. */
  text: string;
  /** The name whose value this is, or in whose array it stands; empty for none. */
  owner: string;
  inArray: boolean;
  /** Offset of the byte after the token. */
  end: number;
}

/**
 * Walks from `place` on. In a file (`until: 'next-object'`) the walk ends after the keyword `stream` or before the
 * next `obj`, and goes on through anything malformed, because readers do too: dictionaries that are never closed,
 * closed twice or closed by the wrong bracket hide nothing. In an object stream (`until: 'complete'`) it ends once
 * the one object is complete. A budget used up ends it early; nesting beyond all measure uses it up.
 */
export function walkPdfObject(
  position: PdfPosition,
  until: 'next-object' | 'complete',
  budget: ReadingBudget,
  visit: (item: Readonly<PdfItem>) => void,
): void {
  const cursor: PdfCursor = { bytes: position.bytes, at: position.at, text: '' };
  const item: PdfItem = { token: 'end', text: '', owner: '', inArray: false, end: position.at };
  const open: Array<{ closer: PdfToken; owner: string }> = [];
  let key = '';

  while (budget.left > 0) {
    item.token = nextToken(cursor);
    budget.left -= cursor.at - item.end;
    if (item.token === 'end') return;
    const isWord = item.token === 'word' && until === 'next-object';
    if (isWord && cursor.text === 'obj') return;

    const around = open.at(-1);
    item.text = cursor.text;
    item.end = cursor.at;
    item.inArray = around?.closer === 'close-array';
    item.owner = key !== '' ? key : (around?.owner ?? '');
    visit(item);

    key = item.token === 'name' ? cursor.text : '';
    if (item.token === 'open-array') open.push({ closer: 'close-array', owner: item.owner });
    if (item.token === 'open-dictionary') open.push({ closer: 'close-dictionary', owner: '' });
    if (around?.closer === item.token) open.pop();
    if (open.length > MAX_NESTING) budget.left = 0;
    const isComplete = until === 'complete' || (isWord && cursor.text === 'stream');
    if (isComplete && open.length === 0) return;
  }
}
