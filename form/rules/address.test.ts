import { expect, test } from 'vitest';
import { messageFor, obeysRule } from '../../tests/support/application-states.ts';
import { unparsable } from '../field-types/field-type.ts';
import { applicationFields } from '../fields/application.ts';

test.each([
  ['MN', true],
  ['DC', true],
  ['PR', false],
  ['AE', false],
  ['XX', false],
  ['M', false],
  ['Minnesota', false],
  [unparsable, false],
] as const)('state: %j → %s (D4)', (answer, expected) => {
  expect(obeysRule({ kind: 'state' }, answer)).toBe(expected);
});

test.each([
  [' mn ', null],
  ['Dc', null],
  ['GU', 'Invalid State'],
  ['Minnesota', 'Invalid State'],
])('a state typed as %j → %j', (typed, message) => {
  expect(messageFor(applicationFields.addressState, typed)).toBe(message);
});

const rule = { kind: 'postalCodeForState', state: 'billingState' } as const;

test.each([
  ['55420', 'MN', true],
  ['55420', 'TX', false],
  ['55420', 'XX', false],
  ['20005', 'DC', true],
] as const)('postalCodeForState: %s in %s → %s (D4)', (zip, billingState, expected) => {
  expect(obeysRule(rule, zip, { record: { billingState, addressState: 'ZZ' } })).toBe(expected);
});

test.each([{}, { billingState: null }, { addressState: 'TX' }])(
  'postalCodeForState accepts any ZIP code while the state is missing: %j',
  (record) => {
    expect(obeysRule(rule, '55420', { record })).toBe(true);
  },
);

test('the message about a ZIP code names the state by its two letters', () => {
  const message = messageFor(applicationFields.addressPostalCode, '55420-1234', {
    record: { addressState: 'TX' },
  });
  expect(message).toBe('Postal Code is not valid for TX');
});
