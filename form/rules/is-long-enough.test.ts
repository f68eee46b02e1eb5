import { expect, test } from 'vitest';
import { obeysRule } from '../test-situations.ts';

test.each([
  ['ab', false],
  ['abc', true],
  ['🌳🌳', false],
  ['🌳🌳🌳', true],
  [null, true],
] as const)('minLength 3: %j → %s, counted in code points (D1)', (answer, expected) => {
  expect(obeysRule({ kind: 'minLength', min: 3 }, answer)).toBe(expected);
});
