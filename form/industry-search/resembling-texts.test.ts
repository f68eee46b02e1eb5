import Fuse from 'fuse.js/basic';
import { expect, test } from 'vitest';
import { industries } from '../lists/industries.ts';
import { longestPattern, resemblingTexts } from './resembling-texts.ts';
import { makeIndex, type SearchIndex } from './search-index.ts';

function wholeIndex(): SearchIndex {
  const making = makeIndex(industries);
  let made = making.next();
  while (!made.done) made = making.next();
  return made.value;
}

const index = wholeIndex();
const fuse = new Fuse(index.texts, {
  keys: ['text'],
  threshold: 0.3,
  ignoreLocation: true,
  isCaseSensitive: true,
});

test.each([
  ...['l', '7', 'la', 'aes', 'xq', 'plum', 'cart', 'lawn', '5617', '561730'],
  ...['resturant', 'landscapping', 'jewlery', 'construcion', 'veternarian', 'electrisian', 'chiropracter'],
  ...[
    'hari salon',
    'golf cours',
    'lawn mowing',
    'dump trukc',
    'pizza parlor',
    'cleaning lady',
    'all other misc',
  ],
  ...['manufacturing of', 'contrctor', 'printng', 'zzzz', 'q', '漢字', 'daycair'],
])('finds for “%s” what Fuse.js finds, in its order', (query) => {
  expect(query.length).toBeLessThanOrEqual(longestPattern);
  const found = resemblingTexts(index, query).map(({ entry, text }) => [entry.industry.code, text]);
  const expected = fuse.search(query).map(({ item: { entry, text } }) => [entry.industry.code, text]);
  expect(found).toEqual(expected);
});

test('only the beginning of a long query counts', () => {
  const found = (query: string) => resemblingTexts(index, query).map(({ text }) => text);
  expect(found('commercial printeng')).toEqual(found('commercial print'));
  expect(found('commercial printeng')[0]).toBe('commercial printing except screen and books');
});
