import { expect, test } from 'vitest';
import { stateOf } from '../../tests/support/application-states.ts';
import { fieldsOf } from '../fields/form.ts';
import { screens } from '../flow/flow.ts';
import type { Group } from '../screens/screen.ts';
import { addressByKey, isWholeAddress } from './address-parts.ts';

const groups = screens.flatMap((screen): readonly Group[] => screen.groups);
const typesOf = ({ record, fields }: Group) =>
  fields.flatMap((key) => fieldsOf(stateOf({}).form, record)[key]?.type ?? []);

test('screens that ask for an address are recognized by their fields, and no others are', () => {
  const told = groups.filter((group) => isWholeAddress(typesOf(group)));
  expect(told).toEqual(groups.filter(({ isAddress }) => isAddress));
  expect(told).toHaveLength(5);
});

test('each field takes its part, whatever its key', () => {
  const keys = ['billingAddressLine', 'billingCity', 'billingState', 'billingPostalCode'];
  expect(addressByKey(keys, ['8111 Lyndale Ave S', 'Bloomington', 'MN', '55420'])).toEqual({
    billingAddressLine: '8111 Lyndale Ave S',
    billingCity: 'Bloomington',
    billingState: 'MN',
    billingPostalCode: '55420',
  });
});
