import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testStores } from '../../tests/support/database.ts';
import { pageTexts } from '../../tests/support/pdf-text.ts';
import {
  addDocument,
  addPerson,
  applicant,
  authorizedUser,
  canaries,
  owner,
  prepare,
  submit,
} from '../../tests/support/sample-application.ts';
import { shippedVersion } from '../../tests/support/shipped-version.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { sha256Of } from '../programs/agreement-text.ts';
import type { TextName } from '../programs/program-folder.ts';
import { notProvided } from './evidence-layout.ts';
import type { EvidencePackage } from './evidence-package.ts';
import { readEvidence } from './evidence-package.ts';
import { evidencePdf } from './evidence-pdf.ts';
import { printEvidence } from './print-evidence.ts';

/** Returns the text of a PDF as a PDF reader finds it, with all lines joined. */
async function wordsOf(pdf: Uint8Array): Promise<string> {
  const words = (await pageTexts(pdf)).join(' ').replace(/\s+/g, ' ');
  return words.replace(/ ?Page \d+ of \d+/g, '');
}

const names = ['Zoë Łukasz-李 Larkspur', 'Ned 가나 Foxglove \u{20000}'] as const;

describe.each(await testStores())('the evidence of an application on $name', (store) => {
  let server: TestServer;
  let id: string;
  let evidence: EvidencePackage;
  beforeAll(async () => {
    server = await startTestServer({ store });
    await server.outbox.stop();
    const browser = server.client();
    const due = ['esign', 'terms', 'guarantor', 'controlling-party'];
    const prepared = await prepare(browser, {
      applicant: { fullName: names[0] },
      owners: [{ ...owner, fullName: names[1] }],
      disclosures: { affiliates: true },
      agreements: due,
    });
    id = prepared.id;
    await addPerson(browser, id, 'authorized_user', authorizedUser);
    await addDocument(browser, id);
    const { status, body } = await submit(browser, id);
    expect([status, body.status]).toEqual([200, 'submitted']);
    evidence = await readEvidence(server.services, id);
  });
  afterAll(() => server.stop());

  const text = () => JSON.stringify(evidence);

  test('contains each consent with version, hash, times, address, browser, signer and exact text', () => {
    expect(evidence.consents.map(({ agreement }) => agreement).sort()).toEqual([
      'affiliates',
      'controlling-party',
      'esign',
      'guarantor',
      'share-information',
      'terms',
    ]);
    for (const consent of evidence.consents) {
      expect(consent).toMatchObject({
        version: shippedVersion(consent.agreement as TextName),
        agreed: true,
        agreedDateTime: expect.stringMatching(/Z$/),
        voidDateTime: null,
        ip: expect.stringMatching(/^10\./),
        userAgent: 'lightMyRequest',
        signerName: names[0],
        text: { hashMatches: true },
      });
      expect(sha256Of(consent.text?.html ?? '')).toBe(consent.sha256);
      const isOpened = !['affiliates', 'share-information'].includes(consent.agreement);
      expect(consent.openDateTime !== null).toBe(isOpened);
    }
  });

  test('certifies each owner with name and share, and names the certifier with title', () => {
    expect(evidence.ownership).toEqual({
      certifier: { name: names[0], title: applicant.occupation },
      owners: [
        { name: names[0], percent: 60 },
        { name: names[1], percent: 40 },
      ],
    });
    const { text: certified } =
      evidence.consents.find(({ agreement }) => agreement === 'controlling-party') ?? {};
    for (const words of [...names, applicant.occupation, '60%', '40%'])
      expect(certified?.html).toContain(words);
  });

  test('shows the answers as in the review, in the same words and formats', () => {
    const rows = evidence.answers.flatMap((card) => card.rows);
    const shown = rows.map((row) => row.text);
    expect(shown).toEqual(
      expect.arrayContaining([
        '••-•••5926',
        '•••-••-7731',
        '561730 Landscaping Services',
        '8111 Lyndale Ave S\nBloomington, MN 55420',
        '$25,000',
        'Yes',
        'No',
        'articles.pdf',
      ]),
    );
    expect(evidence.answers.map(({ title }) => title)).toContain(`Owner: ${names[1]}`);
  });

  test('contains no sensitive answer', async () => {
    const printed = await wordsOf(await evidencePdf(evidence));
    const { document: _, ...values } = canaries;
    const forms = [
      ...Object.values(values),
      '03/19/1971',
      '07/23/1968',
      '11/05/1994',
      '91,827,364',
      '7,310,457',
    ];
    for (const value of forms) {
      expect(text()).not.toContain(value);
      expect(printed).not.toContain(value);
    }
  });

  test('lists documents with hashes, statuses with times, and the complete trail with its head', async () => {
    expect(evidence.documents).toMatchObject([
      {
        fileName: 'articles.pdf',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        addedAfterSubmission: false,
      },
    ]);
    expect(evidence.statuses.map(({ status }) => status)).toEqual(['draft', 'submitted']);
    const types = evidence.auditTrail.map(({ type }) => type);
    expect(new Set(types)).toEqual(
      new Set([
        'created',
        'agreed',
        'person_added',
        'answers_changed',
        'agreement_opened',
        'document_added',
        'submitted',
      ]),
    );
    expect(evidence.auditTrail.at(-1)?.hash).toBe(evidence.auditHead.hash);
    expect(evidence.auditFault).toBeNull();
  });

  test('reports where its trail is broken', async () => {
    const { db } = server.database;
    await db.updateTable('application').set({ audit_sequence: 99 }).where('id', '=', id).execute();
    const broken = await readEvidence(server.services, id);
    const { sequence } = evidence.auditHead;
    await db.updateTable('application').set({ audit_sequence: sequence }).where('id', '=', id).execute();
    expect(broken.auditFault).toEqual({ kind: 'cut_off', sequence: sequence + 1 });
    expect(await wordsOf(await evidencePdf(broken))).toContain('Hash chain Broken at event');
  });

  test('has the same content as a PDF, each label with a value, in every alphabet', async () => {
    const printed = await wordsOf(await printEvidence(evidence));
    expect(printed).toContain(names[0]);
    expect(printed).toContain(`Application Business Larkspur Lawn Care LLC Applicant ${names[0]}`);
    expect(printed).toContain('Ned 가나 Foxglove [U+20000]');
    for (const { version, sha256, text: agreed } of evidence.consents) {
      expect(printed).toContain(`SHA-256 of the text ${sha256}`);
      expect(printed).toContain(`Version ${version}`);
      expect(printed).toContain(`${agreed?.title} Version ${version} SHA-256`);
    }
    for (const { sha256 } of evidence.documents) expect(printed).toContain(`SHA-256 as stored ${sha256}`);
    for (const { hash } of evidence.auditTrail) expect(printed).toContain(hash);
    const spoken = (words: string) => words.replaceAll('\u{20000}', '[U+20000]').split('\n').join('; ');
    for (const { label, text: value } of evidence.answers.flatMap(({ rows }) => rows))
      expect(printed).toContain(
        `${spoken(value ? label.replace(/ \(optional\)$/, '') : label)} ${spoken(value ?? notProvided)}`,
      );
    expect(printed).toContain('SAMPLE TEXT ends here.');
    expect(printed).toContain('Controlling party:');
    expect(printed, 'no internal names').not.toMatch(/[a-z]_[a-z]|personnelId|documentId|sha256/);
  });

  test('contains in the PDF the HTML of a text that no PDF can lay out', async () => {
    const html = '<p>You <s>may</s> must pay.</p>\n<p>Second.</p>\n';
    const consents = evidence.consents.map((consent) => ({
      ...consent,
      text: consent.text && { ...consent.text, html, markdown: 'You ~~may~~ must pay.\n\nSecond.' },
    }));
    const printed = await wordsOf(await printEvidence({ ...evidence, consents }));
    expect(printed).toContain('Text as HTML:');
    expect(printed).toContain('<p>You <s>may</s> must pay.</p>');
  });

  test('has text in every field, even if values are missing', async () => {
    const bare: EvidencePackage = {
      ...evidence,
      application: { ...evidence.application, referenceNumber: null, submittedDateTime: null },
      answers: [{ title: 'Business', rows: [{ label: 'Nothing', text: null }] }],
      ownership: { certifier: { name: '', title: '' }, owners: [] },
      consents: evidence.consents.map((consent) => ({
        ...consent,
        signerName: '',
        ip: null,
        userAgent: null,
        text: null,
      })),
      documents: [],
    };
    const printed = await wordsOf(await evidencePdf(bare));
    for (const label of [
      'Reference number',
      'Nothing',
      'Certified by',
      'Title',
      'Signed by',
      'IP address',
      'Browser',
    ])
      expect(printed).toContain(`${label} ${notProvided}`);
    expect(printed).toContain('Hash check Not possible');
  });

  test('is tagged for screen readers, with embedded fonts', async () => {
    const source = Buffer.from(await evidencePdf(evidence)).toString('latin1');
    expect(source).toMatch(/\/Marked true/);
    expect(source).toMatch(/\/FontFile2/);
    expect(source).not.toMatch(/\/BaseFont \/Helvetica/);
  });
});
