import { expect, test } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { wordedReview } from '../../copy/review.ts';
import { personOf, stateOf, theApplicant } from '../../tests/support/application-states.ts';
import { groupsOf, groupsOfPart, partsOf } from './review-groups.ts';

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

test('people are in the part of their section, each under their own name, also if two have the same name', () => {
  const sam = (number: number) => personOf('owner', number, { fullName: 'Sam Lee' });
  const kim = personOf('authorized_user', 1, { fullName: 'Kim Park' });
  const state = stateOf({ personnel: [theApplicant, sam(1), sam(2), kim] });
  const parts = partsOf(wordedReview(en, state));
  expect(parts.map(([{ id }]) => id)).toEqual(['business', 'applicant', 'owners', 'users', 'proof']);
  const titles = parts.map((part) => groupsOfPart(part).map(({ title }) => title));
  expect(titles[2]).toEqual(['', 'Owner: Sam Lee', 'Owner: Sam Lee']);
  expect(titles[3]).toEqual(['', 'Card user: Kim Park']);
});
