import { describe, expect, test } from 'vitest';
import {
  allConfirmed,
  confirmed,
  personOf,
  stateOf,
  stepOf,
} from '../../tests/support/application-states.ts';
import { progressAt } from './progress.ts';
import { stepAt } from './steps.ts';

const applicant = personOf('applicant', 1, { percentageOwned: 40 });
const owners = [1, 2].map((number) => personOf('owner', number, { percentageOwned: 25 }));

test('counts five sections: sections before the step are done, and sections after it are not', () => {
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

test('another person adds to the progress at the list, however many people there are', () => {
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
  // If all sections are confirmed, only the step `business`, the review and the agreements are left.
  expect(minutes({ ...withOwner, sections: allConfirmed })).toBeLessThan(minutes(withoutOwner) / 2);
  expect(Number.isInteger(minutes(withOwner))).toBe(true);
  expect(progressAt(stepOf('agreement-controlling-party'), withoutOwner).minutesLeft).toBe(1);
});

test('what is left to read are the agreements that may be needed and that the person has not agreed to', () => {
  const atStart = stateOf({ applicationData: { guarantorId: null } });
  const toRead = (state: typeof atStart) => progressAt(stepOf('business'), state).toRead;
  expect(toRead(atStart)).toEqual(['esign', 'terms', 'guarantor', 'controlling-party']);
  const declined = { ...atStart, questions: { ...atStart.questions, guarantor: false } };
  expect(toRead(declined)).toEqual(['esign', 'terms', 'controlling-party']);
  expect(toRead({ ...declined, agreed: { ...declined.agreed, terms: true } })).toEqual([
    'esign',
    'controlling-party',
  ]);
});

describe('the progress line and the minutes at each step', () => {
  const state = stateOf({
    personnel: [applicant, ...owners.slice(0, 1)],
    questions: { billingSame: false, anotherOwner: true, authorizedUser: true },
    documentCount: 0,
    proofRequired: true,
  });

  test.each([
    ['/apply', [2.5, 0, 0, 0, 0], 15],
    ['/apply/control-question', [15, 0, 0, 0, 0], 15],
    ['/apply/business', [23.8, 0, 0, 0, 0], 14],
    ['/apply/business?part=2', [36.3, 0, 0, 0, 0], 14],
    ['/apply/business/additional', [78.8, 0, 0, 0, 0], 12],
    ['/apply/business/additional/proof', [97.5, 0, 0, 0, 0], 11],
    ['/apply/applicant', [100, 9.5, 0, 0, 0], 10],
    ['/apply/applicant/guarantor-question', [100, 95.2, 0, 0, 0], 8],
    ['/apply/owner', [100, 100, 10, 0, 0], 8],
    ['/apply/owner?part=2&owner=1', [100, 100, 23.1, 0, 0], 8],
    ['/apply/owner/info?part=2&owner=1', [100, 100, 49.8, 0, 0], 7],
    ['/apply/owner/list', [100, 100, 73.3, 0, 0], 6],
    ['/apply/owner/address?owner=2', [100, 100, 82.4, 0, 0], 4],
    ['/apply/authorized-user', [100, 100, 100, 10, 0], 4],
    ['/apply/authorized-user/info?user=1', [100, 100, 100, 38.7, 0], 4],
    ['/apply/entity-required', [100, 100, 100, 100, 4.2], 2],
    ['/apply/review', [100, 100, 100, 100, 29.2], 2],
    ['/apply/agreement/terms', [100, 100, 100, 100, 58.3], 1],
    ['/apply/agreement/controlling-party', [100, 100, 100, 100, 91.7], 1],
  ])('%s', (url, percent, minutes) => {
    const [path = '', search = ''] = url.split('?');
    const step = stepAt(path, search);
    const { done, minutesLeft } = progressAt(step ?? stepOf('start'), state);
    expect(done.map((share) => Math.round(share * 1000) / 10)).toEqual(percent);
    expect(minutesLeft).toBe(minutes);
  });

  test('the intro counts as a step of its own', () => {
    const municipality = stateOf({ applicationData: { organizationType: 'municipality' } });
    expect(progressAt(stepOf('start'), municipality).minutesLeft).toBe(9);
    expect(progressAt(stepOf('share-information'), municipality).minutesLeft).toBe(9);
  });
});
