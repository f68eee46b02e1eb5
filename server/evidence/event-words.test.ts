import { expect, test } from 'vitest';
import { eventInWords, inWords } from './event-words.ts';

const event = (type: string, detail: Readonly<Record<string, unknown>> = {}) => ({
  sequence: 1,
  type,
  detail,
  createDateTime: '2026-11-24T09:00:01.123Z',
  previousHash: '',
  hash: '',
});
const wordsOf = (type: string, detail?: Readonly<Record<string, unknown>>) =>
  eventInWords(event(type, detail), (agreement) => (agreement === 'terms' ? 'Card Terms' : agreement));

test.each([
  [
    'answers_changed',
    { fields: ['applicationData.taxId', 'applicationData.dba', 'disclosures.shareInformation'] },
    'Answers changed: tax ID, DBA, share information',
    '',
  ],
  [
    'agreement_opened',
    { sha256: 'abc', version: '2026-11-26', agreement: 'terms' },
    'Agreement opened: Card Terms, version 2026-11-26',
    'SHA-256: abc',
  ],
  [
    'person_added',
    { personnelId: 'p-1', personnelType: 'authorized_user' },
    'Person added: card user',
    'Person ID: p-1',
  ],
  ['section_confirmed', { section: 'authorizedUser' }, 'Section confirmed: card user', ''],
  [
    'document_added',
    { documentId: 'd-1', documentType: 'proof_of_entity' },
    'Document added: proof of business',
    'Document ID: d-1',
  ],
  [
    'submitted',
    { status: 'pending', referenceNumber: 'QWER-1234-5678' },
    'Application submitted: status pending, reference number QWER-1234-5678',
    '',
  ],
  [
    'delivered',
    { jobId: 'j-1', documentIds: ['d-1', 'd-2'] },
    'Delivered to the bank',
    'Delivery ID: j-1 · Document IDs: d-1, d-2',
  ],
  [
    'way_closed',
    { way: 'email', reason: 'not_mine' },
    'Access to resume ended',
    'Method: email · Reason: not mine',
  ],
  ['made_up', { what: 1 }, 'Made up', 'What: 1'],
])('the event %s is in words, with its IDs', (type, detail, words, references) => {
  const described = wordsOf(type, detail);
  expect(described.words).toBe(words);
  expect(described.references.map((reference) => reference.join(': ')).join(' · ')).toBe(references);
});

test.each([
  ['naicsCode', 'NAICS code'],
  ['guarantorId', 'Guarantor ID'],
  ['internetBasedBusiness', 'Internet-based business'],
  ['sole_proprietorship', 'Sole proprietorship'],
  ['timed_out', 'Timed out'],
  ['authorized_user', 'Card user'],
])('the name %s is written as %s', (name, words) => {
  expect(inWords(name)).toBe(words);
});
