import { expect, test } from 'vitest';
import { obeysRule } from '../test-situations.ts';

test.each([
  [null, false],
  [false, true],
  [true, true],
] as const)(
  'agreementRead: %j → %s; an answer can only exist once the agreement was opened',
  (answer, expected) => {
    expect(obeysRule({ kind: 'agreementRead' }, answer)).toBe(expected);
  },
);
