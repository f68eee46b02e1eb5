import { expect, test } from 'vitest';
import { fieldAt, fieldsOf, formWith } from '../../form/fields/form.ts';
import { typedLength } from './typed-length.ts';

const field = (path: string) => {
  const found = fieldAt(path);
  if (!found) throw new Error(`There is no field ${path}`);
  return found;
};
const businessName = field('application.businessName');

test('a text is counted against its limit, as the rule counts: in characters, without the spaces around it', () => {
  expect(typedLength(businessName, '')).toEqual({ typed: 0, max: 30 });
  expect(typedLength(businessName, '  Élan 🌱 LLC ')).toEqual({ typed: 10, max: 30 });
  expect(typedLength(businessName, 'x'.repeat(31))).toEqual({ typed: 31, max: 30 });
});

test('a program’s tighter limit is the one that counts', () => {
  const form = formWith({ 'application.businessName': { maxLength: 24 } });
  const tighter = fieldsOf(form, 'application')['businessName'] ?? businessName;
  expect(typedLength(tighter, 'Bright')).toEqual({ typed: 6, max: 24 });
});

test('a long limit, or one that hardly anybody reaches, is counted from its half on; a number never', () => {
  const name = field('applicant.fullName');
  expect(typedLength(name, 'x'.repeat(50))).toBeUndefined();
  expect(typedLength(name, 'x'.repeat(51))).toEqual({ typed: 51, max: 100 });
  const city = field('application.addressCity');
  expect(typedLength(city, 'Edina', true)).toBeUndefined();
  expect(typedLength(city, 'x'.repeat(26), true)).toEqual({ typed: 26, max: 50 });
  expect(typedLength(field('application.yearsInBusiness'), '12')).toBeUndefined();
});
