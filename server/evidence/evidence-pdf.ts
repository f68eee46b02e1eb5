/** Prints the evidence of an application as a PDF: a summary, all facts in tables, and the texts that were agreed to. */

import type { Certification } from '../../form/state/consents.ts';
import { drawMarkdown } from '../pdf/draw-markdown.ts';
import { type Cell, drawTable, leastTableHeight, type Row, textCell } from '../pdf/draw-table.ts';
import { drawHeading, drawParagraph, headingHeight, leastHeight, textPiece } from '../pdf/draw-text.ts';
import { undrawable } from '../pdf/drawable-markdown.ts';
import { namedLetter } from '../pdf/fonts.ts';
import { letterDocument, type Position, type Style } from '../pdf/letter-document.ts';
import type { Piece } from '../pdf/text-lines.ts';
import { agreementTokens, escaped } from '../programs/agreement-text.ts';
import { certificationWords } from '../programs/certification.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import { eventInWords, faultWords, inWords } from './event-words.ts';
import type { AgreedText, EvidencePackage, PackagedConsent, PackagedEvent } from './evidence-package.ts';

/** The text for a missing value. The web page's review screen uses the same text. */
export const notProvided = defaultCopy.review.notProvided;

const style: Style = {
  size: 8.75,
  leading: 11,
  gap: 3.5,
  cell: 1.75,
  headings: { h1: 20, h2: 14, h3: 10.5 },
  hang: 0,
};

/** The style of the audit trail and of the texts that were agreed to. */
const smallStyle: Style = {
  size: 8.25,
  leading: 10.25,
  gap: 3.25,
  cell: 1.5,
  headings: { h3: 10.5, h4: 9 },
  hang: 0,
};

/** The font size of hashes and IDs. At this size, the 64 hexadecimal digits of a hash fit on one line of a table. */
const machineSize = 7;
/** If less than this height, in points, is left on the last page of the trail, the texts begin on a new page. */
const leastColumns = 200;
/** The widths of label columns in points: across a whole page, for questions, for pairs of values, and in columns of text. */
const labelWidths = { page: 118, question: 250, pair: 106, column: 60 } as const;
/** The number of columns on pages with texts. A line has about 60 letters. */
const columns = 2;

type Line = readonly [label: string, value: string | null];

/** The titles to use for agreements whose text is no longer stored. They are the titles in the shipped programs. */
const shippedNames: Readonly<Record<string, string>> = {
  esign: 'Electronic Signature Agreement',
  terms: 'Card Terms',
  guarantor: 'Personal Guarantee',
  'controlling-party': 'Certification of Ownership and Control',
  'share-information': 'How we share your information',
  affiliates: 'Sharing with affiliates',
};

/** Returns an evidence package as a PDF on US letter pages, tagged for screen readers, with embedded fonts. */
export async function evidencePdf(evidence: EvidencePackage): Promise<Uint8Array> {
  const { application, consents, ownership } = evidence;
  const title = `Evidence record for application ${application.referenceNumber ?? application.id}`;
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
  const inOrder = inOrderOf(evidence.auditTrail, consents);
  const { bytes } = await letterDocument(about, (position) => {
    drawHeading(position, 'h1', title);
    drawSummary(position, evidence, inOrder);
    position.flow.startPage(1);
    drawAnswers(position, evidence);
    drawOwnership(position, ownership);
    drawRecords(position, 'Agreements and consents', inOrder.map(consentRecord));
    drawDocuments(position, evidence);
    drawTrail(position, evidence);
    drawTexts(position, inOrder, ownership);
  });
  return bytes;
}

/** Returns the consents in the order in which they were given. Consents of the same time are in the audit trail's order. */
function inOrderOf(trail: readonly PackagedEvent[], consents: readonly PackagedConsent[]) {
  const answers: readonly string[] = ['agreed', 'agreement_withdrawn'];
  const placeOf = ({ agreement }: PackagedConsent) =>
    trail.findLastIndex(({ type, detail }) => answers.includes(type) && detail['agreement'] === agreement);
  return consents.toSorted(
    (one, other) => one.agreedDateTime.localeCompare(other.agreedDateTime) || placeOf(one) - placeOf(other),
  );
}

/** Returns a table cell with a value. Semicolons replace line breaks. */
function valueCell(value: string | null): Cell {
  const text = (value ?? '').split('\n').filter(Boolean).join('; ') || notProvided;
  return { pieces: [isHash(text) ? hashPiece(text) : textPiece(text)] };
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Returns a hash in a monospaced font, so that two hashes are easy to compare digit by digit. */
function hashPiece(text: string): Piece {
  return { text, face: 'mono', size: machineSize };
}

function rowsOf(lines: readonly Line[]): readonly Row[] {
  return lines.map(([label, value]) => [textCell(label, 'Row'), valueCell(value)]);
}

function drawLines(position: Position, lines: readonly Line[], width: number = labelWidths.page): void {
  drawTable(position, rowsOf(lines), { shares: [width] });
}

/** Draws a heading and a table of labels and values. The table begins on the page of the heading. */
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

/** A record with a title. Its short values are drawn in pairs, and each long value gets a row of its own. */
type LabeledRecord = { readonly title: string } & Readonly<Record<'short' | 'long', readonly Line[]>>;

const pairShares = [labelWidths.pair, 150, 90];

function pairRows(lines: readonly Line[]): readonly Row[] {
  const rows = rowsOf(lines);
  return rows.flatMap((row, at) => (at % 2 === 0 ? [[...row, ...(rows[at + 1] ?? [])]] : []));
}

function recordHeight(position: Position, { short, long }: LabeledRecord): number {
  const shortHeight = leastTableHeight(position, pairRows(short), pairShares);
  return shortHeight + leastTableHeight(position, rowsOf(long), [labelWidths.pair]);
}

/** Draws a heading, and then records with headings of their own. Short records aren't split between pages. */
function drawRecords(position: Position, title: string, records: readonly LabeledRecord[]): void {
  const [first] = records;
  const kept = first ? headingHeight(position, 'h3', first.title) + recordHeight(position, first) : 0;
  drawHeading(position, 'h2', title, kept);
  for (const record of records) {
    drawHeading(position, 'h3', record.title, recordHeight(position, record));
    drawTable(position, pairRows(record.short), { shares: pairShares, goesOn: true });
    drawTable(position, rowsOf(record.long), { shares: [labelWidths.pair], continues: true });
  }
}

/** Returns a time in UTC, to the second. */
function utcTime(dateTime: string | null): string | null {
  return dateTime && `${dateTime.slice(0, 19).replace('T', ' ')} UTC`;
}

/** Draws the first page: who applied and when, which versions were agreed to, and how the evidence was verified. */
function drawSummary(position: Position, evidence: EvidencePackage, consents: readonly PackagedConsent[]) {
  const { application, statuses, createDateTime } = evidence;
  const { certifier } = evidence.ownership;
  drawHeading(position, 'h2', 'Summary');
  drawSection(position, 'h3', 'Application', [
    ['Business', application.businessName],
    ['Applicant', [certifier.name, certifier.title].filter(Boolean).join(', ')],
    ['Card program', application.program.name],
    ['Store number', application.storeId],
    ['Bank', application.provider.fullName],
    ['Reference number', application.referenceNumber],
    ['Application ID', application.id],
  ]);
  drawSection(position, 'h3', 'Dates and status', [
    ['Started', utcTime(application.createDateTime)],
    ['Submitted', utcTime(application.submittedDateTime)],
    ['Current status', statusWords(application.status)],
    [
      'Status history',
      statuses.map(({ status, dateTime }) => `${inWords(status)}: ${utcTime(dateTime)}`).join('\n'),
    ],
    ['Record generated', utcTime(createDateTime)],
  ]);
  drawVersions(position, consents);
  drawSection(position, 'h3', 'Integrity checks', verified(evidence));
}

function statusWords(status: string): string {
  return status === 'pending' ? 'Pending: waiting for a document' : inWords(status);
}

/** Draws a heading, and a row for each text that was agreed to or refused, with its version and hash. */
function drawVersions(position: Position, consents: readonly PackagedConsent[]): void {
  const head = ['Agreement and SHA-256 hash', 'Version', 'Response date', 'Response'].map((text) =>
    textCell(text, 'Column'),
  );
  const rows = consents.map((consent): Row => {
    const name = { text: `${nameOf(consent)}\n`, face: 'bold' } as const;
    return [
      { pieces: [name, hashPiece(consent.sha256)], heads: 'Row' },
      textCell(consent.version),
      textCell(utcTime(consent.agreedDateTime) ?? notProvided),
      textCell(answerOf(consent)),
    ];
  });
  const shares = [284, 76, 80];
  const table = [head, ...rows];
  drawHeading(position, 'h3', 'Responses to agreements', leastTableHeight(position, table, shares));
  drawTable(position, table, { shares });
}

function answerOf({ agreed, voidDateTime }: PackagedConsent): string {
  if (voidDateTime) return 'Voided';
  return agreed ? 'Agreed' : 'Not agreed';
}

/** Returns how each part of the evidence was verified when this record was generated, and the results. */
function verified({ consents, documents, auditTrail, auditFault }: EvidencePackage): readonly Line[] {
  const whole = consents.filter(({ text }) => text?.hashMatches).length;
  return [
    [
      'Agreement texts',
      `${whole > 1 && whole === consents.length ? `All ${whole}` : `${whole} of ${consents.length}`} texts match the SHA-256 ` +
        'hashes recorded with the responses. We recomputed each hash from the text that the applicant was shown. The texts are ' +
        'at the end of this record.',
    ],
    [
      'Audit trail',
      auditFault
        ? brokenAt(auditFault)
        : `Intact. Each of the ${auditTrail.length} events includes the hash of the event before it. We recomputed all hashes ` +
          'with the trail’s key. No event was changed, added, or removed.',
    ],
    ['Documents', documents.length === 0 ? 'None' : `${documents.length}, each listed with its SHA-256 hash`],
  ];
}

function brokenAt({ sequence, kind }: NonNullable<EvidencePackage['auditFault']>): string {
  return `Broken at event ${sequence}: ${faultWords[kind]}`;
}

const aboutAnswers =
  'As the applicant reviewed them. Sensitive answers are masked, or shown as “Provided (not shown).”';

function drawAnswers(position: Position, { answers }: EvidencePackage): void {
  answers.forEach(({ title, rows }, at) => {
    const lines = rows.map(
      ({ label, text }): Line => [text ? label.replace(/ \(optional\)$/, '') : label, text],
    );
    if (at === 0) {
      drawHeading(position, 'h2', 'Application answers', 8 * style.leading);
      drawParagraph(position, [textPiece(aboutAnswers)]);
    }
    const isApplicant = title === defaultCopy.sections.applicant;
    drawSection(position, 'h3', isApplicant ? 'Applicant' : title, lines, labelWidths.question);
  });
}

function drawOwnership(position: Position, { certifier, owners }: Certification): void {
  const lines: readonly Line[] = [
    ['Certified by', certifier.name],
    ['Title', certifier.title],
    ...(owners.length === 0 ? ([['Beneficial owners (25% or more)', 'None']] as const) : []),
  ];
  const shares = [labelWidths.question];
  const head = ['Beneficial owner (25% or more)', certificationWords.share].map((text) =>
    textCell(text, 'Column'),
  );
  const rows = owners.map(({ name, percent }) => [
    textCell(name || notProvided, 'Row'),
    textCell(`${percent}%`),
  ]);
  const table = owners.length === 0 ? [] : [head, ...rows];
  const height = leastTableHeight(position, [...rowsOf(lines), ...table], shares);
  drawHeading(position, 'h2', 'Certification of beneficial owners', height);
  drawTable(position, rowsOf(lines), { shares });
  if (owners.length > 0) drawTable(position, table, { shares, continues: true });
}

function nameOf({ agreement, text }: PackagedConsent): string {
  return text?.title ?? shippedNames[agreement] ?? agreement;
}

function consentRecord(consent: PackagedConsent): LabeledRecord {
  return {
    title: nameOf(consent),
    short: [
      ['Version', consent.version],
      ['Response', consent.agreed ? 'Agreed' : 'Not agreed'],
      ['Signed by', consent.signerName],
      ['Response date', utcTime(consent.agreedDateTime)],
      ['Opened', utcTime(consent.openDateTime) ?? 'Shown in full on the page'],
      ['Voided', utcTime(consent.voidDateTime) ?? 'No'],
    ],
    long: [
      ['SHA-256 of the text', consent.sha256],
      ['IP address', consent.ip],
      ['Browser', consent.userAgent],
    ],
  };
}

const supporting = 'Supporting documents';

function drawDocuments(position: Position, { documents }: EvidencePackage): void {
  if (documents.length === 0) drawSection(position, 'h2', supporting, [['Documents', 'None']]);
  else drawRecords(position, supporting, documents.map(documentRecord));
}

const fileTypes: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
};

function documentRecord(packaged: EvidencePackage['documents'][number]): LabeledRecord {
  return {
    title: packaged.fileName,
    short: [
      ['Type', inWords(packaged.documentType)],
      [
        'Format and size',
        `${fileTypes[packaged.contentType] ?? packaged.contentType}, ${packaged.size.toLocaleString('en-US')} bytes`,
      ],
      ['Received', utcTime(packaged.createDateTime)],
      ['Provided', packaged.addedAfterSubmission ? 'After submission' : 'Before submission'],
    ],
    long: [
      ['Document ID', packaged.id],
      ['SHA-256 as stored', packaged.sha256],
      ['SHA-256 as received', packaged.originalSha256],
    ],
  };
}

function drawTrail(position: Position, evidence: EvidencePackage): void {
  const { auditTrail, auditHead, auditFault, consents } = evidence;
  const lines: readonly Line[] = [
    ['Number of events', String(auditHead.sequence)],
    ['Hash of the last event', auditHead.hash],
    ['Hash chain', auditFault ? brokenAt(auditFault) : 'Intact'],
  ];
  const names = new Map(consents.map((consent) => [consent.agreement, nameOf(consent)] as const));
  const head = ['No.', 'Date and time', 'Event, reference IDs, and hash'].map((text) =>
    textCell(text, 'Column'),
  );
  const rows = auditTrail.map((event) =>
    eventRow(event, (key) => names.get(key) ?? shippedNames[key] ?? key),
  );
  drawHeading(position, 'h2', 'Audit trail', 14 * style.leading);
  const small = { ...position, style: smallStyle };
  drawTable(small, rowsOf(lines), { shares: [labelWidths.page] });
  drawTable(small, [head, ...rows], { shares: [34, 112], continues: true });
}

function eventRow(event: PackagedEvent, nameOfText: (agreement: string) => string): Row {
  const { sequence, createDateTime, hash } = event;
  const { words, references } = eventInWords(event, nameOfText);
  const small = { text: `${references}\n`, face: 'regular', size: machineSize } as const;
  return [
    textCell(`${sequence}.`, 'Row'),
    textCell(utcTime(createDateTime) ?? ''),
    {
      pieces: [textPiece(`${words}\n`), ...(references === '' ? [] : [small]), hashPiece(hash)],
    },
  ];
}

/** Draws a heading, and the texts of all consents in two columns. */
function drawTexts(position: Position, consents: readonly PackagedConsent[], certified: Certification): void {
  if (consents.length === 0) return;
  const { flow } = position;
  flow.y += smallStyle.leading;
  if (flow.bottom - flow.y < leastColumns) flow.startPage(1);
  drawHeading(position, 'h2', 'Agreement texts');
  flow.divide(columns);
  const inColumns = { ...position, style: smallStyle };
  for (const consent of consents) drawText(inColumns, consent, certified);
}

function drawText(position: Position, consent: PackagedConsent, certified: Certification): void {
  drawHeading(position, 'h3', nameOf(consent), 13 * smallStyle.leading);
  const { text, version, sha256 } = consent;
  const halves = [sha256.slice(0, 32), sha256.slice(32)].join('\n');
  const facts: readonly Row[] = [
    ...rowsOf([['Version', version]]),
    [textCell('SHA-256', 'Row'), { pieces: [hashPiece(halves)] }],
    ...rowsOf([['Hash check', hashCheck(text)]]),
  ];
  drawTable(position, facts, { shares: [labelWidths.column] });
  if (text) drawAgreedText(position, text, certified);
  position.flow.y += 2 * smallStyle.leading;
}

function hashCheck(text: AgreedText | null): string {
  if (!text) return 'Not possible: text no longer stored';
  return text.hashMatches ? 'The text matches this hash' : 'The text does not match this hash';
}

function drawAgreedText(position: Position, text: AgreedText, certified: Certification): void {
  const tokens = tokensOf(text, certified);
  if (undrawable(tokens).length === 0) drawMarkdown(position, tokens);
  else drawHtmlSource(position, text);
}

/** Draws the HTML source of a text instead of its Markdown. Use this for old texts whose Markdown a PDF cannot show. */
function drawHtmlSource(position: Position, { html }: AgreedText): void {
  const why = textPiece('a PDF cannot show its formatting');
  drawParagraph(position, [{ text: 'Text as HTML: ', face: 'bold' }, why]);
  const lines = html.split('\n').filter((line) => line.trim() !== '');
  const pieces = lines.map((line) => [textPiece(line.replaceAll('\t', ' '))]);
  pieces.forEach((line, at) => {
    const last = at === pieces.length - 2 ? pieces.at(-1) : undefined;
    drawParagraph(position, line, last && leastHeight(position, last));
  });
}

function tokensOf({ title, markdown, placeholders }: AgreedText, certified: Certification) {
  const body = markdown.replace('{certification}', () => certificationMarkdown(certified));
  return agreementTokens({ title, version: '', body }, placeholders, 4);
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
