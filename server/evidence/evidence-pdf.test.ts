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

/** Returns whether a line is the header or footer of a page. */
function isRunning(line: string): boolean {
  return (
    / Page \d+ of \d+$/.test(line) || line === 'Larkspur Bank, N.A. Larkspur Card Commercial Credit Card'
  );
}

/** Returns the lines of the evidence's PDF from `first` up to `end`, or up to the last line, without page headers and footers. */
async function linesBetween(
  evidence: EvidencePackage,
  first: string,
  end?: string,
): Promise<readonly string[]> {
  const lines = (await linesOf(await evidencePdf(evidence))).filter((line) => !isRunning(line));
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

test('the PDF begins with a page that says who, when, what and how it was verified', async () => {
  const lines = await linesOf(await evidencePdf(whole));
  const checks = lines.indexOf('Integrity checks');
  expect(lines.slice(0, checks)).toEqual([
    'Evidence record for application ABCD-EFGH',
    'Summary',
    'Application',
    'Business Foxglove Lawn Care LLC',
    'Applicant Dana Whitfield, Owner',
    'Card program Larkspur Card',
    'Store number store-17',
    'Bank Larkspur Bank, N.A.',
    'Reference number ABCD-EFGH',
    'Application ID 11111111-2222-4333-8444-555555555555',
    'Dates and status',
    'Started 2026-11-24 09:00:01 UTC',
    'Submitted 2026-11-24 09:30:02 UTC',
    'Current status Submitted',
    'Status history Draft: 2026-11-24 09:00:01 UTC; Submitted: 2026-11-24 09:30:02 UTC',
    'Record generated 2026-12-01 08:00:00 UTC',
    'Responses to agreements',
    'Agreement and SHA-256 hash Version Response date Response',
    'Terms and conditions',
    hashOf('a'),
    '2026-11-23 2026-11-24',
    '09:11:12 UTC',
    'Voided',
  ]);
  expect(lines.slice(checks, lines.indexOf('Application answers')).join(' ')).toBe(
    'Integrity checks Agreement texts 1 of 1 texts match the SHA-256 hashes recorded with the responses. We recomputed each ' +
      'hash from the text that the applicant was shown. The texts are at the end of this record. Audit trail Intact. Each of ' +
      'the 2 events includes the hash of the event before it. We recomputed all hashes with the trail’s key. No event was ' +
      'changed, added, or removed. Documents 1, each listed with its SHA-256 hash Larkspur Bank, N.A. Larkspur Card ' +
      'Commercial Credit Card Evidence record for application ABCD-EFGH Page 1 of 3',
  );
});

test('the PDF prints every value of the package next to its label', async () => {
  expect(await linesBetween(whole, 'Application answers')).toEqual([
    'Application answers',
    'As the applicant reviewed them. Sensitive answers are masked, or shown as “Provided (not shown).”',
    'Business',
    'Address 8111 Lyndale Ave S; Bloomington, MN 55420',
    'Website Not provided',
    'Certification of beneficial owners',
    'Certified by Dana Whitfield',
    'Title Owner',
    'Beneficial owner (25% or more) Share of the business',
    'Dana Whitfield 60%',
    'Not provided 40%',
    'Agreements and consents',
    'Terms and conditions',
    'Version 2026-11-23 Response Agreed',
    'Signed by Dana Whitfield Response date 2026-11-24 09:11:12 UTC',
    'Opened 2026-11-24 09:10:11 UTC Voided 2026-11-24 09:12:13 UTC',
    `SHA-256 of the text ${hashOf('a')}`,
    'IP address 192.0.2.7',
    'Browser Firefox',
    'Supporting documents',
    'articles.pdf',
    'Type Articles Format and size PDF, 1,234 bytes',
    'Received 2026-11-24 09:20:03 UTC Provided After submission',
    'Document ID 66666666-2222-4333-8444-555555555555',
    `SHA-256 as stored ${hashOf('b')}`,
    `SHA-256 as received ${hashOf('c')}`,
    'Audit trail',
    'Number of events 2',
    `Hash of the last event ${hashOf('e')}`,
    'Hash chain Intact',
    'No. Date and time Event, reference IDs, and hash',
    '1. 2026-11-24 09:00:01 UTC Application started',
    hashOf('d'),
    '2. 2026-11-24 09:30:02 UTC Application submitted: status submitted',
    'IDs one, two',
    hashOf('e'),
    'Agreement texts',
    'Terms and conditions',
    'Version 2026-11-23',
    expect.stringMatching(/^SHA-256 a{32}$/),
    hashOf('a').slice(32),
    'Hash check The text matches this hash',
    'Pay Larkspur Card on time.',
  ]);
});

test('the PDF lists consents in the order in which they were answered', async () => {
  const earlier = { ...terms, agreement: 'esign', agreedDateTime: '2026-11-24T09:01:00.000Z', text: null };
  const consents = [terms, earlier];
  const lines = await linesBetween({ ...whole, consents }, 'Agreements and consents', 'Supporting documents');
  expect(lines.filter((line) => /^(Electronic|Terms)/.test(line))).toEqual([
    'Electronic Signature Agreement',
    'Terms and conditions',
  ]);
});

test('the PDF wraps values that are longer than a line', async () => {
  const userAgent = 'Firefox/'.repeat(40);
  const lines = await linesBetween(
    { ...whole, consents: [{ ...terms, userAgent }] },
    'Agreements and consents',
    'Supporting documents',
  );
  const browser = lines.slice(lines.findIndex((line) => line.startsWith('Browser ')));
  expect(browser.length).toBeGreaterThan(2);
  expect(browser.join('').replace('Browser ', '')).toBe(userAgent);
});

test('the PDF has the same bytes each time', async () => {
  const [first, again] = [await evidencePdf(whole), await evidencePdf(whole)];
  expect(Buffer.compare(first, again)).toBe(0);
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
  const lines = await linesBetween(poor, 'Reference number Not provided');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Submitted Not provided',
      'How we share your information',
      'Sharing with affiliates',
      'SHA-256 as received Not provided',
      'Hash chain Broken at event 3: the trail ends before this event',
      'Audit trail Broken at event 3: the trail ends before this event',
    ]),
  );
  const ownership = lines.slice(
    lines.indexOf('Certification of beneficial owners'),
    lines.indexOf('Agreements and consents'),
  );
  expect(ownership.slice(1)).toEqual([
    'Certified by Not provided',
    'Title Not provided',
    'Beneficial owners (25% or more) None',
  ]);
  const consents = lines.slice(lines.indexOf('Agreements and consents'), lines.indexOf('articles.pdf'));
  expect(consents.slice(consents.indexOf('Card Terms'))).toEqual(
    expect.arrayContaining([
      'Version 2026-11-23 Response Not agreed',
      'Signed by Not provided Response date 2026-11-24 09:11:12 UTC',
      'Opened Shown in full on the page Voided No',
    ]),
  );
  const texts = lines.slice(lines.lastIndexOf('Card Terms') + 1);
  expect(texts.filter((line) => !/^SHA-256|^a+$/.test(line))).toEqual([
    'Version 2026-11-23',
    'Hash check Not possible: text no longer stored',
    'Terms and conditions',
    'Version 2026-11-23',
    'Hash check The text does not match this hash',
    'Pay Larkspur Card on time.',
  ]);
  expect(await linesBetween({ ...whole, documents: [] }, 'Supporting documents', 'Audit trail')).toEqual([
    'Supporting documents',
    'Documents None',
  ]);
});

test('the PDF prints the certified people where the agreement names them, as they were entered', async () => {
  const owners = [
    { name: 'Dana *Whitfield*', percent: 60 },
    { name: 'Ned <Foxglove>', percent: 40 },
  ];
  const end = 'Hash check The text matches this hash';
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
    'Hash check The text matches this hash',
  );
  expect(lines.slice(1)).toEqual([
    'Text as HTML: a PDF cannot show its formatting',
    '<p>You <s>may</s> must pay.</p>',
    '<p>Second.</p>',
  ]);
});

test('the PDF has heading levels, a title, the bank, the program and the time', async () => {
  const text = terms.text && { ...terms.text, markdown: '## Fees\n\nNone.' };
  const pdf = await evidencePdf({ ...whole, consents: [{ ...terms, text }] });
  const source = Buffer.from(pdf).toString('latin1');
  expect([...source.matchAll(/\/S \/H(\d)/g)].map(([, rank]) => rank).join(' ')).toBe(
    '1 2 3 3 3 3 2 3 2 2 3 2 3 2 2 3 4',
  );
  expect(source).toContain('(Evidence record for application ABCD-EFGH)');
  expect(source).toContain('(Larkspur Bank, N.A.)');
  expect(source).toContain('(Larkspur Card)');
  expect(source).toContain('(D:20261201080000Z)');
  expect(source).toContain('/FontFile2');
  const bookmarks = [...source.matchAll(/\/Title \(([^)]*)\)/g)].map(([, title]) => title);
  expect(bookmarks).toEqual(
    expect.arrayContaining(['Summary', 'Agreements and consents', 'articles.pdf', 'Agreement texts', 'Fees']),
  );
});

test('the PDF has consents of one moment in the order of the trail', async () => {
  const [first] = whole.auditTrail;
  if (!first) throw new Error('no event');
  const agreed = (sequence: number, agreement: string) => ({
    ...first,
    sequence,
    type: 'agreed',
    detail: { agreement, version: '2026-11-23' },
  });
  const titles = ['How we share your information', 'Sharing with affiliates'];
  const consents = ['affiliates', 'share-information'].map((agreement) => ({
    ...terms,
    agreement,
    text: null,
  }));
  const auditTrail = [first, agreed(2, 'share-information'), agreed(3, 'affiliates')];
  const lines = await linesBetween(
    { ...whole, consents, auditTrail },
    'Responses to agreements',
    'Integrity checks',
  );
  expect(lines.filter((line) => titles.includes(line))).toEqual(titles);
});

const row = { label: 'Trade name or DBA (optional)', text: 'Larkspur' };

test('the texts follow the trail on its page if there is room', async () => {
  const answers = [{ title: 'Business', rows: Array.from({ length: 20 }, () => row) }];
  const lines = await linesOf(await evidencePdf({ ...whole, answers }));
  const trail = lines.slice(lines.indexOf('Audit trail'), lines.indexOf('Agreement texts'));
  expect(trail.length).toBeGreaterThan(5);
  expect(trail.filter((line) => / Page \d of \d$/.test(line))).toEqual([]);
});

test('the applicant’s part is not called You, and an answer is not called optional', async () => {
  const lines = await linesOf(await evidencePdf({ ...whole, answers: [{ title: 'You', rows: [row] }] }));
  expect(lines).toContain('Applicant');
  expect(lines).not.toContain('You');
  expect(lines).toContain('Trade name or DBA Larkspur');
});

test('an event’s number has room on one line, and long names in the header do not overlap', async () => {
  const [first] = whole.auditTrail;
  if (!first) throw new Error('no event');
  const auditTrail = Array.from({ length: 1000 }, (_, at) => ({ ...first, sequence: at + 1 }));
  const provider = { ...whole.application.provider, fullName: `${'Larkspur '.repeat(10)}Bank` };
  const lines = await linesOf(
    await evidencePdf({ ...whole, auditTrail, application: { ...whole.application, provider } }),
  );
  expect(lines).toContain('1000. 2026-11-24 09:00:01 UTC Application started');
  expect(lines).toContain(`${provider.fullName} Larkspur Card Commercial Credit Card`);
});

test('the summary of six agreements is on one page', async () => {
  const names = ['esign', 'terms', 'guarantor', 'controlling-party', 'share-information', 'affiliates'];
  const consents = names.map((agreement) => ({ ...terms, agreement, version: '2026-11-26-ca-2026-11-26' }));
  const statuses = ['draft', 'pending', 'submitted'].map((status) => ({
    status,
    dateTime: terms.agreedDateTime,
  }));
  const lines = await linesOf(await evidencePdf({ ...whole, consents, statuses }));
  const summary = lines.slice(0, lines.indexOf('Application answers'));
  expect(summary.filter((line) => / Page \d+ of \d+$/.test(line))).toHaveLength(1);
});
