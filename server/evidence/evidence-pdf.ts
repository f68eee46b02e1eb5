/** Prints the evidence of an application as a self-contained PDF. Every label has a value. */

import type { Certification } from '../../form/state/consents.ts';
import { drawMarkdown } from '../pdf/draw-markdown.ts';
import { drawHeading, drawParagraph, drawTable, type Piece, type Position } from '../pdf/draw-text.ts';
import { undrawable } from '../pdf/drawable-markdown.ts';
import { namedLetter } from '../pdf/fonts.ts';
import { type Document, letterDocument, margin } from '../pdf/letter-document.ts';
import { agreementTokens, escaped } from '../programs/agreement-text.ts';
import { certificationWords } from '../programs/certification.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import type { AgreedText, EvidencePackage, PackagedConsent, PackagedEvent } from './evidence-package.ts';

/** The text for a missing value, as in the page's review. */
export const notProvided = defaultCopy.review.notProvided;

const size = 9.5;
/** The font size at which 64 hexadecimal digits fit on one line. */
const hashSize = 8;

type Line = readonly [label: string, value: string | null];

const sectionNames: Readonly<Record<string, string>> = {
  'share-information': 'Sharing of information',
  affiliates: 'Sharing with affiliates',
};

/** Returns the package as a PDF on US letter pages, tagged for screen readers, with embedded fonts. */
export async function evidencePdf(evidence: EvidencePackage): Promise<Uint8Array> {
  const { application, createDateTime } = evidence;
  const title = `Evidence of application ${application.referenceNumber ?? application.id}`;
  const about = {
    title,
    author: application.provider.fullName,
    creator: application.program.name,
    date: new Date(createDateTime),
    fonts: 'embedded' as const,
  };
  const { bytes } = await letterDocument(about, (document, root) => {
    const position: Position = { left: margin, parent: root, lacking: namedLetter };
    drawHeading(document, position, 'h1', title);
    drawApplication(document, position, evidence);
    drawAnswers(document, position, evidence);
    drawOwnership(document, position, evidence.ownership);
    drawConsents(document, position, evidence.consents);
    drawDocuments(document, position, evidence);
    drawTrail(document, position, evidence);
    for (const consent of evidence.consents) drawText(document, position, consent, evidence.ownership);
  });
  return bytes;
}

/** Draws each label with its value on the same line. The lines of a value are joined with semicolons. */
function drawLines(document: Document, position: Position, lines: readonly Line[]): void {
  for (const [label, value] of lines) {
    const shown = (value ?? '').split('\n').filter(Boolean).join('; ') || notProvided;
    const isHash = /^[0-9a-f]{64}$/.test(shown);
    drawParagraph(document, position, [
      { text: `${label}: `, face: 'bold', size },
      { text: shown, face: 'regular', size: isHash ? hashSize : size },
    ]);
  }
}

/** Returns a time in UTC, to the second. */
function utcTime(dateTime: string | null): string | null {
  return dateTime && `${dateTime.slice(0, 19).replace('T', ' ')} UTC`;
}

function drawApplication(document: Document, position: Position, evidence: EvidencePackage): void {
  const { application, statuses, createDateTime } = evidence;
  drawLines(document, position, [
    ['Reference number', application.referenceNumber],
    ['Application', application.id],
    ['Program', `${application.program.name} (${application.program.domainKey})`],
    ['Store', application.storeId],
    ['Provider', `${application.provider.fullName} (${application.provider.providerId})`],
    ['Status', application.status],
    ['Begun', utcTime(application.createDateTime)],
    ['Submitted', utcTime(application.submittedDateTime)],
    ['This document made', utcTime(createDateTime)],
  ]);
  drawHeading(document, position, 'h2', 'Statuses');
  drawLines(
    document,
    position,
    statuses.map(({ status, dateTime }) => [status, utcTime(dateTime)]),
  );
}

function drawAnswers(document: Document, position: Position, { answers }: EvidencePackage): void {
  drawHeading(document, position, 'h2', 'Answers as they were reviewed');
  for (const { title, rows } of answers) {
    drawHeading(document, position, 'h3', title);
    drawLines(
      document,
      position,
      rows.map(({ label, text }) => [label, text]),
    );
  }
}

function drawOwnership(document: Document, position: Position, { certifier, owners }: Certification): void {
  drawHeading(document, position, 'h2', 'Ownership as it was certified');
  drawLines(document, position, [
    ['Certified by', certifier.name],
    ['Title', certifier.title],
    ...(owners.length === 0 ? ([['Owners of 25% or more', 'None']] as const) : []),
  ]);
  if (owners.length === 0) return;
  drawTable(document, position, [
    [
      { text: 'Owner of 25% or more', heads: 'Column' },
      { text: certificationWords.share, heads: 'Column' },
    ],
    ...owners.map(({ name, percent }) => [
      { text: name || notProvided, heads: 'Row' as const },
      { text: `${percent}%` },
    ]),
  ]);
}

function nameOf({ agreement, text }: PackagedConsent): string {
  return text?.title ?? sectionNames[agreement] ?? agreement;
}

function drawConsents(document: Document, position: Position, consents: readonly PackagedConsent[]): void {
  drawHeading(document, position, 'h2', 'Consents');
  for (const consent of consents) {
    drawHeading(document, position, 'h3', nameOf(consent));
    drawLines(document, position, [
      ['Agreement', consent.agreement],
      ['Version', consent.version],
      ['SHA-256 of the text', consent.sha256],
      ['Answer', consent.agreed ? 'Agreed' : 'Not agreed'],
      ['Opened', utcTime(consent.openDateTime) ?? 'Shown on the screen where it was answered'],
      ['Answered', utcTime(consent.agreedDateTime)],
      ['Void since', utcTime(consent.voidDateTime) ?? 'Not void'],
      ['Signed by', consent.signerName],
      ['IP address', consent.ip],
      ['Browser', consent.userAgent],
    ]);
  }
}

function drawDocuments(document: Document, position: Position, { documents }: EvidencePackage): void {
  drawHeading(document, position, 'h2', 'Documents');
  if (documents.length === 0) drawLines(document, position, [['Documents', null]]);
  for (const packaged of documents) {
    drawHeading(document, position, 'h3', packaged.fileName);
    drawLines(document, position, [
      ['Document', packaged.id],
      ['Type', packaged.documentType],
      ['Content', `${packaged.contentType}, ${packaged.size} bytes`],
      ['SHA-256 of the file', packaged.sha256],
      ['SHA-256 of the file as it came', packaged.originalSha256],
      ['Received', utcTime(packaged.createDateTime)],
      ['Added after the submission', packaged.addedAfterSubmission ? 'Yes' : 'No'],
    ]);
  }
}

/** Returns the detail of an event: names and values, separated by commas. */
function detailOf({ detail }: PackagedEvent): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`)
    .join(', ');
}

function drawTrail(document: Document, position: Position, evidence: EvidencePackage): void {
  const { auditTrail, auditHead, auditFault } = evidence;
  drawHeading(document, position, 'h2', 'Audit trail');
  drawLines(document, position, [
    ['Events', String(auditHead.sequence)],
    ['Hash of the last event', auditHead.hash],
    ['Chain', auditFault ? `Broken at event ${auditFault.sequence}: ${auditFault.kind}` : 'Whole'],
  ]);
  for (const event of auditTrail) {
    const what = [event.type, detailOf(event)].filter(Boolean).join(': ');
    const lines: readonly Piece[] = [
      { text: `${event.sequence}. ${utcTime(event.createDateTime)} `, face: 'bold', size: hashSize },
      { text: `${what}. `, face: 'regular', size: hashSize },
      { text: '\n', face: 'regular' },
      { text: event.hash, face: 'regular', size: hashSize - 1 },
    ];
    drawParagraph(document, position, lines);
  }
}

/** Draws the text itself, starting on a new page. */
function drawText(
  document: Document,
  position: Position,
  consent: PackagedConsent,
  certified: Certification,
): void {
  document.addPage();
  drawHeading(document, position, 'h2', `Text: ${nameOf(consent)}`);
  const { text, version, sha256 } = consent;
  drawLines(document, position, [
    ['Version', version],
    ['SHA-256', sha256],
    ['The text still has this hash', text?.hashMatches ? 'Yes' : 'No'],
  ]);
  if (text) drawAgreedText(document, position, text, certified);
  else drawLines(document, position, [['Text', 'Not kept']]);
}

function drawAgreedText(
  document: Document,
  position: Position,
  text: AgreedText,
  certified: Certification,
): void {
  const tokens = tokensOf(text, certified);
  if (undrawable(tokens).length === 0) drawMarkdown(document, position, tokens);
  else drawHtmlSource(document, position, text);
}

/** Draws the HTML source of an old text whose Markdown a PDF cannot lay out. */
function drawHtmlSource(document: Document, position: Position, { html }: AgreedText): void {
  drawLines(document, position, [
    ['The text', 'Its HTML as it was shown, because it cannot be set in a PDF'],
  ]);
  for (const line of html.split('\n').filter((one) => one.trim() !== ''))
    drawParagraph(document, position, [{ text: line.replaceAll('\t', ' '), face: 'regular', size }]);
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
