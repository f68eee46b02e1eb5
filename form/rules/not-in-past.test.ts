import { expect, test } from 'vitest';
import { obeysRule } from '../test-situations.ts';

test.each([
  ['2026-06-14', false],
  ['2026-06-15', true],
  ['2026-06-16', true],
])('notInPast on 2026-06-15: %s → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'notInPast' }, answer)).toBe(expected);
});
