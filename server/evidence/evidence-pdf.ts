/** Prints the evidence of an application as a self-contained PDF, in which every label has a value. */

import type { Certification } from '../../form/state/consents.ts';
import { drawMarkdown } from '../pdf/draw-markdown.ts';
import { drawHeading, drawParagraph, drawTable } from '../pdf/draw-text.ts';
import { undrawable } from '../pdf/drawable-markdown.ts';
import { namedLetter } from '../pdf/fonts.ts';
import { letterDocument, type Position } from '../pdf/letter-document.ts';
import { agreementTokens, escaped } from '../programs/agreement-text.ts';
import { certificationWords } from '../programs/certification.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import type { AgreedText, EvidencePackage, PackagedConsent, PackagedEvent } from './evidence-package.ts';

/** The text for a missing value, the same as in the page's review. */
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
  const { application, consents, ownership } = evidence;
  const title = `Evidence of application ${application.referenceNumber ?? application.id}`;
  const about = {
    title,
    author: application.provider.fullName,
    creator: application.program.name,
    date: new Date(evidence.createDateTime),
    fonts: 'embedded' as const,
    lacking: namedLetter,
  };
  const { bytes } = await letterDocument(about, (position) => {
    drawHeading(position, 'h1', title);
    drawApplication(position, evidence);
    drawAnswers(position, evidence);
    drawOwnership(position, ownership);
    drawConsents(position, consents);
    drawDocuments(position, evidence);
    drawTrail(position, evidence);
    for (const consent of consents) drawText(position, consent, ownership);
  });
  return bytes;
}

/** Draws each label and its value as one paragraph. Semicolons replace the line breaks of a value. */
function drawLines(position: Position, lines: readonly Line[]): void {
  for (const [label, value] of lines) {
    const shown = (value ?? '').split('\n').filter(Boolean).join('; ') || notProvided;
    const isHash = /^[0-9a-f]{64}$/.test(shown);
    drawParagraph(position, [
      { text: `${label}: `, face: 'bold', size },
      { text: shown, face: 'regular', size: isHash ? hashSize : size },
    ]);
  }
}

/** Returns a time in UTC, to the second. */
function utcTime(dateTime: string | null): string | null {
  return dateTime && `${dateTime.slice(0, 19).replace('T', ' ')} UTC`;
}

function drawApplication(position: Position, evidence: EvidencePackage): void {
  const { application, statuses, createDateTime } = evidence;
  drawLines(position, [
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
  drawHeading(position, 'h2', 'Statuses');
  for (const { status, dateTime } of statuses) drawLines(position, [[status, utcTime(dateTime)]]);
}

function drawAnswers(position: Position, { answers }: EvidencePackage): void {
  drawHeading(position, 'h2', 'Answers as they were reviewed');
  for (const { title, rows } of answers) {
    drawHeading(position, 'h3', title);
    for (const { label, text } of rows) drawLines(position, [[label, text]]);
  }
}

function drawOwnership(position: Position, { certifier, owners }: Certification): void {
  drawHeading(position, 'h2', 'Ownership as it was certified');
  drawLines(position, [
    ['Certified by', certifier.name],
    ['Title', certifier.title],
    ...(owners.length === 0 ? ([['Owners of 25% or more', 'None']] as const) : []),
  ]);
  if (owners.length === 0) return;
  drawTable(position, [
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

function drawConsents(position: Position, consents: readonly PackagedConsent[]): void {
  drawHeading(position, 'h2', 'Consents');
  for (const consent of consents) {
    drawHeading(position, 'h3', nameOf(consent));
    drawLines(position, [
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

function drawDocuments(position: Position, { documents }: EvidencePackage): void {
  drawHeading(position, 'h2', 'Documents');
  if (documents.length === 0) drawLines(position, [['Documents', null]]);
  for (const packaged of documents) {
    drawHeading(position, 'h3', packaged.fileName);
    drawLines(position, [
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

/** Returns the detail of an event as text: each name with its value, separated by commas. */
function detailOf({ detail }: PackagedEvent): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`)
    .join(', ');
}

function drawTrail(position: Position, evidence: EvidencePackage): void {
  const { auditTrail, auditHead, auditFault } = evidence;
  drawHeading(position, 'h2', 'Audit trail');
  drawLines(position, [
    ['Events', String(auditHead.sequence)],
    ['Hash of the last event', auditHead.hash],
    ['Chain', auditFault ? `Broken at event ${auditFault.sequence}: ${auditFault.kind}` : 'Whole'],
  ]);
  for (const event of auditTrail) {
    const what = [event.type, detailOf(event)].filter(Boolean).join(': ');
    drawParagraph(position, [
      { text: `${event.sequence}. ${utcTime(event.createDateTime)} `, face: 'bold', size: hashSize },
      { text: `${what}. `, face: 'regular', size: hashSize },
      { text: '\n', face: 'regular' },
      { text: event.hash, face: 'regular', size: hashSize - 1 },
    ]);
  }
}

/** Draws the text of a consent on a new page. */
function drawText(position: Position, consent: PackagedConsent, certified: Certification): void {
  position.document.addPage();
  drawHeading(position, 'h2', `Text: ${nameOf(consent)}`);
  const { text, version, sha256 } = consent;
  drawLines(position, [
    ['Version', version],
    ['SHA-256', sha256],
    ['The text still has this hash', text?.hashMatches ? 'Yes' : 'No'],
  ]);
  const tokens = text && tokensOf(text, certified);
  if (!tokens) drawLines(position, [['Text', 'Not kept']]);
  else if (undrawable(tokens).length === 0) drawMarkdown(position, tokens);
  else drawHtmlSource(position, text);
}

/** Draws the HTML source of a text instead of its Markdown, for old texts whose Markdown a PDF cannot show. */
function drawHtmlSource(position: Position, { html }: AgreedText): void {
  drawLines(position, [['The text', 'Its HTML as it was shown, because it cannot be set in a PDF']]);
  for (const line of html.split('\n').filter((one) => one.trim() !== ''))
    drawParagraph(position, [{ text: line.replaceAll('\t', ' '), face: 'regular', size }]);
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
