import { expect, test } from 'vitest';
import { obeysRule } from '../test-situations.ts';

const applicantId = '0197a000-0000-7000-8000-000000000001';

test.each([
  [applicantId, true, true],
  [null, true, false],
  [applicantId, false, true],
  [null, false, true],
] as const)('guarantorRead: %j where required is %s → %s (D16)', (answer, guarantorRequired, expected) => {
  expect(obeysRule({ kind: 'guarantorRead' }, answer, { guarantorRequired })).toBe(expected);
});
