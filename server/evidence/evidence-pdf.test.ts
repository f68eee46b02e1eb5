import { PDFiumLibrary } from '@hyzyla/pdfium';
import { expect, test } from 'vitest';
import type { EvidencePackage, PackagedConsent } from './evidence-package.ts';
import { evidencePdf } from './evidence-pdf.ts';

const hashOf = (letter: string) => letter.repeat(64);

/** Returns the lines of a PDF in the order of the pages. */
async function linesOf(pdf: Uint8Array): Promise<readonly string[]> {
  const library = await PDFiumLibrary.init();
  const opened = await library.loadDocument(pdf);
  const pages = [...opened.pages()].map((page) => page.getText());
  opened.destroy();
  library.destroy();
  return pages.flatMap((page) => page.replaceAll('\0', '').split(/\s*\r?\n/));
}

const terms: PackagedConsent = {
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

const whole: EvidencePackage = {
  format: 'evidence-package',
  version: 1,
  createDateTime: '2026-12-01T08:00:00.000Z',
  application: {
    id: '11111111-2222-4333-8444-555555555555',
    referenceNumber: 'ABCD-EFGH',
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

/** Returns the lines of the evidence's PDF from `first` up to `end`, or up to the last line, without page numbers. */
async function linesBetween(
  evidence: EvidencePackage,
  first: string,
  end?: string,
): Promise<readonly string[]> {
  const lines = (await linesOf(await evidencePdf(evidence))).filter((line) => !/^Page \d/.test(line));
  return lines.slice(lines.indexOf(first), end === undefined ? undefined : lines.indexOf(end));
}

const certified = (owners: EvidencePackage['ownership']['owners'], title = 'Owner'): EvidencePackage => ({
  ...whole,
  ownership: { certifier: { name: 'Dana *Whitfield*', title }, owners },
  consents: [
    {
      ...terms,
      text: terms.text && { ...terms.text, markdown: 'I certify.\n\n{certification}\n\nThe end.' },
    },
  ],
});

test('the PDF prints every value of the package behind its label', async () => {
  expect(await linesOf(await evidencePdf(whole))).toEqual([
    'Evidence of application ABCD-EFGH',
    'Reference number: ABCD-EFGH',
    'Application: 11111111-2222-4333-8444-555555555555',
    'Program: Larkspur Card (larkspur)',
    'Store: store-17',
    'Provider: Larkspur Bank, N.A. (bank-1)',
    'Status: submitted',
    'Begun: 2026-11-24 09:00:01 UTC',
    'Submitted: 2026-11-24 09:30:02 UTC',
    'This document made: 2026-12-01 08:00:00 UTC',
    'Statuses',
    'draft: 2026-11-24 09:00:01 UTC',
    'submitted: 2026-11-24 09:30:02 UTC',
    'Answers as they were reviewed',
    'Business',
    'Address: 8111 Lyndale Ave S; Bloomington, MN 55420',
    'Website: Not provided',
    'Ownership as it was certified',
    'Certified by: Dana Whitfield',
    'Title: Owner',
    'Owner of 25% or more Share of the business',
    'Dana Whitfield 60%',
    'Not provided 40%',
    'Consents',
    'Terms and conditions',
    'Agreement: terms',
    'Version: 2026-11-23',
    `SHA-256 of the text: ${hashOf('a')}`,
    'Answer: Agreed',
    'Page 1 of 3',
    'Opened: 2026-11-24 09:10:11 UTC',
    'Answered: 2026-11-24 09:11:12 UTC',
    'Void since: 2026-11-24 09:12:13 UTC',
    'Signed by: Dana Whitfield',
    'IP address: 192.0.2.7',
    'Browser: Firefox',
    'Documents',
    'articles.pdf',
    'Document: 66666666-2222-4333-8444-555555555555',
    'Type: articles',
    'Content: application/pdf, 1234 bytes',
    `SHA-256 of the file: ${hashOf('b')}`,
    `SHA-256 of the file as it came: ${hashOf('c')}`,
    'Received: 2026-11-24 09:20:03 UTC',
    'Added after the submission: Yes',
    'Audit trail',
    'Events: 2',
    `Hash of the last event: ${hashOf('e')}`,
    'Chain: Whole',
    '1. 2026-11-24 09:00:01 UTC created.',
    hashOf('d'),
    '2. 2026-11-24 09:30:02 UTC submitted: status submitted, ids one two.',
    hashOf('e'),
    'Page 2 of 3',
    'Text: Terms and conditions',
    'Version: 2026-11-23',
    `SHA-256: ${hashOf('a')}`,
    'The text still has this hash: Yes',
    'Pay Larkspur Card on time.',
    'Page 3 of 3',
  ]);
});

test('the PDF says in words if something is missing, refused or broken', async () => {
  const unread: PackagedConsent = {
    ...terms,
    agreed: false,
    openDateTime: null,
    voidDateTime: null,
    signerName: '',
    text: null,
  };
  const [document] = whole.documents;
  const poor: EvidencePackage = {
    ...whole,
    application: { ...whole.application, referenceNumber: null, submittedDateTime: null },
    ownership: { certifier: { name: '', title: '' }, owners: [] },
    consents: [
      { ...unread, agreement: 'share-information' },
      { ...unread, agreement: 'affiliates' },
      unread,
      { ...terms, text: terms.text && { ...terms.text, hashMatches: false } },
    ],
    documents: document ? [{ ...document, originalSha256: null, addedAfterSubmission: false }] : [],
    auditFault: { kind: 'cut_off', sequence: 3 },
  };
  const lines = await linesBetween(poor, 'Reference number: Not provided');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Submitted: Not provided',
      'Sharing of information',
      'Sharing with affiliates',
      'SHA-256 of the file as it came: Not provided',
      'Added after the submission: No',
      'Chain: Broken at event 3: cut_off',
    ]),
  );
  const ownership = lines.slice(lines.indexOf('Ownership as it was certified'), lines.indexOf('Consents'));
  expect(ownership.slice(1)).toEqual([
    'Certified by: Not provided',
    'Title: Not provided',
    'Owners of 25% or more: None',
  ]);
  const refused = lines.slice(lines.indexOf('terms'), lines.indexOf('Terms and conditions'));
  expect(refused).toEqual(
    expect.arrayContaining([
      'Answer: Not agreed',
      'Opened: Shown on the screen where it was answered',
      'Void since: Not void',
      'Signed by: Not provided',
    ]),
  );
  expect(lines.slice(lines.indexOf('Text: terms') + 1).filter((line) => !line.includes('SHA'))).toEqual([
    'Version: 2026-11-23',
    'The text still has this hash: No',
    'Text: Not kept',
    'Text: Terms and conditions',
    'Version: 2026-11-23',
    'The text still has this hash: No',
    'Pay Larkspur Card on time.',
  ]);
  expect(await linesBetween({ ...whole, documents: [] }, 'Documents', 'Audit trail')).toEqual([
    'Documents',
    'Documents: Not provided',
  ]);
});

test('the PDF prints the certified people where the agreement names them, as they were entered', async () => {
  const owners = [
    { name: 'Dana *Whitfield*', percent: 60 },
    { name: 'Ned <Foxglove>', percent: 40 },
  ];
  const end = 'The text still has this hash: Yes';
  expect((await linesBetween(certified(owners), end)).slice(1)).toEqual([
    'I certify.',
    'Controlling party: Dana *Whitfield*, Owner',
    'Beneficial owners',
    'Name Share of the business',
    'Dana *Whitfield* 60%',
    'Ned <Foxglove> 40%',
    'The end.',
  ]);
  expect((await linesBetween(certified([], ''), end)).slice(1)).toEqual([
    'I certify.',
    'Controlling party: Dana *Whitfield*',
    'Beneficial owners: the application lists none.',
    'The end.',
  ]);
});

test('the PDF prints the HTML of a text that it cannot lay out, line by line', async () => {
  const text = terms.text && {
    ...terms.text,
    markdown: 'You ~~may~~ must pay.',
    html: '<p>You\t<s>may</s> must\tpay.</p>\n \n<p>Second.</p>\n',
  };
  const lines = await linesBetween(
    { ...whole, consents: [{ ...terms, text }] },
    'The text still has this hash: Yes',
  );
  expect(lines.slice(1)).toEqual([
    'The text: Its HTML as it was shown, because it cannot be set in a PDF',
    '<p>You <s>may</s> must pay.</p>',
    '<p>Second.</p>',
  ]);
});

test('the PDF has heading levels, a title, the bank, the program and the time', async () => {
  const text = terms.text && { ...terms.text, markdown: '## Fees\n\nNone.' };
  const pdf = await evidencePdf({ ...whole, consents: [{ ...terms, text }] });
  const source = Buffer.from(pdf).toString('latin1');
  expect([...source.matchAll(/\/S \/H(\d)/g)].map(([, rank]) => rank).join(' ')).toBe(
    '1 2 2 3 2 2 3 2 3 2 2 3',
  );
  expect(source).toContain('(Evidence of application ABCD-EFGH)');
  expect(source).toContain('(Larkspur Bank, N.A.)');
  expect(source).toContain('(Larkspur Card)');
  expect(source).toContain('(D:20261201080000Z)');
  expect(source).toContain('/FontFile2');
});
