/** The evidence of an application as a PDF that a reader with nothing else can follow; every label has a value. */
import type { Certification } from '../../form/changes.ts';
import { agreementTokens, escaped } from '../agreements/agreement-text.ts';
import { certificationWords } from '../agreements/certification.ts';
import { drawMarkdown, undrawable } from '../pdf/draw-markdown.ts';
import { drawHeading, drawParagraph, drawTable, type Piece, type Place } from '../pdf/draw-text.ts';
import { namedLetter } from '../pdf/fonts.ts';
import { type Document, letterDocument, margin } from '../pdf/letter-document.ts';
import type { AgreedText, EvidencePackage, PackagedConsent, PackagedEvent } from './evidence-package.ts';

/** Stands where there is no value. */
export const notProvided = 'Not provided';

const size = 9.5;
/** At which 64 hexadecimal digits stand on one line. */
const hashSize = 8;

type Line = readonly [label: string, value: string | null];

const sectionNames: Readonly<Record<string, string>> = {
  'share-information': 'Sharing of information',
  affiliates: 'Sharing with affiliates',
};

/** Draws the package on US letter pages, tagged for screen readers, its fonts embedded. */
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
    const place: Place = { left: margin, parent: root, lacking: namedLetter };
    drawHeading(document, place, 'h1', title);
    drawApplication(document, place, evidence);
    drawAnswers(document, place, evidence);
    drawOwnership(document, place, evidence.ownership);
    drawConsents(document, place, evidence.consents);
    drawDocuments(document, place, evidence);
    drawTrail(document, place, evidence);
    for (const consent of evidence.consents) drawText(document, place, consent, evidence.ownership);
  });
  return bytes;
}

/** A label with its value on the same line; the parts of a value that has several lines one after the other. */
function drawLines(document: Document, place: Place, lines: readonly Line[]): void {
  for (const [label, value] of lines) {
    const shown = (value ?? '').split('\n').filter(Boolean).join('; ') || notProvided;
    const isHash = /^[0-9a-f]{64}$/.test(shown);
    drawParagraph(document, place, [
      { text: `${label}: `, face: 'bold', size },
      { text: shown, face: 'regular', size: isHash ? hashSize : size },
    ]);
  }
}

/** A moment, to the second, in UTC. */
function moment(dateTime: string | null): string | null {
  return dateTime && `${dateTime.slice(0, 19).replace('T', ' ')} UTC`;
}

function drawApplication(document: Document, place: Place, evidence: EvidencePackage): void {
  const { application, statuses, createDateTime } = evidence;
  drawLines(document, place, [
    ['Reference number', application.referenceNumber],
    ['Application', application.id],
    ['Program', `${application.program.name} (${application.program.domainKey})`],
    ['Store', application.storeId],
    ['Provider', `${application.provider.fullName} (${application.provider.providerId})`],
    ['Status', application.status],
    ['Begun', moment(application.createDateTime)],
    ['Submitted', moment(application.submittedDateTime)],
    ['This document made', moment(createDateTime)],
  ]);
  drawHeading(document, place, 'h2', 'Statuses');
  drawLines(
    document,
    place,
    statuses.map(({ status, dateTime }) => [status, moment(dateTime)]),
  );
}

function drawAnswers(document: Document, place: Place, { answers }: EvidencePackage): void {
  drawHeading(document, place, 'h2', 'Answers as they were reviewed');
  for (const { title, rows } of answers) {
    drawHeading(document, place, 'h3', title);
    drawLines(
      document,
      place,
      rows.map(({ label, text }) => [label, text]),
    );
  }
}

function drawOwnership(document: Document, place: Place, { certifier, owners }: Certification): void {
  drawHeading(document, place, 'h2', 'Ownership as it was certified');
  drawLines(document, place, [
    ['Certified by', certifier.name],
    ['Title', certifier.title],
    ...(owners.length === 0 ? ([['Owners of 25% or more', 'None']] as const) : []),
  ]);
  if (owners.length === 0) return;
  drawTable(document, place, [
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

function drawConsents(document: Document, place: Place, consents: readonly PackagedConsent[]): void {
  drawHeading(document, place, 'h2', 'Consents');
  for (const consent of consents) {
    drawHeading(document, place, 'h3', nameOf(consent));
    drawLines(document, place, [
      ['Agreement', consent.agreement],
      ['Version', consent.version],
      ['SHA-256 of the text', consent.sha256],
      ['Answer', consent.agreed ? 'Agreed' : 'Not agreed'],
      ['Opened', moment(consent.openDateTime) ?? 'Shown on the screen where it was answered'],
      ['Answered', moment(consent.agreedDateTime)],
      ['Void since', moment(consent.voidDateTime) ?? 'Not void'],
      ['Signed by', consent.signerName],
      ['IP address', consent.ip],
      ['Browser', consent.userAgent],
    ]);
  }
}

function drawDocuments(document: Document, place: Place, { documents }: EvidencePackage): void {
  drawHeading(document, place, 'h2', 'Documents');
  if (documents.length === 0) drawLines(document, place, [['Documents', null]]);
  for (const paper of documents) {
    drawHeading(document, place, 'h3', paper.fileName);
    drawLines(document, place, [
      ['Document', paper.id],
      ['Type', paper.documentType],
      ['Content', `${paper.contentType}, ${paper.size} bytes`],
      ['SHA-256 of the file', paper.sha256],
      ['Received', moment(paper.createDateTime)],
      ['Added after the submission', paper.addedAfterSubmission ? 'Yes' : 'No'],
    ]);
  }
}

/** What an event says beside its type: names and ids, one after the other. */
function detailOf({ detail }: PackagedEvent): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`)
    .join(', ');
}

function drawTrail(document: Document, place: Place, evidence: EvidencePackage): void {
  const { auditTrail, auditHead, auditFault } = evidence;
  drawHeading(document, place, 'h2', 'Audit trail');
  drawLines(document, place, [
    ['Events', String(auditHead.sequence)],
    ['Hash of the last event', auditHead.hash],
    ['Chain', auditFault ? `Broken at event ${auditFault.sequence}: ${auditFault.kind}` : 'Whole'],
  ]);
  for (const event of auditTrail) {
    const what = [event.type, detailOf(event)].filter(Boolean).join(': ');
    const lines: readonly Piece[] = [
      { text: `${event.sequence}. ${moment(event.createDateTime)} `, face: 'bold', size: hashSize },
      { text: `${what}. `, face: 'regular', size: hashSize },
      { text: '\n', face: 'regular' },
      { text: event.hash, face: 'regular', size: hashSize - 1 },
    ];
    drawParagraph(document, place, lines);
  }
}

/** The text itself, from a page of its own on. */
function drawText(
  document: Document,
  place: Place,
  consent: PackagedConsent,
  certified: Certification,
): void {
  document.addPage();
  drawHeading(document, place, 'h2', `Text: ${nameOf(consent)}`);
  const { text, version, sha256 } = consent;
  drawLines(document, place, [
    ['Version', version],
    ['SHA-256', sha256],
    ['The text still has this hash', text?.hashMatches ? 'Yes' : 'No'],
  ]);
  if (text) drawWords(document, place, text, certified);
  else drawLines(document, place, [['Text', 'Not kept']]);
}

function drawWords(document: Document, place: Place, text: AgreedText, certified: Certification): void {
  const tokens = tokensOf(text, certified);
  if (undrawable(tokens).length === 0) drawMarkdown(document, place, tokens);
  else drawAsItIs(document, place, text);
}

/** A text of a time when more could be agreed to than a PDF can set stands here letter by letter. */
function drawAsItIs(document: Document, place: Place, { html }: AgreedText): void {
  drawLines(document, place, [['The text', 'Its HTML as it was shown, because it cannot be set in a PDF']]);
  for (const line of html.split('\n').filter((one) => one.trim() !== ''))
    drawParagraph(document, place, [{ text: line.replaceAll('\t', ' '), face: 'regular', size }]);
}

function tokensOf({ title, markdown, placeholders }: AgreedText, certified: Certification) {
  const body = markdown.replace('{certification}', () => certificationMarkdown(certified));
  return agreementTokens({ title, version: '', body }, placeholders, 3);
}

/** The certified people in the words of the agreement's HTML, in a form that a PDF can be made of. */
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
