/** An agreement's static text as a PDF to keep (D30): made of the same tokens as the HTML, so that the two say the same. */
import { buffer } from 'node:stream/consumers';
import type { Token } from 'markdown-it';
import PDFDocument from 'pdfkit';
import { type Agreement, type AgreementValues, agreementTokens } from './agreement-text.ts';
import { type Block, blocksOf } from './text-blocks.ts';

/** A PDF and the count of its pages. */
export interface AgreementPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

type Document = PDFKit.PDFDocument;
type Structure = ReturnType<Document['struct']>;

/** Where a block is drawn, in points from the left edge, and the part of the document that it belongs to. */
interface Place {
  readonly left: number;
  readonly parent: Structure;
}

const margin = 64;
const bodySize = 11;
const indent = 20;
const cellPadding = 5;
const headingSizes: Readonly<Record<string, number>> = { h1: 20, h2: 14, h3: 12 };
/** What must fit below the start of a heading, in points, so that it does not stand alone at the foot of a page. */
const keptWithHeading = 72;
/** A forced line end, which is a piece of its own. */
const lineEnd = '\n';
const regular = 'Helvetica';
const bold = 'Helvetica-Bold';
const italic = 'Helvetica-Oblique';
const boldItalic = 'Helvetica-BoldOblique';

/** What the standard fonts of PDF can show: the characters of Windows-1252 (ISO 32000-1, annex D). */
const printable = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\n]*$/;

/**
 * The text on US letter pages, tagged for screen readers (headings, lists, tables, links), page numbers apart from it.
 * The same text gives the same bytes. Throws where the text holds what the PDF could not show: better none than another.
 */
export async function agreementPdf(agreement: Agreement, values: AgreementValues): Promise<AgreementPdf> {
  const { certification: _, ...shared } = values;
  const document = new PDFDocument({
    size: 'LETTER',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: agreement.title,
      Author: shared.providerFullName,
      Creator: shared.programName,
      CreationDate: dateOf(agreement.version),
    },
  });
  const root = document.struct('Document');
  document.addStructure(root);
  const place = { left: margin, parent: root };
  drawHeading(document, place, 'h1', agreement.title);
  drawParagraph(document, place, [textPiece(`Version ${agreement.version}`)]);
  for (const block of blocksOf(agreementTokens(agreement, shared, 2))) draw(document, place, block);
  root.end();
  const pages = document.bufferedPageRange().count;
  for (let page = 0; page < pages; page += 1) drawPageNumber(document, page, pages);
  document.end();
  return { bytes: await buffer(document), pages };
}

/** A version is mostly a day; a fixed date keeps the bytes the same. */
function dateOf(version: string): Date {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(version) ? version : 0);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}

function draw(document: Document, place: Place, block: Block): void {
  const { type, tag, content } = block.token;
  switch (type) {
    case 'heading_open':
      drawHeading(document, place, tag, plainText(block));
      break;
    case 'paragraph_open':
      drawParagraph(document, place, piecesOf(block));
      break;
    case 'blockquote_open':
      within(document, place, 'BlockQuote', (inner) => drawAll(document, inner, block.children));
      break;
    case 'bullet_list_open':
    case 'ordered_list_open':
      drawList(document, place, block);
      break;
    case 'table_open':
      drawTable(document, place, block);
      break;
    case 'fence':
    case 'code_block':
      drawParagraph(document, place, [textPiece(content.trimEnd())]);
      break;
    case 'hr':
      document.moveDown();
      break;
    default:
      throw new Error(`the PDF cannot show the Markdown of ${type}`);
  }
}

function drawAll(document: Document, place: Place, blocks: readonly Block[]): void {
  for (const block of blocks) draw(document, place, block);
}

/** Draws inside an element of its own, moved to the right. */
function within(document: Document, place: Place, tag: string, drawInner: (inner: Place) => void): void {
  const parent = document.struct(tag);
  place.parent.add(parent);
  drawInner({ left: place.left + indent, parent });
  parent.end();
}

function drawHeading(document: Document, place: Place, tag: string, text: string): void {
  const size = headingSizes[tag] ?? bodySize;
  if (document.y + keptWithHeading > document.page.maxY()) document.addPage();
  else if (tag !== 'h1') document.moveDown(0.6);
  const draws = () => document.font(bold).fontSize(size).text(showable(text), place.left, document.y);
  addAndEnd(place.parent, document.struct(tag.toUpperCase(), {}, [() => void draws()]));
  document.moveDown(0.4);
}

/** A run of text in one face, of a link where there is one. */
interface Piece {
  readonly text: string;
  readonly font: string;
  readonly link?: string;
}

function textPiece(text: string): Piece {
  return { text, font: regular };
}

function drawParagraph(document: Document, place: Place, pieces: readonly Piece[]): void {
  const { left, parent } = place;
  const element = document.struct('P');
  parent.add(element);
  pieces.forEach(({ text, font, link }, at) => {
    if (text === lineEnd) return;
    const begins = (pieces[at - 1]?.text ?? lineEnd) === lineEnd;
    const continued = (pieces[at + 1]?.text ?? lineEnd) !== lineEnd;
    const draws = () => {
      document.font(font).fontSize(bodySize);
      const options = { continued, lineGap: 3, underline: link !== undefined, ...(link && { link }) };
      if (begins) document.text(showable(text), left, document.y, options);
      else document.text(showable(text), options);
    };
    if (link) addAndEnd(element, document.struct('Link', { alt: text }, [draws]));
    else element.add(draws);
  });
  element.end();
  document.moveDown(0.5);
}

function drawList(document: Document, place: Place, { token, children }: Block): void {
  const first = Number(token.attrGet('start') ?? 1);
  within(document, place, 'L', ({ left, parent }) => {
    children.forEach((item, at) => {
      const element = document.struct('LI');
      parent.add(element);
      const label = token.type === 'ordered_list_open' ? `${first + at}.` : '•';
      if (document.y + 2 * bodySize > document.page.maxY()) document.addPage();
      const { y } = document;
      const draws = () =>
        document.font(regular).fontSize(bodySize).text(label, place.left, y, { lineBreak: false });
      addAndEnd(element, document.struct('Lbl', {}, [() => void draws()]));
      document.y = y;
      const body = document.struct('LBody');
      element.add(body);
      drawAll(document, { left, parent: body }, item.children);
      body.end();
      element.end();
    });
  });
}

function drawTable(document: Document, place: Place, table: Block): void {
  const caption = table.children.find(({ token }) => token.type === 'caption_open');
  if (caption) {
    if (document.y + keptWithHeading > document.page.maxY()) document.addPage();
    drawParagraph(document, place, [{ text: plainText(caption), font: bold }]);
  }
  const sections = table.children.filter(({ token }) => /^t(head|body)_open$/.test(token.type));
  const rows = sections.flatMap(({ children }) => children);
  document.font(regular).fontSize(bodySize - 1);
  const cells = rows.map((row) => row.children.map(cellOf));
  checkHeights(document, document.page.width - place.left - margin, cells);
  // A variable, because the declarations of pdfkit do not know of structParent yet.
  const options = {
    structParent: place.parent,
    position: { x: place.left, y: document.y },
    defaultStyle: { border: 0.5, borderColor: 'black', padding: cellPadding },
    data: cells,
  };
  document.table(options);
  document.moveDown();
}

/** pdfkit would cut off what does not fit on one page. Measured in bold, the widest face. */
function checkHeights(document: Document, width: number, rows: readonly (readonly Cell[])[]): void {
  const room = document.page.maxY() - margin - 2 * cellPadding;
  document.font(bold);
  for (const row of rows) {
    const inner = width / row.length - 2 * cellPadding;
    if (row.some(({ text }) => document.heightOfString(text, { width: inner }) > room))
      throw new Error('a row of a table is higher than a page of the PDF');
  }
  document.font(regular);
}

/** A cell with what the declarations of pdfkit leave out: of what it is the heading. */
type Cell = PDFKit.Mixins.CellOptions & { readonly text: string; readonly scope?: 'Row' | 'Column' };

function cellOf(cell: Block): Cell {
  const text = showable(plainText(cell));
  if (cell.token.tag !== 'th') return { text };
  const scope = cell.token.attrGet('scope') === 'row' ? 'Row' : 'Column';
  return { text, type: 'TH', scope, font: { src: bold } };
}

/** At the foot of the page; an artifact, which a screen reader passes over. */
function drawPageNumber(document: Document, page: number, pages: number): void {
  document.switchToPage(page);
  document.markContent('Artifact', { type: 'Pagination' });
  const text = `Page ${page + 1} of ${pages}`;
  document.font(regular).fontSize(9);
  const left = (document.page.width - document.widthOfString(text)) / 2;
  document.text(text, left, document.page.height - margin / 2, { lineBreak: false });
  document.endMarkedContent();
}

function addAndEnd(parent: Structure, element: Structure): void {
  parent.add(element);
  element.end();
}

function plainText(block: Block): string {
  return piecesOf(block)
    .map(({ text }) => text)
    .join('');
}

/** The runs of the one inline token in a block. */
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

/** A mark that was left out, such as struck text, would change what is said. */
function shown(token: Token): Token {
  if (['strong_open', 'em_open', 'link_open'].includes(token.type)) return token;
  throw new Error(`the PDF cannot show the Markdown of ${token.type}`);
}

function pieceOf(token: Token, open: readonly Token[]): Piece {
  const has = (type: string) => open.some((outer) => outer.type === type);
  const link = open.find((outer) => outer.type === 'link_open')?.attrGet('href');
  const strong = has('strong_open');
  const font = has('em_open') ? (strong ? boldItalic : italic) : strong ? bold : regular;
  return { text: inlineText(token), font, ...(link && { link: String(link) }) };
}

function inlineText({ type, content }: Token): string {
  if (type === 'softbreak') return ' ';
  if (type === 'hardbreak') return lineEnd;
  if (['text', 'text_special', 'code_inline'].includes(type)) return content;
  throw new Error(`the PDF cannot show the Markdown of ${type}`);
}

function showable(text: string): string {
  if (!printable.test(text)) throw new Error('the text holds characters that the fonts of the PDF lack');
  return text;
}
