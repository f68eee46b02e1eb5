/** Draws Markdown into a PDF from the same tokens as the HTML, so both have the same text (D30). */
import type { Token } from 'markdown-it';
import type { Cell, Piece } from './draw-text.ts';
import {
  addAndEnd,
  bodySize,
  drawHeading,
  drawParagraph,
  drawTable,
  keptWithHeading,
  lineEnd,
  textPiece,
} from './draw-text.ts';
import { marks, words } from './drawable-markdown.ts';
import type { Position } from './letter-document.ts';

const indent = 20;

/** A Markdown block: its opening or only token, and the blocks in it. */
interface Block {
  readonly token: Token;
  readonly children: readonly Block[];
}

/** Draws a whole text. Throws for Markdown that the PDF cannot show as the HTML does; `undrawable` finds it beforehand. */
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

const drawers: Readonly<Record<string, (position: Position, block: Block) => void>> = {
  heading_open: (position, block) => drawHeading(position, block.token.tag, plainText(block)),
  paragraph_open: (position, block) => drawParagraph(position, piecesOf(block)),
  blockquote_open: (position, { children }) =>
    within(position, 'BlockQuote', (inner) => drawAll(inner, children)),
  bullet_list_open: drawList,
  ordered_list_open: drawList,
  table_open: drawMarkdownTable,
  fence: drawCode,
  code_block: drawCode,
  hr: ({ document }) => void document.moveDown(),
};

function drawAll(position: Position, blocks: readonly Block[]): void {
  for (const block of blocks) {
    const draw = drawers[block.token.type];
    if (!draw) throw cannotShow(block.token.type);
    draw(position, block);
  }
}

function cannotShow(type: string): Error {
  return new Error(`the PDF cannot show the Markdown of ${type}`);
}

/** Calls `drawInner` with an indented position inside a new structure element. */
function within(position: Position, tag: string, drawInner: (inner: Position) => void): void {
  const parent = position.document.struct(tag);
  position.parent.add(parent);
  drawInner({ ...position, left: position.left + indent, parent });
  parent.end();
}

function drawCode(position: Position, { token }: Block): void {
  drawParagraph(position, [textPiece(token.content.trimEnd().replaceAll('\t', '    '))]);
}

function drawList(position: Position, { token, children }: Block): void {
  const { document, left } = position;
  const first = Number(token.attrGet('start') ?? 1);
  within(position, 'L', (inner) => {
    children.forEach((item, at) => {
      const element = document.struct('LI');
      inner.parent.add(element);
      const label = token.type === 'ordered_list_open' ? `${first + at}.` : '•';
      if (document.y + 2 * bodySize > document.page.maxY()) document.addPage();
      const { y } = document;
      const draws = () =>
        document.font('regular').fontSize(bodySize).text(label, left, y, { lineBreak: false });
      addAndEnd(element, document.struct('Lbl', {}, [() => void draws()]));
      document.y = y;
      const body = document.struct('LBody');
      element.add(body);
      drawAll({ ...inner, parent: body }, item.children);
      body.end();
      element.end();
    });
  });
}

function drawMarkdownTable(position: Position, table: Block): void {
  const { document } = position;
  const caption = table.children.find(({ token }) => token.type === 'caption_open');
  if (caption) {
    if (document.y + keptWithHeading > document.page.maxY()) document.addPage();
    drawParagraph(position, [{ text: plainText(caption), face: 'bold' }]);
  }
  const sections = table.children.filter(({ token }) => /^t(head|body)_open$/.test(token.type));
  const rows = sections.flatMap(({ children }) => children.map((row) => row.children.map(cellOf)));
  drawTable(position, rows);
}

function cellOf(cell: Block): Cell {
  const text = plainText(cell);
  if (cell.token.tag !== 'th') return { text };
  return { text, heads: cell.token.attrGet('scope') === 'row' ? 'Row' : 'Column' };
}

function plainText(block: Block): string {
  return piecesOf(block)
    .map(({ text }) => text)
    .join('');
}

/** Returns the text of a block as pieces, from its inline tokens. */
function piecesOf({ children }: Block): Piece[] {
  const pieces: Piece[] = [];
  const open: Token[] = [];
  for (const token of children.flatMap(({ token: inline }) => inline.children ?? [])) {
    if (token.nesting === 1) open.push(drawableMark(token));
    else if (token.nesting === -1) open.pop();
    else pieces.push(pieceOf(token, open));
  }
  return pieces.filter(({ text }) => text !== '');
}

/** Throws if a mark cannot be drawn, such as strikethrough, because omitting the mark would change the meaning of the text. */
function drawableMark(token: Token): Token {
  if (marks.includes(token.type)) return token;
  throw cannotShow(token.type);
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
  if (words.includes(type)) return content.replaceAll('\t', ' ');
  throw cannotShow(type);
}
