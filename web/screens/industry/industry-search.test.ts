import { expect, test } from 'vitest';
import { searchIndustries } from '../../../form/industry-search/search-industries.ts';
import { countText } from './industry-search.tsx';

const textFor = (query: string) => countText(query, searchIndustries(query));

test.each([
  ['', 'Type what your business sells or does, like “pizza” or “lawn care.” Or type a 6-digit code.'],
  ['123456', 'No match for “123456”'],
  ['444230', '1 result'],
  ['444210', 'Code 444210 isn’t in this list. Here are the closest matches.'],
  ['NAICS 236100', 'Code 236100 isn’t in this list. Here are the closest matches.'],
  ['56', '44 results'],
  ['vetrinary', 'No exact match. Here are the closest matches.'],
])('the text above the list for %j is “%s”', (query, expected) => {
  expect(textFor(query)).toBe(expected);
});

test('the text does not count industries that only resemble what was typed', () => {
  const { likely, lessLikely } = searchIndustries('lawn');
  expect(lessLikely.length).toBeGreaterThan(0);
  expect(textFor('lawn')).toBe(`${likely.length} results`);
});
