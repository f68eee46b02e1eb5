import { expect, test } from 'vitest';
import { taxIdEndIn } from './known-facts.ts';

test.each(['5926', ' 5926 ', '59-26', '５９２６'])('%j is the end of a tax ID', (typed) => {
  expect(taxIdEndIn(typed)).toBe('5926');
});

test.each(['', '592', '59261', '59a26', '84-7315926'])('%j is none', (typed) => {
  expect(taxIdEndIn(typed)).toBeUndefined();
});
