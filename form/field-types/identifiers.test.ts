import { describe, expect, test } from 'vitest';
import { unparsable } from './field-type.ts';
import { industry, phone, ssn, taxId, zip } from './identifiers.ts';

describe('digits drop spaces, hyphens, dots and brackets (D2)', () => {
  test.each([
    ['123-45-6789', '123456789'],
    [' 123 45 6789 ', '123456789'],
    ['123.45.6789', '123456789'],
    ['(123) [45] 6789', '123456789'],
    ['123–45—6789', '123456789'],
    ['123\u00A045\u20116789', '123456789'],
    ['１２３-４５', '12345'],
    ['１２３－４５－６７８９', '123456789'],
    ['（１２３）\u3000［４５］．６７８９', '123456789'],
    ['123\u221245\u22126789', '123456789'],
    ['-', null],
    ['', null],
  ])('ssn %j is %j', (typed, answer) => {
    expect(ssn.parseText(typed, [])).toBe(answer);
    expect(ssn.parseJson(typed, [])).toBe(answer);
  });

  test.each(['12-3456789', '12\u22123456789', '１２－３４５６７８９', ' 12 3456789\t'])(
    'the tax ID %j',
    (typed) => {
      expect(taxId.parseText(typed, [])).toBe('123456789');
      expect(taxId.parseJson(typed, [])).toBe('123456789');
    },
  );

  test('other characters stay, so the rule refuses them', () => {
    expect(ssn.parseText('123/45/6789', [])).toBe('123/45/6789');
    expect(taxId.parseText('12-345678X', [])).toBe('12345678X');
  });

  test('a number in JSON is not a text of digits', () => {
    expect(ssn.parseJson(123456789, [])).toBe(unparsable);
    expect(zip.parseJson(55420, [])).toBe(unparsable);
  });
});

describe('phone drops one leading 1 or +1 (D9)', () => {
  test.each([
    [' +1 (202) 555-0123', '2025550123'],
    ['12025550123', '2025550123'],
    ['＋１（２０２）５５５－０１２３', '2025550123'],
    ['202\u2212555\u22120123', '2025550123'],
    ['202-555-0123', '2025550123'],
    ['+2025550123', '+2025550123'],
    ['112025550123', '112025550123'],
    ['1234567890', '1234567890'],
  ])('%j is %j', (typed, answer) => {
    expect(phone.parseText(typed, [])).toBe(answer);
  });
});

describe('a ZIP+4 keeps its first five digits (D2)', () => {
  test.each([
    ['55420-1234', '55420'],
    ['55420 1234', '55420'],
    ['554201234', '55420'],
    ['00501', '00501'],
    ['５５４２０－１２３４', '55420'],
    ['55420\u22121234', '55420'],
    ['55420-123', '55420123'],
    ['55420-12345', '5542012345'],
  ])('%j is %j', (typed, answer) => {
    expect(zip.parseText(typed, [])).toBe(answer);
  });
});

test('identifiers are shown in groups of digits (spec section 5)', () => {
  expect(ssn.format('123456789')).toBe('123-45-6789');
  expect(taxId.format('123456789')).toBe('12-3456789');
  expect(phone.format('2025550123')).toBe('202-555-0123');
  expect(zip.format('55420')).toBe('55420');
  expect(industry.format('561730')).toBe('561730');
});

test('an identifier with too few or too many digits is shown without groups', () => {
  expect(ssn.format('12345')).toBe('12345');
  expect(taxId.format('1234567890')).toBe('1234567890');
  expect(phone.format('5550123')).toBe('5550123');
});
