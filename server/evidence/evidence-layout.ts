/** The styles of the evidence PDF, and the tables, sections and names that its parts share. */
import { type Cell, drawTable, leastTableHeight, type Row, textCell } from '../pdf/draw-table.ts';
import { drawHeading, headingHeight, textPiece } from '../pdf/draw-text.ts';
import type { Position, Style } from '../pdf/letter-document.ts';
import type { Piece } from '../pdf/text-lines.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import { faultWords } from './event-words.ts';
import type { EvidencePackage, PackagedConsent } from './evidence-package.ts';

/** The text for a missing value. The web page's review screen uses the same text. */
export const notProvided = defaultCopy.review.notProvided;

export const style: Style = {
  size: 8.75,
  leading: 11,
  gap: 3.5,
  cell: 1.75,
  headings: { h1: 20, h2: 14, h3: 10.5 },
  hang: 0,
};

/** The style of the audit trail and of the texts that were agreed to. */
export const smallStyle: Style = {
  size: 8.25,
  leading: 10.25,
  gap: 3.25,
  cell: 1.5,
  headings: { h3: 10.5, h4: 9 },
  hang: 0,
};

/** The font size of hashes and IDs. At this size, the 64 hexadecimal digits of a hash fit on one line of a table. */
export const machineSize = 7;

/** The width in points of the label column in a table that is as wide as the page. */
export const pageLabelWidth = 118;
const pairShares = [106, 150, 90];
const longShares = pairShares.slice(0, 1);

export type Line = readonly [label: string, value: string | null];

/** The titles to use for agreements whose text is no longer stored. They are the titles in the shipped programs. */
const shippedNames: Readonly<Record<string, string>> = {
  esign: 'Electronic Signature Agreement',
  terms: 'Card Terms',
  guarantor: 'Personal Guarantee',
  'controlling-party': 'Certification of Ownership and Control',
  'share-information': 'How we share your information',
  affiliates: 'Sharing with affiliates',
};

/**
 * Returns an agreement’s title: the title of its stored text or, if the text is not stored, the title in `shippedNames`. Returns
 * the agreement’s key if there is no title.
 */
export function nameOf({ agreement, text }: Pick<PackagedConsent, 'agreement' | 'text'>): string {
  return text?.title ?? shippedNames[agreement] ?? agreement;
}

/** Returns where the audit trail is broken and how. */
export function brokenAt({ sequence, kind }: NonNullable<EvidencePackage['auditFault']>): string {
  return `Broken at event ${sequence}: ${faultWords[kind]}`;
}

/** Returns a time in UTC, to the second. */
export function utcTime(dateTime: string | null): string | null {
  return dateTime && `${dateTime.slice(0, 19).replace('T', ' ')} UTC`;
}

/** Returns a table cell with a value. Semicolons replace line breaks. */
export function valueCell(value: string | null): Cell {
  const text = (value ?? '').split('\n').filter(Boolean).join('; ') || notProvided;
  return { pieces: [machinePiece(text)] };
}

/** Returns a text as a piece. A hash, an ID or a masked number gets a monospaced font, so its digits are easy to compare. */
export function machinePiece(text: string): Piece {
  if (/^[0-9a-f-]{36,64}$/.test(text)) return hashPiece(text);
  return /^[•-]+\d+$/.test(text) ? { ...hashPiece(text), size: style.size - 1 } : textPiece(text);
}

/** Returns a hash in a monospaced font, so that two hashes are easy to compare digit by digit. */
export function hashPiece(text: string): Piece {
  return { text, face: 'mono', size: machineSize };
}

/** Returns a table row with column headings. */
export function headRow(...titles: readonly string[]): Row {
  return titles.map((title) => textCell(title, 'Column'));
}

/** Returns a table row for each line: its label as the row’s heading, then its value. */
export function rowsOf(lines: readonly Line[]): readonly Row[] {
  return lines.map(([label, value]) => [textCell(label, 'Row'), valueCell(value)]);
}

/** Draws a heading and a table. The table begins on the page of the heading. */
export function drawSection(
  position: Position,
  tag: 'h2' | 'h3',
  title: string,
  rows: readonly Row[],
  shares: readonly number[] = [pageLabelWidth],
): void {
  drawHeading(position, tag, title, leastTableHeight(position, rows, shares));
  drawTable(position, rows, { shares });
}

/** A record with a title. Its short values are drawn in pairs, and each long value gets a row of its own. */
export type LabeledRecord = { readonly title: string } & Readonly<Record<'short' | 'long', readonly Line[]>>;

function pairRows(lines: readonly Line[]): readonly Row[] {
  const rows = rowsOf(lines);
  return rows.flatMap((row, at) => (at % 2 === 0 ? [[...row, ...(rows[at + 1] ?? [])]] : []));
}

function recordHeight(position: Position, { short, long }: LabeledRecord): number {
  const shortHeight = leastTableHeight(position, pairRows(short), pairShares);
  return shortHeight + leastTableHeight(position, rowsOf(long), longShares);
}

/** Draws a heading, and then records with headings of their own. Short records aren't split between pages. */
export function drawRecords(position: Position, title: string, records: readonly LabeledRecord[]): void {
  const [first] = records;
  const kept = first ? headingHeight(position, 'h3', first.title) + recordHeight(position, first) : 0;
  drawHeading(position, 'h2', title, kept);
  for (const record of records) {
    drawHeading(position, 'h3', record.title, recordHeight(position, record));
    drawTable(position, pairRows(record.short), { shares: pairShares, goesOn: true });
    drawTable(position, rowsOf(record.long), { shares: longShares, continues: true });
  }
}
