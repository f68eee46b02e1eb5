/** Tests an application's consents, state, response and sealed submission without a database. */
import { describe, expect, test } from 'vitest';
import { begun, context, empty, from, key, now, program } from '../../tests/support/empty-draft.ts';
import { applicant, business, owner } from '../../tests/support/sample-application.ts';
import { agreementFor } from '../agreements/agreements.ts';
import {
  type ApplicationRecord,
  type ConsentRecord,
  consentTo,
  holdsConsent,
  signerNameOf,
  stateOf,
  unvoidedConsent,
} from './application-record.ts';
import { applicationResponse, etagOf } from './application-response.ts';
import { changeApplication } from './change-application.ts';
import { addPerson } from './change-personnel.ts';
import { newConsent } from './consents.ts';
import type { SealedDocument } from './sealed-parts.ts';
import { openSubmission, sealSubmission } from './submission-record.ts';

const { record: ofBusiness } = changeApplication(context, empty, {
  applicationData: business,
  disclosures: { shareInformation: true, authority: true },
  from,
});
const { record: ofApplicant, id: applicantId } = addPerson(context, ofBusiness, 'applicant', applicant);
const { record: ofPeople, id: ownerId } = addPerson(context, ofApplicant, 'owner', owner);

const document: SealedDocument = {
  id: '00000000-0000-7000-8000-000000000003',
  documentType: 'proof_of_entity',
  fileName: 'articles.pdf',
  contentType: 'application/pdf',
  size: 1234,
  sha256: 'aa',
  originalSha256: 'bb',
  createDateTime: begun,
  sealed: null,
  disarmed: true,
};

/** Returns a consent to the current text of an agreement. */
function consentOf(
  record: ApplicationRecord,
  agreement: 'terms' | 'esign',
  change: Partial<ConsentRecord> = {},
) {
  const { version, sha256 } = agreementFor(program, agreement, stateOf(record, program, now));
  const given = { agreement, version, sha256, agreed: true, openDateTime: begun, signerName: 'Zoë' };
  return { ...newConsent(record, given, from, now), ...change };
}
const withConsents = (...consents: readonly ConsentRecord[]) => ({ ...ofPeople, consents });
const terms = consentOf(ofPeople, 'terms');
const texts = { program: program, now };

describe('a consent', () => {
  test('is the newest one to its agreement, and counts until it is withdrawn or void', () => {
    const record = withConsents(terms);
    expect(consentTo(record, 'terms')).toBe(terms);
    expect(consentTo(record, 'esign')).toBeUndefined();
    expect(unvoidedConsent(record, 'terms')).toBe(terms);
    expect(unvoidedConsent(withConsents({ ...terms, voidDateTime: now }), 'terms')).toBeUndefined();
    expect(unvoidedConsent(withConsents({ ...terms, agreed: false }), 'terms')).toBeUndefined();
  });

  test('counts in a draft while its text is current, or its version is still accepted', () => {
    const other = { ...terms, sha256: 'other' };
    expect(holdsConsent(withConsents(terms), 'terms', texts)).toBe(true);
    expect(holdsConsent(withConsents({ ...terms, agreed: false }), 'terms', texts)).toBe(false);
    expect(holdsConsent(withConsents(other), 'terms', texts)).toBe(false);
    expect(holdsConsent(withConsents({ ...other, version: '2030-01-01' }), 'terms', texts)).toBe(true);
  });

  test('counts whatever the current text, if it was submitted or the program is gone', () => {
    const other = withConsents({ ...terms, sha256: 'other' });
    expect(holdsConsent(other, 'terms', undefined)).toBe(true);
    const submitted = { ...other, row: { ...other.row, status: 'submitted' as const } };
    expect(holdsConsent(submitted, 'terms', texts)).toBe(true);
  });
});

describe('the state of an application', () => {
  test('has the answers and the program’s settings', () => {
    const record = { ...withConsents(terms), documents: [document], sections: { business: true } };
    const state = stateOf(record, program, now);
    expect(state).toMatchObject({
      now,
      applicationData: record.answers,
      documentCount: 1,
      questions: {},
      sections: { business: true, applicant: false, owner: false, authorizedUser: false },
      agreed: { terms: true, esign: false, guarantor: false, 'controlling-party': false },
      proofRequired: program.proofOfEntityRequired,
      proofLater: false,
    });
    expect(stateOf(ofPeople, program, now).sections).toEqual({
      business: false,
      applicant: false,
      owner: false,
      authorizedUser: false,
    });
    expect(['561730', '000000'].map((code) => state.isIndustry(code))).toEqual([true, false]);
  });

  test('has a signer once the applicant has a name', () => {
    expect(signerNameOf(stateOf(ofPeople, program, now))).toBe(applicant.fullName);
    expect(signerNameOf(stateOf(ofBusiness, program, now))).toBe('');
  });
});

describe('the response', () => {
  const record = {
    ...withConsents(terms, consentOf(ofPeople, 'esign', { voidDateTime: now })),
    documents: [document],
  };

  test('has the version as its ETag', () => {
    expect(etagOf(3)).toBe('"3"');
  });

  test('without parts has no people, no documents and no masked answers', () => {
    const response = applicationResponse(record, texts);
    expect(response).toMatchObject({
      id: record.row.id,
      status: 'draft',
      sessionId: record.row.session_id,
      domainKey: 'demo',
      storeId: '10000002',
      providerId: 'quillbrook',
      createDateTime: begun.toISOString(),
      createUserId: 'applicant',
      submittedDateTime: null,
      referenceNumber: null,
      applicationData: { businessName: business.businessName, taxIdLast4: '5926', billingCity: null },
      disclosures: {
        shareInformation: true,
        affiliates: false,
        authority: true,
        noOtherOwners: false,
        esign: false,
        terms: true,
        submit: false,
      },
      sections: { business: false, applicant: false, owner: false, authorizedUser: false },
      consents: [
        { agreement: 'esign', version: expect.any(String), agreed: false, agreedDateTime: null },
        {
          agreement: 'terms',
          version: terms.version,
          agreed: true,
          agreedDateTime: now.toISOString(),
        },
      ],
    });
    expect(response).not.toHaveProperty('personnel');
    expect(response).not.toHaveProperty('documents');
    expect(response.applicationData).not.toHaveProperty('taxId');
    const submitted = { ...record, row: { ...record.row, submitted_date_time: now } };
    expect(applicationResponse(submitted, texts).submittedDateTime).toBe(now.toISOString());
  });

  test('with parts has people and documents, and nothing internal', () => {
    const response = applicationResponse(record, texts, 'whole');
    expect(response.personnel?.map(({ id, personnelType }) => [id, personnelType])).toEqual([
      [applicantId, 'applicant'],
      [ownerId, 'owner'],
    ]);
    expect(response.personnel?.[0]).toMatchObject({
      applicationId: record.row.id,
      createDateTime: now.toISOString(),
      updateDateTime: now.toISOString(),
      fullName: applicant.fullName,
      ssnLast4: '7731',
    });
    expect(response.documents).toEqual([
      {
        id: document.id,
        applicationId: record.row.id,
        documentType: 'proof_of_entity',
        fileName: 'articles.pdf',
        contentType: 'application/pdf',
        size: 1234,
        createDateTime: begun.toISOString(),
      },
    ]);
  });

  test('only names the fields that an earlier session answered', () => {
    const { applicationData } = applicationResponse(
      { ...record, earlier: { annualSalesAmount: true } },
      texts,
    );
    expect(applicationData).toMatchObject({ stored: ['annualSalesAmount'], dba: business.dba });
    expect(applicationData).not.toHaveProperty('annualSalesAmount');
    expect(applicationResponse(record, texts).applicationData).not.toHaveProperty('stored');
  });
});

describe('a submission', () => {
  const record = {
    ...withConsents({ ...terms, signerName: '' }, ...ofBusiness.consents),
    documents: [document],
  };
  const state = stateOf(record, program, now);
  const sealed = sealSubmission(record, program, state, '<p>certified</p>');
  const opened = openSubmission(key, record.row, sealed);
  const snapshot = JSON.parse(opened.snapshot);
  const evidence = JSON.parse(opened.evidence);

  test('has every answer in full, null for missing ones, and the hashes of documents', () => {
    expect(snapshot.applicationData).toMatchObject({ taxId: '847315926', annualSalesAmount: 91_827_364 });
    expect(snapshot.applicationData.billingCity).toBeNull();
    expect(snapshot.applicationData).not.toHaveProperty('stored');
    expect(snapshot.disclosures).toEqual({ shareInformation: true, authority: true, noOtherOwners: false });
    expect(snapshot.personnel).toMatchObject([
      { id: applicantId, personnelType: 'applicant', ssn: '512447731', percentageOwned: 60 },
      { id: ownerId, personnelType: 'owner', percentageOwned: 40, email: owner.email },
    ]);
    const { sealed: _, disarmed: _ours, ...described } = document;
    expect(snapshot.documents).toEqual([{ ...described, createDateTime: begun.toISOString() }]);
  });

  test('has the share that the legal form implies', () => {
    const alone = {
      ...ofApplicant,
      answers: { ...ofApplicant.answers, organizationType: 'sole_proprietorship' },
    };
    const { personnel: people } = JSON.parse(
      openSubmission(key, alone.row, sealSubmission(alone, program, stateOf(alone, program, now), ''))
        .snapshot,
    );
    expect(people).toMatchObject([{ percentageOwned: 100 }]);
  });

  test('has each consent with its times and the applicant’s name, even if the name was entered later', () => {
    expect(evidence.consents).toMatchObject([
      {
        agreement: 'terms',
        openDateTime: begun.toISOString(),
        agreedDateTime: now.toISOString(),
        voidDateTime: null,
        signerName: applicant.fullName,
        ...from,
      },
      { agreement: 'share-information', openDateTime: null, signerName: applicant.fullName },
    ]);
    for (const consent of evidence.consents) expect(consent).not.toHaveProperty('sealed');
    expect(evidence.certifiedHtml).toBe('<p>certified</p>');
    expect(evidence.certification).toEqual({
      certifier: { name: applicant.fullName, title: applicant.occupation },
      owners: [
        { name: applicant.fullName, percent: 60 },
        { name: owner.fullName, percent: 40 },
      ],
    });
  });

  test('shows the answers as confirmed: numbers masked, and that amounts were provided', () => {
    const cards = evidence.answers as { title: string; rows: { label: string; text: string | null }[] }[];
    const texts = cards.flatMap(({ rows }) => rows.map(({ text }) => text));
    expect(texts).toEqual(
      expect.arrayContaining(['•••-••-7731', '561730 Landscaping Services', 'articles.pdf']),
    );
    expect(texts.filter((text) => text === 'Provided (not shown)').length).toBeGreaterThan(2);
    expect(opened.evidence).not.toContain('91,827,364');
    const last = cards.at(-1);
    expect(last?.title).toBe('Other confirmations');
    expect(last?.rows.map(({ text }) => text)).toEqual(['Yes', 'No', 'Yes']);
    expect(last?.rows[0]?.label).toBe('How we share your information: I have read this and I agree');
    for (const { label } of last?.rows ?? []) expect(label).not.toBe('');
  });

  test('opens only for its own application, and each part only in its own column', () => {
    const other = { ...record.row, id: '00000000-0000-7000-8000-000000000009' };
    expect(() => openSubmission(key, other, sealed)).toThrow('could not be sealed or opened');
    const exchanged = { snapshot: sealed.evidence, evidence: sealed.snapshot };
    expect(() => openSubmission(key, record.row, exchanged)).toThrow('could not be sealed or opened');
  });
});
