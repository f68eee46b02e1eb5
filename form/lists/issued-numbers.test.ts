import { expect, test } from 'vitest';
import { isEinPrefix } from './issued-numbers.ts';

test('exactly the prefixes that the list of the IRS omits are refused', () => {
  const all = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0'));
  expect(all.filter((prefix) => !isEinPrefix(prefix)).join(' ')).toBe(
    '00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97',
  );
});
