import { expect, test } from 'vitest';
import { businessAnswers, personOf, stateOf, theApplicant } from '../../tests/support/application-states.ts';
import type { Step } from '../flow/steps.ts';
import { enteredAddresses } from './entered-addresses.ts';

const business = '8111 Lyndale Ave S, Bloomington, MN 55420';
const home = '12 Oak St, Edina, MN 55424';
const ownersHome: Step = { screen: 'owner-address', part: 1, owner: 1 };

const labelsAt = (step: Step, changes: Parameters<typeof stateOf>[0] = {}) =>
  enteredAddresses(step, stateOf(changes)).map(({ label }) => label);

test('nothing is offered for the first address, or for other questions', () => {
  expect(labelsAt({ screen: 'business-address', part: 1 })).toEqual([]);
  expect(labelsAt({ screen: 'applicant', part: 1 })).toEqual([]);
});

test('a home address offers the business address, but none asked later', () => {
  const personnel = [theApplicant, personOf('owner', 1, { addressLine: '9 Elm St' })];
  expect(labelsAt({ screen: 'applicant-address', part: 1 }, { personnel })).toEqual([business]);
  expect(labelsAt(ownersHome, { personnel })).toEqual([business, home]);
});

test.each(['addressLine', 'addressCity', 'addressState', 'addressPostalCode'])(
  'an address without its %s is not offered',
  (part) => {
    for (const missing of [null, '']) {
      const personnel = [personOf('applicant', 1, { [part]: missing }), personOf('owner', 1)];
      expect(labelsAt(ownersHome, { personnel })).toEqual([business]);
    }
  },
);

test('an address of several people is offered once', () => {
  const personnel = [theApplicant, personOf('owner', 1), personOf('owner', 2)];
  expect(labelsAt({ screen: 'owner-address', part: 1, owner: 2 }, { personnel })).toEqual([business, home]);
});

test('the address that is not the billing address is not offered as one', () => {
  const questions = { billingSame: false };
  expect(labelsAt({ screen: 'business-billing', part: 1 }, { questions })).toEqual([]);
});

test('neither a P.O. box for bills nor an incomplete address is offered as a home', () => {
  const applicationData = {
    ...businessAnswers,
    billingAddressLine: 'PO Box 12',
    billingCity: 'Bloomington',
    billingState: 'MN',
    billingPostalCode: '55420',
  } as const;
  const personnel = [personOf('applicant', 1, { addressPostalCode: null }), personOf('owner')];
  const questions = { billingSame: false };
  expect(labelsAt(ownersHome, { applicationData, personnel, questions })).toEqual([business]);
  const street = { ...applicationData, billingAddressLine: '5 Main St' };
  expect(labelsAt(ownersHome, { applicationData: street, personnel, questions })).toEqual([
    business,
    '5 Main St, Bloomington, MN 55420',
  ]);
  const [, billing] = enteredAddresses(
    ownersHome,
    stateOf({ applicationData: street, personnel, questions }),
  );
  expect(billing?.values).toEqual({
    addressLine: '5 Main St',
    addressCity: 'Bloomington',
    addressState: 'MN',
    addressPostalCode: '55420',
  });
});
