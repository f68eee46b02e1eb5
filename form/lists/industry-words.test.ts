import { expect, test } from 'vitest';
import { industries } from './industries.ts';
import { industryWords } from './industry-words.ts';

const codes = new Set(industries.map((industry) => industry.code));
const lines = Object.entries(industryWords);

test('every code of an everyday word is an industry, and occurs once in its line', () => {
  expect(lines.flatMap(([, named]) => named).filter((code) => !codes.has(code))).toEqual([]);
  expect(lines.filter(([, named]) => named.length === 0 || new Set(named).size < named.length)).toEqual([]);
});

test('every everyday word is in lower case and occurs in one line only', () => {
  const words = lines.flatMap(([texts]) => texts.split(', '));
  expect(words.filter((word) => !/^[a-z\d]+( [a-z\d]+)*$/.test(word))).toEqual([]);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});
