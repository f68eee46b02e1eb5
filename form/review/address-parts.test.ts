import { expect, test } from 'vitest';
import { addressByKey, isWholeAddress } from './address-parts.ts';
import { screens } from './flow.ts';
import { fieldsOf } from './form.ts';
import type { Group } from './screens/screen.ts';
import { situationOf } from './test-situations.ts';

const groups = screens.flatMap((screen): readonly Group[] => screen.groups);
const kindsOf = ({ record, fields }: Group) =>
  fields.flatMap((key) => fieldsOf(situationOf({}).form, record)[key]?.kind ?? []);

test('the screens that ask for an address are told by their fields, and no other', () => {
  const told = groups.filter((group) => isWholeAddress(kindsOf(group)));
  expect(told).toEqual(groups.filter(({ address }) => address));
  expect(told).toHaveLength(5);
});

test('each field takes its part, whatever it is called', () => {
  const keys = ['billingAddressLine', 'billingCity', 'billingState', 'billingPostalCode'];
  expect(addressByKey(keys, ['8111 Lyndale Ave S', 'Bloomington', 'MN', '55420'])).toEqual({
    billingAddressLine: '8111 Lyndale Ave S',
    billingCity: 'Bloomington',
    billingState: 'MN',
    billingPostalCode: '55420',
  });
});
