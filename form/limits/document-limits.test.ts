import { expect, test } from 'vitest';
import { largestDocument, sizeText } from './document-limits.ts';

test.each([
  [1, '1 KB'],
  [28_206, '28 KB'],
  [900 * 1024, '900 KB'],
  [1_048_576, '1 MB'],
  [4_600_000, '4.4 MB'],
  [largestDocument, '10 MB'],
])('%d bytes are %s', (bytes, words) => {
  expect(sizeText(bytes)).toBe(words);
});
