import { expect, test } from 'vitest';
import { hashOf, linesOf, terms, whole } from '../../tests/support/sample-evidence.ts';

test('the PDF begins with a page that says who, when, what and how it was verified', async () => {
  const lines = await linesOf(whole);
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
      'the 2 events includes the hash of the event before it. We recomputed every hash with the audit trail’s key. No event was ' +
      'changed, added, or removed. Documents 1 document, each listed with its SHA-256 hash Larkspur Bank, N.A. Larkspur Card ' +
      'Commercial Credit Card Evidence record for application ABCD-EFGH Page 1 of 3',
  );
});

test('the summary of six agreements is on one page', async () => {
  const names = ['esign', 'terms', 'guarantor', 'controlling-party', 'share-information', 'affiliates'];
  const consents = names.map((agreement) => ({ ...terms, agreement, version: '2026-11-26-ca-2026-11-26' }));
  const statuses = ['draft', 'pending', 'submitted'].map((status) => ({
    status,
    dateTime: terms.agreedDateTime,
  }));
  const lines = await linesOf({ ...whole, consents, statuses });
  const summary = lines.slice(0, lines.indexOf('Application answers'));
  expect(summary.filter((line) => / Page \d+ of \d+$/.test(line))).toHaveLength(1);
});
