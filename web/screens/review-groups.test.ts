import { expect, test } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { wordedReview } from '../../copy/review.ts';
import { stateOf } from '../../tests/support/application-states.ts';
import { groupsOf } from './review-groups.ts';

/** The groups of a part: title, then how many answers it has. */
function groups(part: string) {
  const rows = wordedReview(en, stateOf({})).find(({ id }) => id === part)?.rows ?? [];
  return groupsOf(rows).map(({ title, rows: its }) => [title, its.length]);
}

test('answers stand under the label of the screens that asked for them; a single one needs none', () => {
  expect(groups('business')).toEqual([
    ['Business details', 7],
    ['', 1],
    ['', 1],
    ['Business size', 4],
    ['More about your business', 2],
  ]);
});

test('a part that was asked for under one label needs none', () => {
  expect(groups('proof')).toEqual([['', 1]]);
});
