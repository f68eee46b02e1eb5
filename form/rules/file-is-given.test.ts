import { expect, test } from 'vitest';
import { unreadable } from '../kinds/kind.ts';
import { obeysRule } from '../test-situations.ts';

test.each([
  ['0197a000-0000-7000-8000-000000000001', true],
  [null, false],
  [unreadable, false],
] as const)('fileRequired: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'fileRequired' }, answer)).toBe(expected);
});
