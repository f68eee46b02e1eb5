import { expect, test } from 'vitest';
import { customScreens } from '../../copy/en/custom-screens.ts';
import { en } from '../../copy/en/en.ts';
import { wordedReview } from '../../copy/review.ts';
import type { FieldWords } from '../../form/fields/form.ts';
import { personOf, stateOf, theApplicant } from '../../tests/support/application-states.ts';
import { digestOf, groupsOfPart, partsOf, shownLabel } from './review-groups.ts';

test('a question has a short label, an address of a person too, and the words of a program stay', () => {
  const { labels } = customScreens.review;
  const personnel = [theApplicant, personOf('owner', 1), personOf('authorized_user', 1)];
  const rows = wordedReview(en, stateOf({ personnel })).flatMap((card) => card.rows);
  const labelled = (own: FieldWords) => rows.map((row) => shownLabel(row, labels, own));
  expect(labelled({})).toEqual(
    expect.arrayContaining(['Main business', 'Business address', 'Share of the business', 'Home address']),
  );
  expect(labelled({}).filter((label) => /\?|optional/.test(label))).toEqual([]);
  expect(labelled({ 'application.businessType': { label: 'Your trade' } })).toContain(
    en.fields.application.businessType.label,
  );
});

test('people are in the part of their section, each under their own name, also if two have the same name', () => {
  const sam = (number: number) => personOf('owner', number, { fullName: 'Sam Lee' });
  const kim = personOf('authorized_user', 1, { fullName: 'Kim Park' });
  const state = stateOf({ personnel: [theApplicant, sam(1), sam(2), kim] });
  const parts = partsOf(wordedReview(en, state));
  expect(parts.map(([{ id }]) => id)).toEqual(['business', 'applicant', 'owners', 'users', 'proof']);
  const digests = parts.map(([{ rows }]) => digestOf(rows, { ...customScreens.review, none: 'None' }));
  expect(digests[3]).toBe('You, Kim Park');
  const titles = parts.map((part) => groupsOfPart(part).map(({ title }) => title));
  expect(titles[2]).toEqual(['', 'Owner: Sam Lee', 'Owner: Sam Lee']);
  expect(titles[3]).toEqual(['', 'Card user: Kim Park']);
});
