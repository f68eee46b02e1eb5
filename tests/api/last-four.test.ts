/** Tests the pattern with which other tests search for the last four digits of a number. */
import { expect, test } from 'vitest';
import { lastFour } from '../support/last-four.ts';

test.each(['ending in 6789.', '•••-••-6789', '123-45-6789', '123456789', '12-3456789', '"6789"'])(
  'finds the digits in %s',
  (text) => {
    expect(text).toMatch(lastFour('6789'));
  },
);

test.each([
  '01a21d19-6789-7001-9feb-51ef23e85926',
  '9feb-51ef23e86789@quillbrook',
  'index-a6789.js',
  '67890',
])('does not find the digits in %s', (text) => {
  expect(text).not.toMatch(lastFour('6789'));
});
