import { expect, test } from 'vitest';
import { hashOf, linesBetween, terms, whole, withText } from '../../tests/support/sample-evidence.ts';
import type { EvidencePackage, PackagedConsent } from './evidence-package.ts';
import { evidencePdf } from './evidence-pdf.ts';

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
    `Event hash: ${hashOf('d')}`,
    '2. 2026-11-24 09:30:02 UTC Application submitted: status submitted',
    'IDs: one, two',
    `Event hash: ${hashOf('e')}`,
    'Agreement texts',
    'Terms and conditions',
    'Version 2026-11-23',
    expect.stringMatching(/^SHA-256 a{32}$/),
    hashOf('a').slice(32),
    'Hash check The text matches this hash',
    'Pay Larkspur Card on time.',
  ]);
});

test('the PDF lists consents in the order of the answers, and those of one moment in the order of the trail', async () => {
  const [first] = whole.auditTrail;
  if (!first) throw new Error('no event');
  const agreed = { ...first, type: 'agreed' };
  const auditTrail = ['share-information', 'affiliates', 'esign'].map((agreement) => ({
    ...agreed,
    detail: { agreement },
  }));
  const consents = ['affiliates', 'share-information', 'esign'].map((agreement) => ({
    ...terms,
    agreement,
    agreedDateTime: agreement === 'esign' ? '2026-11-24T09:01:00.000Z' : terms.agreedDateTime,
    text: null,
  }));
  const evidence = { ...whole, consents, auditTrail };
  const lines = await linesBetween(evidence, 'Responses to agreements', 'Integrity checks');
  expect(lines.filter((line) => /^(Electronic|How|Sharing)/.test(line))).toEqual([
    'Electronic Signature Agreement',
    'How we share your information',
    'Sharing with affiliates',
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
      { ...terms, text: { ...terms.text, hashMatches: false } },
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

test('the PDF has the same bytes each time', async () => {
  const [first, again] = [await evidencePdf(whole), await evidencePdf(whole)];
  expect(Buffer.compare(first, again)).toBe(0);
});

test('the PDF has heading levels, a title, the bank, the program and the time', async () => {
  const pdf = await evidencePdf(withText({ markdown: '## Fees\n\nNone.' }));
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
