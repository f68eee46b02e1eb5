import { expect, test } from 'vitest';
import { obeysRule } from '../test-situations.ts';

test.each([
  [true, true],
  [false, false],
  [null, false],
  ['yes', false],
] as const)('agreeRequired: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'agreeRequired' }, answer)).toBe(expected);
});
