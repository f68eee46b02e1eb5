/** Prints the evidence of an application as a PDF: a summary, all facts in tables, and the texts that were agreed to. */

import type { Certification } from '../../form/state/consents.ts';
import { drawMarkdown } from '../pdf/draw-markdown.ts';
import { type Cell, drawTable, gapAfter, leastTableHeight, type Row, textCell } from '../pdf/draw-table.ts';
import { drawHeading, drawParagraph, headingHeight, textPiece } from '../pdf/draw-text.ts';
import { undrawable } from '../pdf/drawable-markdown.ts';
import { namedLetter } from '../pdf/fonts.ts';
import { letterDocument, type Position, type Style } from '../pdf/letter-document.ts';
import { agreementTokens, escaped } from '../programs/agreement-text.ts';
import { certificationWords } from '../programs/certification.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import type { AgreedText, EvidencePackage, PackagedConsent, PackagedEvent } from './evidence-package.ts';

/** The text for a missing value, the same as in the page's review. */
export const notProvided = defaultCopy.review.notProvided;

const style: Style = {
  size: 8.75,
  leading: 11,
  gap: 3.5,
  cell: 1.75,
  headings: { h1: 20, h2: 13, h3: 10 },
  hang: 0,
};

/** The style of the audit trail and of the texts that were agreed to. */
const smallStyle: Style = {
  size: 8.25,
  leading: 10.25,
  gap: 3.25,
  cell: 1.5,
  headings: { h2: 12, h3: 9 },
  hang: 0,
};

/** The font size of a hash, at which 64 hexadecimal digits fit on one line of a table. */
const hashSize = 7.5;
/** The widths of the labels of values, in points: on a whole page, of questions, of pairs of values, and in a column of a text. */
const labelWidths = { page: 118, question: 220, pair: 96, column: 60 } as const;
/** The columns of the pages with texts. A line has about 60 letters. */
const columns = 2;

type Line = readonly [label: string, value: string | null];

/** The names of texts that are no longer kept, as in the programs that are shipped. */
const shippedNames: Readonly<Record<string, string>> = {
  esign: 'Electronic signature agreement',
  terms: 'Card terms',
  guarantor: 'Personal guarantee',
  'controlling-party': 'Certification of owners',
  'share-information': 'How we share your information',
  affiliates: 'Sharing with affiliates',
};

/** Returns the package as a PDF on US letter pages, tagged for screen readers, with embedded fonts. */
export async function evidencePdf(evidence: EvidencePackage): Promise<Uint8Array> {
  const { application, consents, ownership } = evidence;
  const title = `Evidence of application ${application.referenceNumber ?? application.id}`;
  const about = {
    title,
    author: application.provider.fullName,
    program: application.program.name,
    reference: title,
    date: new Date(evidence.createDateTime),
    style,
    margin: 60,
    lacking: namedLetter,
  };
  const inOrder = consents.toSorted((one, other) => one.agreedDateTime.localeCompare(other.agreedDateTime));
  const { bytes } = await letterDocument(about, (position) => {
    drawHeading(position, 'h1', title);
    drawSummary(position, evidence, inOrder);
    position.flow.startPage(1);
    drawAnswers(position, evidence);
    drawOwnership(position, ownership);
    drawRecords(position, 'Consents', inOrder.map(consentRecord));
    drawDocuments(position, evidence);
    drawTrail(position, evidence);
    drawTexts(position, inOrder, ownership);
  });
  return bytes;
}

/** Returns the cell of a value, with semicolons instead of line breaks. A hash is smaller, so that it fits on a line. */
function valueCell(value: string | null): Cell {
  const text = (value ?? '').split('\n').filter(Boolean).join('; ') || notProvided;
  const isHash = /^[0-9a-f]{64}$/.test(text);
  return { pieces: [isHash ? { text, face: 'regular', size: hashSize } : textPiece(text)] };
}

function rowsOf(lines: readonly Line[]): readonly Row[] {
  return lines.map(([label, value]) => [textCell(label, 'Row'), valueCell(value)]);
}

function drawLines(position: Position, lines: readonly Line[], width: number = labelWidths.page): void {
  drawTable(position, rowsOf(lines), [width]);
}

/** Draws a heading and a table of labels and values, which begins on the same page. */
function drawSection(
  position: Position,
  tag: 'h2' | 'h3',
  title: string,
  lines: readonly Line[],
  width: number = labelWidths.page,
): void {
  drawHeading(position, tag, title, leastTableHeight(position, rowsOf(lines), [width]));
  drawLines(position, lines, width);
}

/** Values of something that has a name: short ones, which are drawn in pairs, and long ones. */
type LabeledRecord = { readonly title: string } & Readonly<Record<'short' | 'long', readonly Line[]>>;

const pairShares = [labelWidths.pair, 160, 76];

function pairRows(lines: readonly Line[]): readonly Row[] {
  const rows = rowsOf(lines);
  return rows.flatMap((row, at) => (at % 2 === 0 ? [[...row, ...(rows[at + 1] ?? [])]] : []));
}

function recordHeight(position: Position, { short, long }: LabeledRecord): number {
  const shortHeight = leastTableHeight(position, pairRows(short), pairShares);
  return shortHeight + leastTableHeight(position, rowsOf(long), [labelWidths.pair]);
}

/** Draws a heading and records, each with a heading of its own. A record stays on one page. */
function drawRecords(position: Position, title: string, records: readonly LabeledRecord[]): void {
  const [first] = records;
  const kept = first ? headingHeight(position, 'h3', first.title) + recordHeight(position, first) : 0;
  drawHeading(position, 'h2', title, kept);
  for (const record of records) {
    drawHeading(position, 'h3', record.title, recordHeight(position, record));
    drawTable(position, pairRows(record.short), pairShares);
    position.flow.y -= gapAfter(position);
    drawTable(position, rowsOf(record.long), [labelWidths.pair]);
  }
}

/** Returns a time in UTC, to the second. */
function utcTime(dateTime: string | null): string | null {
  return dateTime && `${dateTime.slice(0, 19).replace('T', ' ')} UTC`;
}

/** Draws the first page: who applied when, what was agreed to in which version, and how all of it was verified. */
function drawSummary(position: Position, evidence: EvidencePackage, consents: readonly PackagedConsent[]) {
  const { application, statuses, createDateTime } = evidence;
  const { certifier } = evidence.ownership;
  drawSection(position, 'h2', 'Who', [
    ['Business', application.businessName],
    ['Applicant', [certifier.name, certifier.title].filter(Boolean).join(', ')],
    [
      'Program and store',
      `${application.program.name} (${application.program.domainKey}), ${application.storeId}`,
    ],
    ['Provider', `${application.provider.fullName} (${application.provider.providerId})`],
    ['Reference number', application.referenceNumber],
    ['Application', application.id],
  ]);
  drawSection(position, 'h2', 'When', [
    ['Begun', utcTime(application.createDateTime)],
    ['Submitted', utcTime(application.submittedDateTime)],
    ['Status', application.status],
    ['Statuses', statuses.map(({ status, dateTime }) => `${status} since ${utcTime(dateTime)}`).join('\n')],
    ['This document made', utcTime(createDateTime)],
  ]);
  drawHeading(position, 'h2', 'What was agreed to');
  drawVersions(position, consents);
  drawSection(position, 'h2', 'How it was verified', verified(evidence));
}

/** Draws a row for each text that was agreed to or refused, with its version and hash. */
function drawVersions(position: Position, consents: readonly PackagedConsent[]): void {
  const head = ['Text and SHA-256', 'Version', 'Answered', 'Answer'].map((text) => textCell(text, 'Column'));
  const rows = consents.map((consent): Row => {
    const name = { text: `${nameOf(consent)}\n`, face: 'bold' } as const;
    return [
      { pieces: [name, { text: consent.sha256, face: 'regular', size: hashSize - 1 }], heads: 'Row' },
      textCell(consent.version),
      textCell(utcTime(consent.agreedDateTime) ?? notProvided),
      textCell(answerOf(consent)),
    ];
  });
  drawTable(position, [head, ...rows], [252, 66, 122]);
}

function answerOf({ agreed, voidDateTime }: PackagedConsent): string {
  if (voidDateTime) return 'Void';
  return agreed ? 'Agreed' : 'Not agreed';
}

/** Returns how each part of the evidence was checked when this document was made, and what was found. */
function verified(evidence: EvidencePackage): readonly Line[] {
  const { consents, documents, auditTrail, auditHead, auditFault } = evidence;
  const whole = consents.filter(({ text }) => text?.hashMatches).length;
  return [
    [
      'Texts',
      `${whole} of ${consents.length} have the SHA-256 that was recorded with the answer, computed again from the HTML that ` +
        'was shown. The texts are at the end of this document.',
    ],
    [
      'Audit trail',
      auditFault
        ? `Broken at event ${auditFault.sequence}: ${auditFault.kind}`
        : `Whole. The hash of each of ${auditTrail.length} events includes the one before, and was computed again with the ` +
          'key of the trail: no event was changed, added or removed.',
    ],
    ['Hash of the last event', auditHead.hash],
    ['Documents', documents.length === 0 ? 'None' : `${documents.length}, each listed with its SHA-256`],
    [
      'Answers',
      'As the applicant reviewed them before submitting. Sensitive ones are masked, or it is only said that they were given.',
    ],
  ];
}

function drawAnswers(position: Position, { answers }: EvidencePackage): void {
  answers.forEach(({ title, rows }, at) => {
    const lines = rows.map(({ label, text }): Line => [label, text]);
    if (at === 0) drawHeading(position, 'h2', 'Answers as they were reviewed', 6 * style.leading);
    drawSection(position, 'h3', title, lines, labelWidths.question);
  });
}

function drawOwnership(position: Position, { certifier, owners }: Certification): void {
  drawSection(position, 'h2', 'Ownership as it was certified', [
    ['Certified by', certifier.name],
    ['Title', certifier.title],
    ...(owners.length === 0 ? ([['Owners of 25% or more', 'None']] as const) : []),
  ]);
  if (owners.length === 0) return;
  const head = ['Owner of 25% or more', certificationWords.share].map((text) => textCell(text, 'Column'));
  const rows = owners.map(({ name, percent }) => [
    textCell(name || notProvided, 'Row'),
    textCell(`${percent}%`),
  ]);
  drawTable(position, [head, ...rows], [labelWidths.question]);
}

function nameOf({ agreement, text }: PackagedConsent): string {
  return text?.title ?? shippedNames[agreement] ?? agreement;
}

function consentRecord(consent: PackagedConsent): LabeledRecord {
  return {
    title: nameOf(consent),
    short: [
      ['Agreement', consent.agreement],
      ['Version', consent.version],
      ['Answer', consent.agreed ? 'Agreed' : 'Not agreed'],
      ['Signed by', consent.signerName],
      ['Opened', utcTime(consent.openDateTime) ?? 'Shown where it was answered'],
      ['Answered', utcTime(consent.agreedDateTime)],
      ['Void since', utcTime(consent.voidDateTime) ?? 'Not void'],
      ['IP address', consent.ip],
    ],
    long: [
      ['SHA-256 of the text', consent.sha256],
      ['Browser', consent.userAgent],
    ],
  };
}

function drawDocuments(position: Position, { documents }: EvidencePackage): void {
  if (documents.length === 0) drawSection(position, 'h2', 'Documents', [['Documents', null]]);
  else drawRecords(position, 'Documents', documents.map(documentRecord));
}

function documentRecord(packaged: EvidencePackage['documents'][number]): LabeledRecord {
  return {
    title: packaged.fileName,
    short: [
      ['Type', packaged.documentType],
      ['Content', `${packaged.contentType}, ${packaged.size} bytes`],
      ['Received', utcTime(packaged.createDateTime)],
      ['Added later', packaged.addedAfterSubmission ? 'Yes, after the submission' : 'No'],
    ],
    long: [
      ['Document', packaged.id],
      ['SHA-256 of the file', packaged.sha256],
      ['SHA-256 as it came', packaged.originalSha256],
    ],
  };
}

/** Returns the detail of an event as text: each name with its value, separated by commas. */
function detailOf({ detail }: PackagedEvent): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`)
    .join(', ');
}

function drawTrail(position: Position, evidence: EvidencePackage): void {
  const { auditTrail, auditHead, auditFault } = evidence;
  drawSection(position, 'h2', 'Audit trail', [
    ['Events', String(auditHead.sequence)],
    ['Hash of the last event', auditHead.hash],
    ['Chain', auditFault ? `Broken at event ${auditFault.sequence}: ${auditFault.kind}` : 'Whole'],
  ]);
  const head = ['', 'Time', 'Event and its hash'].map((text) => textCell(text, 'Column'));
  drawTable({ ...position, style: smallStyle }, [head, ...auditTrail.map(eventRow)], [30, 112]);
}

function eventRow(event: PackagedEvent): Row {
  const { sequence, type, createDateTime, hash } = event;
  const what = [type, detailOf(event)].filter(Boolean).join(': ');
  return [
    textCell(`${sequence}.`, 'Row'),
    textCell(utcTime(createDateTime) ?? ''),
    { pieces: [textPiece(`${what}\n`), { text: hash, face: 'regular', size: hashSize - 1 }] },
  ];
}

/** Draws the texts of all consents in two columns. */
function drawTexts(position: Position, consents: readonly PackagedConsent[], certified: Certification): void {
  if (consents.length === 0) return;
  position.flow.startPage(columns);
  const inColumns = { ...position, style: smallStyle };
  for (const consent of consents) drawText(inColumns, consent, certified);
}

function drawText(position: Position, consent: PackagedConsent, certified: Certification): void {
  drawHeading(position, 'h2', `Text: ${nameOf(consent)}`, 6 * smallStyle.leading);
  const { text, version, sha256 } = consent;
  const verdict = `The text ${text?.hashMatches ? 'still has' : 'does not have'} this hash`;
  const facts: readonly Line[] = [
    ['Version', version],
    ['SHA-256', sha256],
    ['Verified', verdict],
  ];
  drawLines(position, facts, labelWidths.column);
  const tokens = text && tokensOf(text, certified);
  if (!tokens) drawLines(position, [['Text', 'Not kept']], labelWidths.column);
  else if (undrawable(tokens).length === 0) drawMarkdown(position, tokens);
  else drawHtmlSource(position, text);
  position.flow.y += 2 * smallStyle.leading;
}

/** Draws the HTML source of a text instead of its Markdown, for old texts whose Markdown a PDF cannot show. */
function drawHtmlSource(position: Position, { html }: AgreedText): void {
  const why = textPiece('Its HTML as it was shown, because it cannot be set in a PDF');
  drawParagraph(position, [{ text: 'The text: ', face: 'bold' }, why]);
  for (const line of html.split('\n').filter((one) => one.trim() !== ''))
    drawParagraph(position, [textPiece(line.replaceAll('\t', ' '))]);
}

function tokensOf({ title, markdown, placeholders }: AgreedText, certified: Certification) {
  const body = markdown.replace('{certification}', () => certificationMarkdown(certified));
  return agreementTokens({ title, version: '', body }, placeholders, 3);
}

/** Returns the certification as Markdown for the PDF, in the same wording as the agreement's HTML. */
function certificationMarkdown({ certifier, owners }: Certification): string {
  const title = certifier.title && `, ${escaped(certifier.title)}`;
  const words = certificationWords;
  const party = `${words.controllingParty}: ${escaped(certifier.name)}${title}`;
  if (owners.length === 0) return `${party}\n\n${words.noOwners}`;
  const rows = owners.map(({ name, percent }) => `| ${escaped(name)} | ${percent}% |`);
  return [
    party,
    `Table: ${words.owners}`,
    [`| ${words.name} | ${words.share} |`, '| --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}
