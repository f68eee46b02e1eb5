import { describe, expect, test } from 'vitest';
import type { ApplicationState } from '../form/fields/application-state.ts';
import { confirmed, personOf, stateOf, theApplicant } from '../tests/support/application-states.ts';
import { en } from './en/en.ts';
import { addressOf, rowLabel, wordedReview } from './review.ts';

const owner = personOf('owner', 1, { fullName: 'Rosa Diaz' });
const user = personOf('authorized_user', 1, { fullName: 'Sam Lee', ssn: null });
const done = confirmed('business', 'applicant', 'owner', 'authorizedUser');

/** A complete application with the applicant, one other owner, and one card user. */
const everyone = stateOf({ personnel: [theApplicant, owner, user], sections: done });

const rowsOf = (state: ApplicationState) => wordedReview(en, state).flatMap(({ rows }) => rows);
const rowOf = (state: ApplicationState, id: string) => rowsOf(state).find((row) => row.id === id);
const textOf = (state: ApplicationState, id: string) => rowOf(state, id)?.shown?.text;

test('the cards are named by section and person', () => {
  expect(wordedReview(en, everyone).map(({ title }) => title)).toEqual([
    'Business',
    'You',
    'Owners',
    'Owner: Rosa Diaz',
    'Card users',
    'Card user: Sam Lee',
    'Proof of business',
  ]);
});

describe('the rows', () => {
  test('name the person', () => {
    const labels = rowsOf(everyone).map(({ label }) => label);
    expect(labels).toContain('Rosa Diaz’s date of birth');
    expect(labels).toContain('Sam Lee’s home address');
    expect(labels.filter((label) => label === '' || label.includes('{'))).toEqual([]);
  });

  test('have the same names alone as in the whole review', () => {
    for (const row of rowsOf(everyone)) expect(rowLabel(en, row)).toBe(row.label);
  });

  test('a billing address that is left out is the business address (D14)', () => {
    const id = 'row-application-business-billing';
    const billing = { billingAddressLine: 'PO Box 5', billingCity: 'Edina', billingState: 'MN' } as const;
    expect(textOf(everyone, id)).toBe('Same as business address');
    expect(textOf({ ...everyone, applicationData: { ...everyone.applicationData, ...billing } }, id)).toBe(
      'PO Box 5\nEdina, MN',
    );
  });

  test('leave out an answer that was skipped', () => {
    expect(rowOf(everyone, 'row-user-1-ssn')?.shown).toBeNull();
  });

  test('say who owns how much, the applicant first, and that no one else does if that was asked (D17)', () => {
    expect(textOf(everyone, 'row-owners')).toBe('Dana applicant 1, 40%\nRosa Diaz, 40%');
    expect(rowOf(everyone, 'row-no-other-owners')).toBeUndefined();
    expect(textOf(stateOf(), 'row-no-other-owners')).toBe('Yes');
    const unsaid = stateOf({ disclosures: { noOtherOwners: null } });
    expect(rowOf(unsaid, 'row-no-other-owners')?.shown).toBeNull();
  });

  test('say whether the applicant guarantees the account (D16)', () => {
    const none = { ...everyone.applicationData, guarantorId: null };
    expect(textOf(everyone, 'row-guarantor')).toBe('Yes');
    expect(textOf({ ...everyone, applicationData: none, guarantorRequired: false }, 'row-guarantor')).toBe(
      'No',
    );
    expect(textOf(stateOf({ applicationData: none }), 'row-guarantor')).toBeUndefined();
  });

  test('say that no one has a card if no one does', () => {
    expect(textOf(stateOf(), 'row-users')).toBe('No one');
  });

  test('name the documents, or count them where their names are not known', () => {
    const proof = (documentCount: number, fileNames?: readonly string[]) =>
      wordedReview(en, { ...everyone, documentCount }, { ...(fileNames && { fileNames }) }).at(-1)?.rows[0]
        ?.shown;
    expect(proof(2, ['articles.pdf', 'license.png'])).toEqual({ text: 'articles.pdf\nlicense.png' });
    expect(proof(2)).toEqual({ text: '2 files', isOurs: true });
    expect(proof(1)).toEqual({ text: '1 file', isOurs: true });
    expect(proof(0)).toBeNull();
  });
});

describe('an address', () => {
  const keys = ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'];
  const whole = {
    addressLine: '8111 Lyndale Ave S',
    addressCity: 'Bloomington',
    addressState: 'MN',
    addressPostalCode: '55420',
  };

  test('takes two lines', () => {
    expect(addressOf(keys, whole)).toEqual({ text: '8111 Lyndale Ave S\nBloomington, MN 55420' });
  });

  test('leaves out missing parts', () => {
    expect(addressOf(keys, { ...whole, addressCity: null })).toEqual({
      text: '8111 Lyndale Ave S\nMN 55420',
    });
    expect(addressOf(keys, { addressCity: 'Bloomington' })).toEqual({ text: 'Bloomington' });
  });

  test('is empty if all parts are missing', () => {
    expect(addressOf(keys, { addressLine: null })).toBeNull();
  });
});
