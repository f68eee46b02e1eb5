import { expect, test } from 'vitest';
import { unreadable } from '../kinds/kind.ts';
import { obeysRule } from '../test-situations.ts';

test.each([
  ['561730', true],
  ['561731', false],
  ['56173', false],
  ['5617300', false],
  ['abcdef', false],
  ['toString', false],
  [unreadable, false],
] as const)('industryCode: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'industryCode' }, answer)).toBe(expected);
});

test('a code has six digits even where the list would take another', () => {
  expect(obeysRule({ kind: 'industryCode' }, '56173', { isIndustry: () => true })).toBe(false);
});
