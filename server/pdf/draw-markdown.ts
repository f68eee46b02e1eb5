/** Draws Markdown into a PDF from the same tokens as the HTML, so both have the same text (D30). */
import type { Token } from 'markdown-it';
import {
  addAndEnd,
  bodySize,
  type Cell,
  drawHeading,
  drawParagraph,
  drawTable,
  keptWithHeading,
  lineEnd,
  type Piece,
  type Position,
  textPiece,
} from './draw-text.ts';
import { marks, words } from './drawable-markdown.ts';
import type { Face } from './fonts.ts';
import type { Document } from './letter-document.ts';
import { type Block, blocksOf } from './text-blocks.ts';

const indent = 20;

/**
 * Draws a whole text. Throws for Markdown that it would show differently from the HTML, because no PDF is better than a different
 * text. `undrawable` finds that beforehand.
 */
export function drawMarkdown(document: Document, position: Position, tokens: readonly Token[]): void {
  drawAll(document, position, blocksOf(tokens));
}

function draw(document: Document, position: Position, block: Block): void {
  const { type, tag, content } = block.token;
  switch (type) {
    case 'heading_open':
      drawHeading(document, position, tag, plainText(block));
      break;
    case 'paragraph_open':
      drawParagraph(document, position, piecesOf(block));
      break;
    case 'blockquote_open':
      within(document, position, 'BlockQuote', (inner) => drawAll(document, inner, block.children));
      break;
    case 'bullet_list_open':
    case 'ordered_list_open':
      drawList(document, position, block);
      break;
    case 'table_open':
      drawMarkdownTable(document, position, block);
      break;
    case 'fence':
    case 'code_block':
      drawParagraph(document, position, [textPiece(content.trimEnd().replaceAll('\t', '    '))]);
      break;
    case 'hr':
      document.moveDown();
      break;
    default:
      throw new Error(`the PDF cannot show the Markdown of ${type}`);
  }
}

function drawAll(document: Document, position: Position, blocks: readonly Block[]): void {
  for (const block of blocks) draw(document, position, block);
}

/** Draws inside a structure element of its own, indented. */
function within(
  document: Document,
  position: Position,
  tag: string,
  drawInner: (inner: Position) => void,
): void {
  const parent = document.struct(tag);
  position.parent.add(parent);
  drawInner({ ...position, left: position.left + indent, parent });
  parent.end();
}

function drawList(document: Document, position: Position, { token, children }: Block): void {
  const first = Number(token.attrGet('start') ?? 1);
  within(document, position, 'L', (inner) => {
    children.forEach((item, at) => {
      const element = document.struct('LI');
      inner.parent.add(element);
      const label = token.type === 'ordered_list_open' ? `${first + at}.` : '•';
      if (document.y + 2 * bodySize > document.page.maxY()) document.addPage();
      const { y } = document;
      const draws = () =>
        document.font('regular').fontSize(bodySize).text(label, position.left, y, { lineBreak: false });
      addAndEnd(element, document.struct('Lbl', {}, [() => void draws()]));
      document.y = y;
      const body = document.struct('LBody');
      element.add(body);
      drawAll(document, { ...inner, parent: body }, item.children);
      body.end();
      element.end();
    });
  });
}

function drawMarkdownTable(document: Document, position: Position, table: Block): void {
  const caption = table.children.find(({ token }) => token.type === 'caption_open');
  if (caption) {
    if (document.y + keptWithHeading > document.page.maxY()) document.addPage();
    drawParagraph(document, position, [{ text: plainText(caption), face: 'bold' }]);
  }
  const sections = table.children.filter(({ token }) => /^t(head|body)_open$/.test(token.type));
  const rows = sections.flatMap(({ children }) => children);
  drawTable(
    document,
    position,
    rows.map((row) => row.children.map(cellOf)),
  );
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

/** Returns the pieces of a block's one inline token. */
function piecesOf({ children }: Block): Piece[] {
  const pieces: Piece[] = [];
  const open: Token[] = [];
  for (const token of children.flatMap(({ token: inline }) => inline.children ?? [])) {
    if (token.nesting === 1) open.push(shown(token));
    else if (token.nesting === -1) open.pop();
    else pieces.push(pieceOf(token, open));
  }
  return pieces.filter(({ text }) => text !== '');
}

/** Returns a mark that can be drawn. Throws for others, such as struck text, because omitting one would change the meaning. */
function shown(token: Token): Token {
  if (marks.includes(token.type)) return token;
  throw new Error(`the PDF cannot show the Markdown of ${token.type}`);
}

function pieceOf(token: Token, open: readonly Token[]): Piece {
  const has = (type: string) => open.some((outer) => outer.type === type);
  const link = open.find((outer) => outer.type === 'link_open')?.attrGet('href');
  const strong = has('strong_open');
  const upright: Face = strong ? 'bold' : 'regular';
  const slanted: Face = strong ? 'boldItalic' : 'italic';
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
  throw new Error(`the PDF cannot show the Markdown of ${type}`);
}
