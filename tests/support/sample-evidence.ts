/** A sample of an application's evidence, and the lines of its PDF. */
import type { AgreedText, EvidencePackage, PackagedConsent } from '../../server/evidence/evidence-package.ts';
import { evidencePdf } from '../../server/evidence/evidence-pdf.ts';
import { pageTexts } from './pdf-text.ts';

export const hashOf = (letter: string) => letter.repeat(64);

export const terms: PackagedConsent & { readonly text: AgreedText } = {
  id: '77777777-2222-4333-8444-555555555555',
  agreement: 'terms',
  version: '2026-11-23',
  sha256: hashOf('a'),
  agreed: true,
  openDateTime: '2026-11-24T09:10:11.123Z',
  agreedDateTime: '2026-11-24T09:11:12.123Z',
  voidDateTime: '2026-11-24T09:12:13.123Z',
  signerName: 'Dana Whitfield',
  ip: '192.0.2.7',
  userAgent: 'Firefox',
  text: {
    title: 'Terms and conditions',
    html: '<p>Pay on time.</p>\n',
    markdown: 'Pay {programName} on time.',
    placeholders: {
      programName: 'Larkspur Card',
      providerName: 'Larkspur',
      providerFullName: 'Larkspur Bank, N.A.',
      termsUrl: 'https://bank.example/terms',
    },
    hashMatches: true,
  },
};

export const whole: EvidencePackage = {
  format: 'evidence-package',
  version: 1,
  createDateTime: '2026-12-01T08:00:00.000Z',
  application: {
    id: '11111111-2222-4333-8444-555555555555',
    referenceNumber: 'ABCD-EFGH',
    businessName: 'Foxglove Lawn Care LLC',
    status: 'submitted',
    createDateTime: '2026-11-24T09:00:01.123Z',
    submittedDateTime: '2026-11-24T09:30:02.123Z',
    storeId: 'store-17',
    program: { domainKey: 'larkspur', name: 'Larkspur Card' },
    provider: { providerId: 'bank-1', name: 'Larkspur', fullName: 'Larkspur Bank, N.A.' },
  },
  statuses: [
    { status: 'draft', dateTime: '2026-11-24T09:00:01.123Z' },
    { status: 'submitted', dateTime: '2026-11-24T09:30:02.123Z' },
  ],
  answers: [
    {
      title: 'Business',
      rows: [
        { label: 'Address', text: '8111 Lyndale Ave S\n\nBloomington, MN 55420' },
        { label: 'Website', text: null },
      ],
    },
  ],
  ownership: {
    certifier: { name: 'Dana Whitfield', title: 'Owner' },
    owners: [
      { name: 'Dana Whitfield', percent: 60 },
      { name: '', percent: 40 },
    ],
  },
  consents: [terms],
  documents: [
    {
      id: '66666666-2222-4333-8444-555555555555',
      documentType: 'articles',
      fileName: 'articles.pdf',
      contentType: 'application/pdf',
      size: 1234,
      sha256: hashOf('b'),
      originalSha256: hashOf('c'),
      createDateTime: '2026-11-24T09:20:03.123Z',
      addedAfterSubmission: true,
    },
  ],
  auditTrail: [
    {
      sequence: 1,
      type: 'created',
      detail: {},
      createDateTime: '2026-11-24T09:00:01.123Z',
      previousHash: hashOf('0'),
      hash: hashOf('d'),
    },
    {
      sequence: 2,
      type: 'submitted',
      detail: { status: 'submitted', ids: ['one', 'two'] },
      createDateTime: '2026-11-24T09:30:02.123Z',
      previousHash: hashOf('d'),
      hash: hashOf('e'),
    },
  ],
  auditHead: { sequence: 2, hash: hashOf('e') },
  auditFault: null,
};

/** Returns the sample with one consent, whose text has these changes. */
export function withText(changes: Partial<AgreedText>): EvidencePackage {
  return { ...whole, consents: [{ ...terms, text: { ...terms.text, ...changes } }] };
}

/** Returns whether a line is the header or footer of a page. */
function isRunning(line: string): boolean {
  return (
    / Page \d+ of \d+$/.test(line) || line === 'Larkspur Bank, N.A. Larkspur Card Commercial Credit Card'
  );
}

/** Returns the lines of the evidence's PDF in the order of the pages. */
export async function linesOf(evidence: EvidencePackage): Promise<readonly string[]> {
  const pages = await pageTexts(await evidencePdf(evidence));
  return pages.flatMap((page) => page.split(/\s*\r?\n/));
}

/** Returns the lines of the evidence's PDF from `first` up to `end`, or up to the last line, without page headers and footers. */
export async function linesBetween(
  evidence: EvidencePackage,
  first: string,
  end?: string,
): Promise<readonly string[]> {
  const lines = (await linesOf(evidence)).filter((line) => !isRunning(line));
  return lines.slice(lines.indexOf(first), end === undefined ? undefined : lines.indexOf(end));
}
