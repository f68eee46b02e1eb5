/** Draws the last part of the evidence PDF: the texts that the applicant agreed to or refused, in two columns. */
import type { Certification } from '../../form/state/consents.ts';
import { drawMarkdown } from '../pdf/draw-markdown.ts';
import { drawTable, type Row, textCell } from '../pdf/draw-table.ts';
import { drawHeading, drawParagraph, leastHeight, textPiece } from '../pdf/draw-text.ts';
import { undrawable } from '../pdf/drawable-markdown.ts';
import type { Position } from '../pdf/letter-document.ts';
import { agreementTokens, escaped } from '../programs/agreement-text.ts';
import { certificationWords as words } from '../programs/certification.ts';
import { hashPiece, nameOf, rowsOf, smallStyle } from './evidence-layout.ts';
import type { AgreedText, EvidencePackage, PackagedConsent } from './evidence-package.ts';

/** If less than this height, in points, is left on the last page of the trail, the texts begin on a new page. */
const leastColumns = 150;
const labelWidth = 60;
/** The number of columns on pages with texts. A line has about 60 letters. */
const columns = 2;

/** Draws each consent or refusal and the text that the applicant was shown. Draws nothing if `consents` is empty. */
export function drawAgreedTexts(position: Position, { consents, ownership }: EvidencePackage): void {
  if (consents.length === 0) return;
  const { flow } = position;
  flow.y += smallStyle.leading;
  if (flow.bottom - flow.y < leastColumns) flow.startPage(1);
  drawHeading(position, 'h2', 'Agreement texts');
  flow.divide(columns);
  const inColumns = { ...position, style: smallStyle };
  for (const consent of consents) {
    drawConsent(inColumns, consent);
    if (consent.text) drawText(inColumns, consent.text, ownership);
    flow.y += 2 * smallStyle.leading;
  }
}

function drawConsent(position: Position, consent: PackagedConsent): void {
  const { text, version, sha256 } = consent;
  drawHeading(position, 'h3', nameOf(consent), 13 * smallStyle.leading);
  const halves = [sha256.slice(0, 32), sha256.slice(32)].join('\n');
  const facts: readonly Row[] = [
    ...rowsOf([['Version', version]]),
    [textCell('SHA-256', 'Row'), { pieces: [hashPiece(halves)] }],
    ...rowsOf([['Hash check', hashCheck(text)]]),
  ];
  drawTable(position, facts, { shares: [labelWidth] });
}

function hashCheck(text: AgreedText | null): string {
  if (!text) return 'Not possible: text no longer stored';
  return text.hashMatches ? 'The text matches this hash' : 'The text does not match this hash';
}

function drawText(position: Position, text: AgreedText, certified: Certification): void {
  const { title, markdown, placeholders, html } = text;
  const body = markdown.replace('{certification}', () => certificationMarkdown(certified));
  const tokens = agreementTokens({ title, version: '', body }, placeholders, 4);
  if (undrawable(tokens).length === 0) drawMarkdown(position, tokens);
  else drawHtmlSource(position, html);
}

/** Draws the HTML source of a text instead of its Markdown. Use this for old texts whose Markdown a PDF cannot show. */
function drawHtmlSource(position: Position, html: string): void {
  const why = textPiece('a PDF cannot show its formatting');
  drawParagraph(position, [{ text: 'Text as HTML: ', face: 'bold' }, why]);
  const lines = html.split('\n').filter((line) => line.trim() !== '');
  const pieces = lines.map((line) => [textPiece(line.replaceAll('\t', ' '))]);
  pieces.forEach((line, at) => {
    const last = at === pieces.length - 2 ? pieces.at(-1) : undefined;
    drawParagraph(position, line, last && leastHeight(position, last));
  });
}

/** Returns the certification as Markdown for the PDF, in the same wording as the agreement's HTML. */
function certificationMarkdown({ certifier, owners }: Certification): string {
  const title = certifier.title && `, ${escaped(certifier.title)}`;
  const party = `${words.controllingParty}: ${escaped(certifier.name)}${title}`;
  if (owners.length === 0) return `${party}\n\n${words.noOwners}`;
  const rows = owners.map(({ name, percent }) => `| ${escaped(name)} | ${percent}% |`);
  return [
    party,
    `Table: ${words.owners}`,
    [`| ${words.name} | ${words.share} |`, '| --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}
