/** Draws tables with lines between their rows. A row stays on one page, and the header row is repeated on each page. */
import { addAndEnd, drawLine, drawParagraph, keepTogether, textPiece, widthAt } from './draw-text.ts';
import { drawArtifact, type Position, type Structure } from './letter-document.ts';
import { lineEnd, linesOf, type Piece } from './text-lines.ts';

/** A cell of a table, and whether it is the heading of its row or column. */
export interface Cell {
  readonly pieces: readonly Piece[];
  readonly heads?: 'Row' | 'Column';
}

export type Row = readonly Cell[];

/** Returns a cell with a text, which is bold if it is a heading. */
export function textCell(text: string, heads?: Cell['heads']): Cell {
  return { pieces: [{ text, face: heads ? 'bold' : 'regular' }], ...(heads && { heads }) };
}

const between = 12;
/** The share of a page's height up to which a table stays on one page. */
const largestWhole = 0.26;

type Plan = ReturnType<typeof planOf>;

/** Returns the space after a table. */
export function gapAfter({ style }: Position): number {
  return style.gap + style.leading / 3;
}

/** Returns the position with the smaller text of tables. */
function inTable(position: Position): Position {
  const { size, leading } = position.style;
  return size < 10
    ? position
    : { ...position, style: { ...position.style, size: size - 1, leading: leading - 1.5 } };
}

/** How a table is drawn. */
export interface Look {
  /** The widths of the first columns. */
  readonly shares?: readonly number[] | undefined;
  /** The table continues the one directly above it, as if both were one. */
  readonly continues?: boolean;
  /** The next table continues this one with rows of the same kind. */
  readonly goesOn?: boolean;
  readonly caption?: string | undefined;
}

/** Draws a table, or its cells as paragraphs if a row would be taller than a page. */
export function drawTable(position: Position, rows: readonly Row[], look: Look = {}): void {
  const { shares, continues = false, goesOn = false, caption } = look;
  const { document, flow } = position;
  const plan = planOf(position, rows, shares);
  const head = isHead(rows[0]) ? (plan.heights[0] ?? 0) : 0;
  if (plan.heights.some((height, at) => height + (at > 0 ? head : 0) > flow.wholeHeight())) {
    if (caption) drawParagraph(position, [{ text: caption, face: 'bold' }]);
    drawRows(position, rows);
    return;
  }
  if (continues) flow.y -= gapAfter(position);
  const above = flow.y;
  if (caption) flow.y += spaceAboveCaption(position);
  keepTogether(position, tableStart(position, rows, plan) + (caption ? captionHeight(position, caption) : 0));
  const table = document.struct('Table');
  position.parent.add(table);
  if (caption) drawCaption(position, table, caption);
  if (!continues || flow.y !== above) ruleAt(position);
  rows.forEach((row, at) => {
    if (flow.y + heightFrom(plan, at) > flow.bottom) {
      flow.next();
      keepTogether(position, head + (plan.heights[at] ?? 0));
      repeatHead(position, rows, plan);
    }
    const element = document.struct('TR');
    table.add(element);
    drawRow(position, row, plan, at, element);
    element.end();
    ruleAt(position, isHead(row) || (at === rows.length - 1 && !goesOn) ? 'parts' : 'rows');
  });
  table.end();
  flow.y += gapAfter(position);
}

/** Returns the space that separates a caption from the text above it. */
export function spaceAboveCaption({ style }: Position): number {
  return style.gap;
}

/** Returns the height of a caption with the space below it. */
export function captionHeight(position: Position, caption: string): number {
  const { leading, gap } = position.style;
  return linesOf(position, [{ text: caption, face: 'bold' }], widthAt(position)).length * leading + gap;
}

function drawCaption(position: Position, table: Structure, caption: string): void {
  const parent = position.document.struct('Caption');
  table.add(parent);
  drawParagraph({ ...position, parent }, [{ text: caption, face: 'bold' }]);
  parent.end();
}

/** Draws a horizontal line, between parts or, lighter, between rows. */
function ruleAt(position: Position, between: 'parts' | 'rows' = 'parts'): void {
  const { document, flow } = position;
  const [weight, color] = between === 'parts' ? [0.75, '#000000'] : [0.5, '#a0a0a0'];
  const left = flow.x() + position.left;
  const right = left + widthAt(position);
  drawArtifact(document, 'Layout', () =>
    document.lineWidth(weight).moveTo(left, flow.y).lineTo(right, flow.y).stroke(color),
  );
}

function isHead(row: Row | undefined): boolean {
  return row?.every(({ heads }) => heads === 'Column') ?? false;
}

/** Returns the height of a row, with the last row if only that one follows. It is not alone on a page. */
function heightFrom({ heights }: Plan, at: number): number {
  const last = at === heights.length - 2 && at > 0 ? (heights[at + 1] ?? 0) : 0;
  return (heights[at] ?? 0) + last;
}

/** Returns the height that a table needs to begin: a small table's whole height, or a large table's header and first row. */
function tableStart(position: Position, rows: readonly Row[], { heights }: Plan): number {
  const whole = heights.reduce((sum, height) => sum + height, 0);
  if (whole <= position.flow.wholeHeight() * largestWhole) return whole;
  return (heights[0] ?? 0) + (isHead(rows[0]) ? (heights[1] ?? 0) : 0);
}

/** Returns the height up to the place where a table may first end on a page. */
export function leastTableHeight(position: Position, rows: readonly Row[], shares?: readonly number[]) {
  return tableStart(position, rows, planOf(position, rows, shares));
}

function repeatHead(position: Position, rows: readonly Row[], plan: Plan): void {
  const { document, flow } = position;
  ruleAt(position);
  if (!isHead(rows[0])) return;
  drawArtifact(document, 'Pagination', () => {
    for (const [column, cell] of rows[0]?.entries() ?? []) drawCell(position, cell, plan, column);
  });
  flow.y += plan.heights[0] ?? 0;
  ruleAt(position);
}

function drawRow(position: Position, row: Row, plan: Plan, at: number, element: Structure): void {
  const { document, flow } = position;
  row.forEach((cell, column) => {
    const draw = () => drawCell(position, cell, plan, column);
    // The type declarations of pdfkit lack the scope of a heading.
    const options = cell.heads ? ({ scope: cell.heads } as object) : {};
    addAndEnd(element, document.struct(cell.heads ? 'TH' : 'TD', options, [draw]));
  });
  flow.y += plan.heights[at] ?? 0;
}

function drawCell(position: Position, cell: Cell, { lefts, widths }: Plan, column: number): void {
  const { document, flow, left } = position;
  const inside = inTable(position);
  const x = flow.x() + left + (lefts[column] ?? 0);
  const top = flow.y + inside.style.cell;
  for (const [at, line] of linesOfCell(inside, cell, widths, column).entries())
    drawLine(document, line, x, top + inside.style.leading * (at + 0.76));
}

function planOf(position: Position, rows: readonly Row[], shares: readonly number[] = []) {
  const inside = inTable(position);
  const { leading, cell } = inside.style;
  const widths = columnWidths(inside, rows, shares);
  // A trail may have thousands of rows, so only their heights are kept, and lines are broken again when they are drawn.
  const heights = rows.map((row) => lineCount(inside, row, widths) * leading + 2 * cell);
  const lefts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0));
  return { lefts, widths, heights };
}

/** The last column ends at the edge of the text, the others leave a space. */
function rightOf(widths: readonly number[], column: number): number {
  return column === widths.length - 1 ? 0 : between;
}

/** The shares of the first of two columns that are tried, widest first. */
const triedShares = [0.5, 0.45, 0.4, 0.35, 0.3, 0.25];

/** Returns the widths of the columns with which a table, or several tables in a row, are shortest. */
export function sharesOf(position: Position, rows: readonly Row[]): readonly number[] {
  return columnWidths(inTable(position), rows, []).slice(0, -1);
}

/** Returns the widths of columns: the given ones first, or the natural ones, or the two with which a table is shortest. */
function columnWidths(position: Position, rows: readonly Row[], shares: readonly number[]) {
  const whole = widthAt(position);
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (count === 2 && shares.length === 0) return shortestWidths(position, rows);
  let left = whole;
  return Array.from({ length: count }, (_, column) => {
    const rest = count - column;
    const natural = () => Math.max(...rows.map((row) => naturalWidth(position, row[column]))) + between;
    const given = rest === 1 ? left : (shares[column] ?? Math.min(natural(), left / rest));
    left -= given;
    return given;
  });
}

function shortestWidths(position: Position, rows: readonly Row[]): readonly number[] {
  const whole = widthAt(position);
  const natural = Math.max(...rows.map(([first]) => naturalWidth(position, first))) + between;
  if (natural <= whole * (triedShares.at(-1) ?? 0)) return [natural, whole - natural];
  const longest = Math.max(...rows.map(([first]) => longestWord(position, first))) + between;
  const tries = triedShares.map((share) => {
    const first = Math.min(natural, Math.max(share * whole, Math.min(longest, whole / 2)));
    const widths = [first, whole - first];
    const counts = rows.map((row) => lineCount(position, row, widths));
    return { widths, lines: counts.reduce((sum, count) => sum + count, 0) };
  });
  return tries.reduce((best, one) => (one.lines < best.lines ? one : best)).widths;
}

/** Returns the number of lines of a row's longest cell. */
function lineCount(position: Position, row: Row, widths: readonly number[]): number {
  return Math.max(1, ...row.map((cell, column) => linesOfCell(position, cell, widths, column).length));
}

function linesOfCell(position: Position, { pieces }: Cell, widths: readonly number[], column: number) {
  return linesOf(position, pieces, (widths[column] ?? 0) - rightOf(widths, column));
}

/** Returns the width at which no word of a cell is broken. */
function longestWord(position: Position, cell: Cell | undefined): number {
  const words = cell?.pieces.flatMap((piece) => piece.text.split(/\s+/).map((text) => ({ ...piece, text })));
  return Math.max(0, ...(words ?? []).map((word) => naturalWidth(position, { pieces: [word] })));
}

function naturalWidth(position: Position, cell: Cell | undefined): number {
  const lines = cell ? linesOf(position, cell.pieces, Number.POSITIVE_INFINITY) : [];
  return Math.ceil(Math.max(0, ...lines.map((line) => line.reduce((sum, { width }) => sum + width, 0))));
}

/** Draws each cell as a paragraph that begins with the heading of its column. */
function drawRows(position: Position, rows: readonly Row[]): void {
  const headings = rows.find(isHead) ?? [];
  for (const row of rows.filter((one) => !isHead(one)))
    row.forEach(({ pieces }, column) => {
      const heading = headings[column]?.pieces.map(({ text }) => text.replaceAll(lineEnd, ' ')).join('');
      drawParagraph(position, [
        ...(heading ? [{ text: `${heading}: `, face: 'bold' } as const] : []),
        ...(pieces.some(({ text }) => text !== '') ? pieces : [textPiece(' ')]),
      ]);
    });
}
