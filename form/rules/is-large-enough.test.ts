import { expect, test } from 'vitest';
import { obeysRule } from '../test-situations.ts';

test.each([
  [9, false],
  [10, true],
  [11, true],
  [null, true],
] as const)('minValue 10: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'minValue', min: 10 }, answer)).toBe(expected);
});
