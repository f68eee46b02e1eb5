import { expect, test } from 'vitest';
import {
  allConfirmed,
  confirmed,
  personOf,
  stateOf,
  stepOf,
} from '../../tests/support/application-states.ts';
import { progressAt } from './progress.ts';

const applicant = personOf('applicant', 1, { percentageOwned: 40 });
const owners = [1, 2].map((number) => personOf('owner', number, { percentageOwned: 25 }));

test('counts five sections, of which those before the step are done and those after it are not', () => {
  const { section, done } = progressAt(stepOf('applicant', 2), stateOf());
  expect(section).toBe('applicant');
  expect(done).toEqual([1, expect.any(Number), 0, 0, 0]);
  expect(done[1]).toBeGreaterThan(0);
  expect(done[1]).toBeLessThan(1);
});

test('the steps before the first section are the beginning of its line', () => {
  const [intro, question, business] = [stepOf('start'), stepOf('control-question'), stepOf('business')].map(
    (step) => progressAt(step, stateOf()).done[0] ?? 0,
  );
  expect(intro).toBeGreaterThan(0);
  expect(question).toBeGreaterThan(intro ?? 1);
  expect(business).toBeGreaterThan(question ?? 1);
});

test('a further person moves the line on from the list, however many there are', () => {
  const one = stateOf({ personnel: [applicant, ...owners.slice(0, 1)], questions: { anotherOwner: true } });
  const two = stateOf({ personnel: [applicant, ...owners] });
  const shares = [
    progressAt(stepOf('owner-list'), one),
    progressAt(stepOf('owner', 2, { owner: 2 }), one),
    progressAt(stepOf('owner-address', 1, { owner: 2 }), two),
    progressAt(stepOf('owner-list'), two),
  ].map(({ done }) => done[2]);
  expect(shares).toEqual(shares.toSorted());
  expect(new Set(shares).size).toBe(4);
});

test('the minutes left are whole, more with another person, and fewer once sections are confirmed', () => {
  const withoutOwner = stateOf({ personnel: [applicant] });
  const withOwner = stateOf({ personnel: [applicant, ...owners.slice(0, 1)] });
  const minutes = (state: typeof withoutOwner) => progressAt(stepOf('business'), state).minutesLeft;
  expect(minutes(withoutOwner)).toBeGreaterThan(5);
  expect(minutes(withOwner)).toBeGreaterThan(minutes(withoutOwner));
  expect(minutes({ ...withOwner, sections: confirmed('applicant') })).toBeLessThan(minutes(withOwner));
  // What is left of the business itself, to be gone through again, and of the review.
  expect(minutes({ ...withOwner, sections: allConfirmed })).toBeLessThan(minutes(withoutOwner) / 2);
  expect(Number.isInteger(minutes(withOwner))).toBe(true);
  expect(progressAt(stepOf('agreement-controlling-party'), withoutOwner).minutesLeft).toBe(1);
});
