/** Draws the first page of the evidence PDF: who applied and when, the responses to agreements, and the integrity checks. */
import { type Row, textCell } from '../pdf/draw-table.ts';
import { drawHeading } from '../pdf/draw-text.ts';
import type { Position } from '../pdf/letter-document.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import { inWords } from './event-words.ts';
import {
  brokenAt,
  drawSection,
  hashPiece,
  headRow,
  type Line,
  nameOf,
  rowsOf,
  utcTime,
  valueCell,
} from './evidence-layout.ts';
import type { EvidencePackage, PackagedConsent } from './evidence-package.ts';

/** Draws four tables: the application, its dates and status, the responses to agreements, and the integrity checks. */
export function drawSummary(position: Position, evidence: EvidencePackage): void {
  drawHeading(position, 'h2', 'Summary');
  drawSection(position, 'h3', 'Application', rowsOf(applicationLines(evidence)));
  drawSection(position, 'h3', 'Dates and status', rowsOf(dateLines(evidence)));
  const versions = [
    headRow('Agreement and SHA-256 hash', 'Version', 'Response date', 'Response'),
    ...evidence.consents.map(versionRow),
  ];
  drawSection(position, 'h3', 'Responses to agreements', versions, [284, 76, 80]);
  drawSection(position, 'h3', 'Integrity checks', rowsOf(checkLines(evidence)));
}

function applicationLines({ application, ownership: { certifier } }: EvidencePackage): readonly Line[] {
  return [
    ['Business', application.businessName],
    ['Applicant', [certifier.name, certifier.title].filter(Boolean).join(', ')],
    ['Card program', application.program.name],
    ['Store number', application.storeId],
    ['Bank', application.provider.fullName],
    ['Reference number', application.referenceNumber],
    ['Application ID', application.id],
  ];
}

function dateLines({ application, statuses, createDateTime }: EvidencePackage): readonly Line[] {
  const { status: current } = application;
  const history = statuses.map(({ status, dateTime }) => `${inWords(status)}: ${utcTime(dateTime)}`);
  return [
    ['Started', utcTime(application.createDateTime)],
    ['Submitted', utcTime(application.submittedDateTime)],
    ['Current status', current === 'pending' ? 'Pending: waiting for a document' : inWords(current)],
    ['Status history', history.join('\n')],
    ['Record generated', utcTime(createDateTime)],
  ];
}

/** Returns a row for a text that was agreed to or refused, with its version and hash. */
function versionRow(consent: PackagedConsent): Row {
  const name = { text: `${nameOf(consent)}\n`, face: 'bold' } as const;
  return [
    { pieces: [name, hashPiece(consent.sha256)], heads: 'Row' },
    textCell(consent.version),
    valueCell(utcTime(consent.agreedDateTime)),
    textCell(answerOf(consent)),
  ];
}

function answerOf({ agreed, voidDateTime }: PackagedConsent): string {
  if (voidDateTime) return 'Voided';
  return agreed ? 'Agreed' : 'Not agreed';
}

/** Returns how each part of the evidence was verified when the PDF was generated, and the results. */
function checkLines({ consents, documents, auditTrail, auditFault }: EvidencePackage): readonly Line[] {
  const listed = `${defaultCopy.counted(documents.length, 'document')}, each listed with its SHA-256 hash`;
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
        : `Intact. Each of the ${auditTrail.length} events includes the hash of the event before it. We recomputed every hash ` +
          'with the audit trail’s key. No event was changed, added, or removed.',
    ],
    ['Documents', documents.length === 0 ? 'None' : listed],
  ];
}
