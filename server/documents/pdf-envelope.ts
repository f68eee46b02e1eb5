/** Whether a PDF is nothing but a PDF: what comes before its header, after its end, and what else it could pass for. */
import { Buffer } from 'node:buffer';
import { isPdfSpace } from './pdf-lexer.ts';

/** How far programs look for the start of a web page before they trust a declared type (WHATWG MIME Sniffing, 7.1). */
const SNIFFED_BYTES = 1445;

/** How far from the end an archive's directory may stand: its 22 bytes and the longest comment (APPNOTE.TXT, 4.3.16). */
const ARCHIVE_TAIL_BYTES = 22 + 65_535;

const WEB_PAGE_STARTS = /<(?:!doctype html|html|head|body|script|iframe|svg|style|\?php)/i;

/**
 * The header stands at the very first byte, and after the last end mark comes only white space (scanners pad with
 * blanks and NUL). So no other program can be glued to either end. The first bytes hold no start of a web page.
 */
export function hasOnlyPdf(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 5).equals(Buffer.from('%PDF-'))) return false;
  if (WEB_PAGE_STARTS.test(file.toString('latin1', 0, SNIFFED_BYTES))) return false;
  const endMark = file.lastIndexOf('%%EOF');
  if (endMark < 0) return false;
  return file.subarray(endMark + 5).every(isPdfSpace);
}

/** Whether an archive program would open the file as a ZIP (or a program packed as one), reading it from its end. */
export function isAlsoArchive(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-ARCHIVE_TAIL_BYTES));
  return tail.includes('PK\x05\x06', 0, 'latin1');
}
