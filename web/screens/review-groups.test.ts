import { expect, test } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { wordedReview } from '../../copy/review.ts';
import { stateOf } from '../../tests/support/application-states.ts';
import { groupsOf } from './review-groups.ts';

/** Returns the title and the number of answers of each group of a card. */
function groups(part: string) {
  const rows = wordedReview(en, stateOf({})).find(({ id }) => id === part)?.rows ?? [];
  return groupsOf(rows).map(({ title, rows: its }) => [title, its.length]);
}

test('answers are grouped under the label of their screens; a single answer has no title', () => {
  expect(groups('business')).toEqual([
    ['Business details', 7],
    ['', 1],
    ['', 1],
    ['Business size', 4],
    ['More about your business', 2],
  ]);
});

test('a card with answers under one label has no titles', () => {
  expect(groups('proof')).toEqual([['', 1]]);
});
