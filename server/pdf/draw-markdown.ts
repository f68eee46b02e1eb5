/** Draws Markdown into a PDF from the same tokens as the HTML, so both have the same text (D30). */
import type { Token } from 'markdown-it';
import {
  type Cell,
  captionHeight,
  drawTable,
  gapAfter,
  leastTableHeight,
  type Row,
  sharesOf,
} from './draw-table.ts';
import {
  addAndEnd,
  drawHeading,
  drawLine,
  drawParagraph,
  headingHeight,
  isShort,
  keepTogether,
  leastHeight,
  textPiece,
} from './draw-text.ts';
import { marks, words } from './drawable-markdown.ts';
import { drawArtifact, type Position } from './letter-document.ts';
import { lineEnd, linesOf, type Piece } from './text-lines.ts';

/** The indents of list items and quotes, in multiples of the font size. A list item's label is drawn in its indent. */
const indents = { list: 1.6, quote: 1.1 } as const;

/** A Markdown block: its first token, and the blocks inside it. */
interface Block {
  readonly token: Token;
  readonly children: readonly Block[];
}

/** Draws a whole text. Throws for Markdown that the PDF can't show. `undrawable` finds such Markdown beforehand. */
export function drawMarkdown(position: Position, tokens: readonly Token[]): void {
  drawAll(position, blocksOf(tokens));
}

/** Returns markdown-it's flat list of opening and closing tokens as a tree. */
function blocksOf(tokens: readonly Token[]): readonly Block[] {
  const roots: Block[] = [];
  const open: Block[][] = [roots];
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop();
      continue;
    }
    const children: Block[] = [];
    open.at(-1)?.push({ token, children });
    if (token.nesting === 1) open.push(children);
  }
  return roots;
}

/** Draws a block. `kept` is the height of the content that must follow on the same page. */
type Draw = (position: Position, block: Block, kept: number) => void;

const drawers: Readonly<Record<string, Draw>> = {
  heading_open: (position, block, kept) => drawHeading(position, block.token.tag, plainText(block), kept),
  paragraph_open: (position, block, kept) => drawParagraph(position, piecesOf(block), kept),
  blockquote_open: drawQuote,
  bullet_list_open: drawList,
  ordered_list_open: drawList,
  fence: (position, { token }, kept) => drawParagraph(position, [codeOf(token)], kept),
  code_block: (position, { token }, kept) => drawParagraph(position, [codeOf(token)], kept),
  hr: ({ flow, style }) => {
    flow.y += style.leading;
  },
};

/** Draws blocks. `kept` is the height of the content that must follow the last block on the same page. */
function drawAll(position: Position, blocks: readonly Block[], kept = 0): void {
  blocks.forEach((block, at) => {
    const after = keptAfter(position, blocks, at) || (at === blocks.length - 1 ? kept : 0);
    if (block.token.type === 'table_open') {
      const caption = captionOf(block);
      const shares = sharesAt(position, blocks, at);
      const look = { shares, caption: caption && plainText(caption), kept: after };
      drawTable(position, rowsOf(block), look);
      return;
    }
    const draw = drawers[block.token.type];
    if (!draw) throw cannotShow(block.token.type);
    draw(position, block, after);
  });
}

/**
 * Returns whether the next block must begin on the page where this block ends. This is true after a heading, after a paragraph
 * that ends with a colon, and, if there are more than two blocks, after the second-to-last block.
 */
function keepsNext(block: Block, at: number, blocks: readonly Block[]): boolean {
  const { type } = block.token;
  if (type === 'heading_open') return true;
  const isBeforeLast = blocks.length > 2 && at === blocks.length - 2;
  const isIntroduction = type === 'paragraph_open' && plainText(block).endsWith(':');
  return isIntroduction || isBeforeLast;
}

/**
 * Returns the height that the next block needs on the page where this block ends, or 0 if the next block may begin on another
 * page (`keepsNext`).
 */
function keptAfter(position: Position, blocks: readonly Block[], at: number): number {
  const block = blocks[at];
  return block && keepsNext(block, at, blocks) ? leastOf(position, blocks, at + 1) : 0;
}

/** Returns the height from the top of a block to the first place, in the block or below it, where a page may end. */
function leastOf(position: Position, blocks: readonly Block[], at: number): number {
  const block = blocks[at];
  if (!block) return 0;
  const { token, children } = block;
  const { gap, leading } = position.style;
  const after = keptAfter(position, blocks, at);
  if (token.type === 'heading_open') return headingHeight(position, token.tag, plainText(block)) + after;
  if (token.type === 'table_open') {
    const caption = captionOf(block);
    const above = caption ? gap + captionHeight(position, plainText(caption)) : 0;
    const least = leastTableHeight(position, rowsOf(block), sharesAt(position, blocks, at));
    return above + least + (after && gapAfter(position) + after);
  }
  if (token.type.endsWith('_list_open')) {
    const inner = indented(tightened(position), indents.list);
    return leastOfItem(inner, children, 0, after && after + gap / 2);
  }
  const below = after && gap + after;
  if (token.type === 'paragraph_open') return leastHeight(position, piecesOf(block)) + below;
  if (token.type === 'blockquote_open')
    return leastOf(indented(position, indents.quote), children, 0) + below;
  return (token.type === 'hr' ? leading : leastHeight(position, [codeOf(token)])) + below;
}

function cannotShow(type: string): Error {
  return new Error(`the PDF cannot show the Markdown of ${type}`);
}

function indented(position: Position, by: number): Position {
  return { ...position, left: position.left + by * position.style.size };
}

/** Calls `drawInner` with an indented position inside a new structure element. */
function within(position: Position, tag: string, by: number, drawInner: (inner: Position) => void): void {
  const parent = position.document.struct(tag);
  position.parent.add(parent);
  drawInner({ ...indented(position, by), parent });
  parent.end();
}

/** Draws a quote. If the whole quote is in one column, draws a line on its left. */
function drawQuote(position: Position, { children }: Block, kept: number): void {
  const { document, flow, left } = position;
  const below = kept && position.style.gap + kept;
  keepTogether(position, leastOf(indented(position, indents.quote), children, 0) + below);
  const [x, from] = [flow.x(), flow.y];
  const pages = document.bufferedPageRange().count;
  within(position, 'BlockQuote', indents.quote, (inner) => drawAll(inner, children, below));
  if (flow.x() !== x || document.bufferedPageRange().count !== pages) return;
  drawArtifact(document, 'Layout', () =>
    document.rect(x + left, from + 1, 1.5, flow.y - from - position.style.gap).fill('#000000'),
  );
  flow.y += position.style.gap;
}

function codeOf({ content }: Token): Piece {
  return textPiece(content.trimEnd().replaceAll('\t', '    '));
}

/** Returns the position with half of the space between paragraphs, for the items of a list. */
function tightened(position: Position): Position {
  return { ...position, style: { ...position.style, gap: position.style.gap / 2 } };
}

/**
 * Returns the height from the top of a list's item to the first place where a page may end. `kept` is the height of the content
 * that must follow the list on the same page.
 */
function leastOfItem(position: Position, items: readonly Block[], at: number, kept: number): number {
  const after = keptAfterItem(position, items, at, kept);
  return leastOf(position, items[at]?.children ?? [], 0) + (after && position.style.gap + after);
}

/**
 * Returns the height of the content that must follow an item on the page where the item ends. No page begins with only the last
 * item of a list. No page ends with only the first item, unless that item is long.
 */
function keptAfterItem(position: Position, items: readonly Block[], at: number, kept: number): number {
  if (at === items.length - 1) return kept;
  const isAlone = at === items.length - 2 || (at === 0 && isShortItem(position, items[at]));
  return isAlone ? leastOfItem(position, items, at + 1, kept) : 0;
}

function isShortItem(position: Position, item: Block | undefined): boolean {
  const [first, ...others] = item?.children ?? [];
  return first?.token.type === 'paragraph_open' && others.length === 0 && isShort(position, piecesOf(first));
}

function drawList(position: Position, { token, children }: Block, kept: number): void {
  const { document, flow, style } = position;
  const first = Number(token.attrGet('start') ?? 1);
  const below = kept && kept + style.gap / 2;
  within(tightened(position), 'L', indents.list, (inner) => {
    children.forEach((item, at) => {
      const element = document.struct('LI');
      inner.parent.add(element);
      const label = token.type === 'ordered_list_open' ? `${first + at}.` : '•';
      keepTogether(inner, leastOfItem(inner, children, at, below));
      const draw = () => {
        const line = linesOf(position, [textPiece(`${label} `)], flow.width())[0] ?? [];
        drawLine(document, line, flow.x() + position.left, flow.y + style.leading * 0.76);
      };
      addAndEnd(element, document.struct('Lbl', {}, [draw]));
      const body = document.struct('LBody');
      element.add(body);
      drawAll({ ...inner, parent: body }, item.children, keptAfterItem(inner, children, at, below));
      body.end();
      element.end();
    });
  });
  flow.y += style.gap - style.gap / 2;
}

function captionOf(table: Block): Block | undefined {
  return table.children.find(({ token }) => token.type === 'caption_open');
}

/**
 * Returns the width of the first column for the tables of the section that contains the block at `at`. A section ends at the next
 * heading. Returns undefined if the section has only one table, or a table that does not have exactly two columns.
 */
function sharesAt(position: Position, blocks: readonly Block[], at: number): readonly number[] | undefined {
  const isHeading = ({ token }: Block) => token.type === 'heading_open';
  const from = blocks.slice(0, at).findLastIndex(isHeading) + 1;
  const length = blocks.slice(at).findIndex(isHeading);
  const near = blocks.slice(from, length === -1 ? undefined : at + length);
  const tables = near.filter(({ token }) => token.type === 'table_open').map(rowsOf);
  const isPair = (rows: readonly Row[]) => rows.every((row) => row.length === 2);
  return tables.length > 1 && tables.every(isPair) ? sharesOf(position, tables.flat()) : undefined;
}

function rowsOf(table: Block): readonly Row[] {
  const sections = table.children.filter(({ token }) => /^t(head|body)_open$/.test(token.type));
  return sections.flatMap(({ children }) => children.map((row) => row.children.map(cellOf)));
}

function cellOf(cell: Block): Cell {
  const pieces = piecesOf(cell);
  if (cell.token.tag !== 'th') return { pieces };
  // Only the heading of a column is bold, so that the first row differs from the others.
  if (cell.token.attrGet('scope') === 'row') return { pieces, heads: 'Row' };
  return { pieces: pieces.map((piece) => ({ ...piece, face: 'bold' })), heads: 'Column' };
}

function plainText(block: Block): string {
  return piecesOf(block)
    .map(({ text }) => text)
    .join('');
}

function piecesOf({ children }: Block): Piece[] {
  const pieces: Piece[] = [];
  const open: Token[] = [];
  for (const token of children.flatMap(({ token: inline }) => inline.children ?? [])) {
    // If a mark such as strikethrough cannot be drawn, omitting it would change the meaning of the text.
    if (token.nesting === 1 && !marks.includes(token.type)) throw cannotShow(token.type);
    if (token.nesting === 1) open.push(token);
    else if (token.nesting === -1) open.pop();
    else pieces.push(pieceOf(token, open));
    if (token.type === 'link_close') pieces.push(addressOf(pieces.at(-1)));
  }
  return pieces.filter(({ text }) => text !== '');
}

/**
 * Returns a piece to add after a link: a web link's URL without its scheme, in parentheses, for people who read the text on
 * paper. Returns an empty piece for other links, or if the link's text already contains the URL.
 */
function addressOf(last: Piece | undefined): Piece {
  const shown = /^https?:\/\/(.+?)\/?$/.exec(last?.link ?? '')?.[1];
  return textPiece(shown && !last?.text.includes(shown) ? ` (${shown})` : '');
}

function pieceOf(token: Token, open: readonly Token[]): Piece {
  const has = (type: string) => open.some((outer) => outer.type === type);
  const link = open.find((outer) => outer.type === 'link_open')?.attrGet('href');
  const [upright, slanted] = has('strong_open')
    ? (['bold', 'boldItalic'] as const)
    : (['regular', 'italic'] as const);
  return {
    text: inlineText(token),
    face: has('em_open') ? slanted : upright,
    ...(link && { link: String(link) }),
  };
}

function inlineText({ type, content }: Token): string {
  if (type === 'softbreak') return ' ';
  if (type === 'hardbreak') return lineEnd;
  if (words.includes(type)) return glued(content.replaceAll('\t', ' '));
  throw cannotShow(type);
}

/** Returns a text in which no line break can separate a number from its unit, or split a legal citation. */
function glued(text: string): string {
  return text
    .replace(
      /\b(\d+) (?=(?:business )?(?:minutes?|hours?|days?|weeks?|months?|years?|percent)\b|[ap]\.m\.|CFR\b|U\.S\.C\.)/g,
      '$1\u00a0',
    )
    .replace(
      /(\bRegulation(?= [A-Z]\b)|\b[Ss]ections?|\bCFR|\bU\.S\.C\.|\bbusiness(?= days?\b)|§) (?=[\ddA-Z])/g,
      '$1\u00a0',
    );
}
