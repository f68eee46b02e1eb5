/** Draws the tables of the evidence PDF: answers, certified owners, consents, documents and the audit trail. */
import { drawTable, leastTableHeight, type Row, textCell } from '../pdf/draw-table.ts';
import { drawHeading, drawParagraph, textPiece } from '../pdf/draw-text.ts';
import type { Position } from '../pdf/letter-document.ts';
import type { Piece } from '../pdf/text-lines.ts';
import { certificationWords } from '../programs/certification.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import { eventInWords, inWords } from './event-words.ts';
import {
  brokenAt,
  drawRecords,
  drawSection,
  headRow,
  type LabeledRecord,
  type Line,
  machinePiece,
  machineSize,
  nameOf,
  notProvided,
  pageLabelWidth,
  rowsOf,
  smallStyle,
  style,
  utcTime,
  valueCell,
} from './evidence-layout.ts';
import type { EvidencePackage, PackagedConsent, PackagedEvent } from './evidence-package.ts';

/** The width in points of the first column in the table of answers and in the table of owners. */
const questionShares = [250];

/** Draws the answers, the certified owners, the responses to agreements, the documents and the audit trail. */
export function drawFacts(position: Position, evidence: EvidencePackage): void {
  drawAnswers(position, evidence);
  drawOwnership(position, evidence);
  drawRecords(position, 'Agreements and consents', evidence.consents.map(consentRecord));
  drawDocuments(position, evidence);
  drawTrail(position, evidence);
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
    drawSection(position, 'h3', isApplicant ? 'Applicant' : title, rowsOf(lines), questionShares);
  });
}

function drawOwnership(position: Position, { ownership: { certifier, owners } }: EvidencePackage): void {
  const lines = rowsOf([
    ['Certified by', certifier.name],
    ['Title', certifier.title],
    ...(owners.length === 0 ? ([['Beneficial owners (25% or more)', 'None']] as const) : []),
  ]);
  const rows = owners.map(({ name, percent }) => [
    textCell(name || notProvided, 'Row'),
    textCell(`${percent}%`),
  ]);
  const head = headRow('Beneficial owner (25% or more)', certificationWords.share);
  const table = owners.length === 0 ? [] : [head, ...rows];
  const height = leastTableHeight(position, [...lines, ...table], questionShares);
  drawHeading(position, 'h2', 'Certification of beneficial owners', height);
  drawTable(position, lines, { shares: questionShares });
  if (owners.length > 0) drawTable(position, table, { shares: questionShares });
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

function drawDocuments(position: Position, { documents }: EvidencePackage): void {
  const title = 'Supporting documents';
  if (documents.length === 0) drawSection(position, 'h2', title, rowsOf([['Documents', 'None']]));
  else drawRecords(position, title, documents.map(documentRecord));
}

const fileTypes: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
};

function documentRecord(packaged: EvidencePackage['documents'][number]): LabeledRecord {
  const format = fileTypes[packaged.contentType] ?? packaged.contentType;
  return {
    title: packaged.fileName,
    short: [
      ['Type', inWords(packaged.documentType)],
      ['Format and size', `${format}, ${packaged.size.toLocaleString('en-US')} bytes`],
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
  const nameOfText = (key: string) =>
    nameOf(consents.findLast(({ agreement }) => agreement === key) ?? { agreement: key, text: null });
  const head = headRow('No.', 'Date and time', 'Event, reference IDs, and hash');
  const rows = auditTrail.map((event) => eventRow(event, nameOfText));
  drawHeading(position, 'h2', 'Audit trail', 14 * style.leading);
  const small = { ...position, style: smallStyle };
  drawTable(small, rowsOf(lines), { shares: [pageLabelWidth] });
  drawTable(small, [head, ...rows], { shares: [34, 112] });
}

function eventRow(event: PackagedEvent, nameOfText: (agreement: string) => string): Row {
  const { words, references } = eventInWords(event, nameOfText);
  const hash: Line = ['Event hash', event.hash];
  return [
    textCell(`${event.sequence}.`, 'Row'),
    valueCell(utcTime(event.createDateTime)),
    { pieces: [textPiece(words), ...[...references, hash].flatMap(referencePieces)] },
  ];
}

/** Returns a reference on a line of its own, in small type. */
const referencePieces = ([label, value]: Line): readonly Piece[] => [
  { text: `\n${label}: `, face: 'regular', size: machineSize },
  { ...machinePiece(value ?? ''), size: machineSize },
];
