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

/** Returns a cell with this text. The text of a heading is bold. */
export function textCell(text: string, heads?: Cell['heads']): Cell {
  return { pieces: [{ text, face: heads ? 'bold' : 'regular' }], ...(heads && { heads }) };
}

const between = 12;
/** Maximum height of a table that always stays on one page, as a share of the page's height. */
const largestWhole = 0.26;

type Plan = ReturnType<typeof planOf>;

/** Returns the height of the space below a table. */
export function gapAfter({ style }: Position): number {
  return style.gap + style.leading / 3;
}

/** Returns the position with a smaller font size for tables, unless the font is small already. */
function inTable(position: Position): Position {
  const { size, leading } = position.style;
  return size < 10
    ? position
    : { ...position, style: { ...position.style, size: size - 1, leading: leading - 1.5 } };
}

/** Options for drawing a table. */
export interface Look {
  /** The widths of the first columns, in points. */
  readonly shares?: readonly number[] | undefined;
  /** Whether the table continues the table directly above it, without a space between them. */
  readonly continues?: boolean;
  /** Whether the next table continues this table with the same kind of rows. */
  readonly goesOn?: boolean;
  readonly caption?: string | undefined;
  /** The height of the content that must follow the table's last row on the same page. */
  readonly kept?: number;
}

/** Draws a table. If a row is taller than a page, draws each cell as a paragraph instead. */
export function drawTable(position: Position, rows: readonly Row[], look: Look = {}): void {
  const { shares, continues = false, goesOn = false, caption, kept = 0 } = look;
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
  if (caption) flow.y += position.style.gap;
  const below = kept && gapAfter(position) + kept;
  const start = tableStart(position, rows, plan) + (smallHeight(position, plan) === undefined ? 0 : below);
  keepTogether(position, start + (caption ? captionHeight(position, caption) : 0));
  const table = document.struct('Table');
  position.parent.add(table);
  if (caption) drawCaption(position, table, caption);
  if (!continues || flow.y !== above) ruleAt(position);
  rows.forEach((row, at) => {
    if (flow.y + heightFrom(plan, at, below) > flow.bottom) {
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

/** Draws a horizontal line: a heavy one above or below a table or its header (`parts`), or a light one between two rows. */
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

/**
 * Returns a row's height. For the second-to-last row, adds the last row's height and `below`, so that the last two rows and the
 * content that must follow the table are on the same page.
 */
function heightFrom({ heights }: Plan, at: number, below: number): number {
  const isBeforeLast = at === heights.length - 2 && at > 0;
  return (heights[at] ?? 0) + (isBeforeLast ? (heights[at + 1] ?? 0) + below : 0);
}

/** Returns the height of a table that is small enough to stay on one page, or undefined for a larger table. */
function smallHeight({ flow }: Position, { heights }: Plan): number | undefined {
  const whole = heights.reduce((sum, height) => sum + height, 0);
  return whole <= flow.wholeHeight() * largestWhole ? whole : undefined;
}

/** Returns the height that must fit on one page: all of a small table, or the header and one row of a larger table. */
function tableStart(position: Position, rows: readonly Row[], plan: Plan): number {
  const { heights } = plan;
  return smallHeight(position, plan) ?? (heights[0] ?? 0) + (isHead(rows[0]) ? (heights[1] ?? 0) : 0);
}

/** Returns the height of the part of a table that must be on one page (`tableStart`). */
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
  // Store only the rows' heights, because an audit trail may have thousands of rows. Drawing computes the lines again.
  const heights = rows.map((row) => lineCount(inside, row, widths) * leading + 2 * cell);
  const lefts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0));
  return { lefts, widths, heights };
}

/** The shares of the table's width to try for the first of two columns, widest first. */
const triedShares = [0.5, 0.45, 0.4, 0.35, 0.3, 0.25];

/** Returns the widths that `columnWidths` chooses for all columns but the last. `rows` can be the rows of several tables. */
export function sharesOf(position: Position, rows: readonly Row[]): readonly number[] {
  return columnWidths(inTable(position), rows, []).slice(0, -1);
}

/**
 * Returns the widths of all columns. If there are two columns and no `shares`, chooses the widths that make the table shortest.
 * Otherwise, uses `shares` for the first columns and natural widths for the next ones. The last column gets the remaining width.
 */
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

function lineCount(position: Position, row: Row, widths: readonly number[]): number {
  return Math.max(1, ...row.map((cell, column) => linesOfCell(position, cell, widths, column).length));
}

function linesOfCell(position: Position, { pieces }: Cell, widths: readonly number[], column: number) {
  // The last column has no space on its right, because it ends at the edge of the text.
  return linesOf(position, pieces, (widths[column] ?? 0) - (column === widths.length - 1 ? 0 : between));
}

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
