import { expect, test } from 'vitest';
import { isEinPrefix } from './issued-numbers.ts';

test('the prefixes that the IRS never gave out are those its list leaves out', () => {
  const all = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0'));
  expect(all.filter((prefix) => !isEinPrefix(prefix)).join(' ')).toBe(
    '00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97',
  );
});
