import { expect, test } from 'vitest';
import { isStartKey } from './start-key.ts';

test.each([
  ['1234-5678-9012-3456', true],
  ['1234 5678 9012 3456', true],
  ['1234567890123456', true],
  ['1234-5678-9012-345', false],
  ['1234--5678-9012-3456', false],
  ['main-street', false],
  ['', false],
])('"%s" is a start key: %s (D22)', (key, expected) => {
  expect(isStartKey(key)).toBe(expected);
});
