import { expect, test } from 'vitest';
import { makeIndex, pairsOf, type SearchIndex, wordsOf } from '../industry-search/search-index.ts';
import { industries } from './industries.ts';

/** Returns the index of a list, and the number of pauses while the index was built. */
function made(list: typeof industries): { readonly index: SearchIndex; readonly pauses: number } {
  const making = makeIndex(list);
  let part = making.next();
  let pauses = 0;
  for (; !part.done; part = making.next()) pauses += 1;
  return { index: part.value, pauses };
}

const { index, pauses } = made(industries);

test('the index is built in thirty to forty parts, between which a slow phone can respond', () => {
  expect(pauses).toBeGreaterThanOrEqual(30);
  expect(pauses).toBeLessThanOrEqual(40);
});

test('the texts are the titles and the everyday words, the likeliest first', () => {
  const ofGolfCarts = index.texts.filter(({ entry }) => entry.industry.code === '532284');
  expect(ofGolfCarts.map(({ text, step }) => [text, step])).toEqual([
    ['recreational goods rental', 0],
    ['golf cart rental', 0],
    ['boat rental', 0],
    ['scooter rental', 0],
    ['bike rental', 0],
    ['kayak rental', 0],
    ['jet ski rental', 0],
    ['golf cart', 1],
    ['boat', 2],
  ]);
  const steps = index.texts.map(({ step }) => step);
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
});

test('a text weighs less the more words it has', () => {
  const norms = new Map(index.texts.map(({ text, norm }) => [text, norm]));
  const weights = ['boat', 'golf cart rental'].map((text) => norms.get(text));
  expect(weights).toEqual([1, 0.577]);
  expect(norms.get('golf cart')).toBeCloseTo(Math.SQRT1_2, 3);
});

test('an entry has the words of its title and of all its everyday words', () => {
  const entry = index.entries.find(({ industry }) => industry.code === '532284');
  expect(entry?.title).toBe('recreational goods rental');
  expect(entry?.trades[0]).toEqual({ words: ['golf', 'cart'], step: 1 });
  expect(entry?.allWords).toEqual(expect.arrayContaining(['recreational', 'goods', 'golf', 'kayak']));
});

test('words are lower case, without marks, and sorted', () => {
  expect(wordsOf("Women's  Café, Élan\u200Bs & 3D")).toEqual(['womens', 'cafe', 'elans', '3d']);
  const all = index.entries.flatMap(({ allWords }) => allWords);
  expect(index.words).toEqual([...new Set(all)].toSorted());
});

test('the index lists the entries of each word and the texts of each pair of letters', () => {
  const carts = (index.entriesOf.get('cart') ?? []).map((at) => index.entries[at]?.industry.code);
  expect(carts).toEqual(['336999', '423860', '441227', '532284', '722330']);
  const texts = (index.textsOf.get('zz') ?? []).map((at) => index.texts[at]?.text ?? '');
  expect(texts).toEqual(index.texts.flatMap(({ text }) => (text.includes('zz') ? [text] : [])));
});

test.each([
  ['golf', ['go', 'ol', 'lf']],
  ['go', ['go']],
  ['g', []],
  ['', []],
])('the pairs of neighboring letters of %j are %j', (text, pairs) => {
  expect(pairsOf(text)).toEqual(pairs);
});
