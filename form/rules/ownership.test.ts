import { describe, expect, test } from 'vitest';
import {
  businessAnswers,
  messageFor,
  obeysRule,
  personOf,
  stateOf,
} from '../../tests/support/application-states.ts';
import { applicantFields, ownerFields } from '../fields/personnel.ts';
import { ruleContext } from '../validation/rule-context.ts';

test.each([
  [24.99, false],
  [25, true],
  [25.01, true],
  [0, false],
])('ownerMinimum 25: %d → %s (D6)', (answer, expected) => {
  expect(obeysRule({ kind: 'ownerMinimum', min: 25 }, answer)).toBe(expected);
});

test.each([
  ['24.99', 'Percentage owned must be at lease 25%'],
  ['25', null],
  ['100', null],
  ['100.01', 'Must be less than 100'],
])('an owner’s share typed as %s → %j', (typed, message) => {
  expect(messageFor(ownerFields.percentageOwned, typed)).toBe(message);
});

const exceeded = (unclaimed: string) =>
  `Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: ${unclaimed}%`;

/** Returns the error message for the share that is typed for a new owner. `ownerShares` are the shares of the other owners. */
function messageBeside(applicantShare: number, ownerShares: readonly number[], typed: string) {
  const personnel = [
    personOf('applicant', 1, { percentageOwned: applicantShare }),
    ...ownerShares.map((percentageOwned, index) => personOf('owner', index + 1, { percentageOwned })),
  ];
  return messageFor(ownerFields.percentageOwned, typed, ruleContext(stateOf({ personnel }), {}));
}

describe('totalOwnership: applicant and owners hold 100 % at most (D6)', () => {
  test.each([
    [40, [], '60', null],
    [40, [], '60.01', exceeded('60')],
    [0, [], '100', null],
    [33.33, [33.33], '33.33', null],
    [33.33, [33.33], '33.34', null],
    [33.33, [33.33], '33.35', exceeded('33.34')],
    [0.07, [70.01], '29.92', null],
    [0.07, [70.01], '29.93', exceeded('29.92')],
    [25, [25, 25], '25', null],
    [100, [], '25', exceeded('0')],
  ] as const)('applicant with %d %%, owners with %j %%: %s → %j', (applicant, owners, typed, message) => {
    expect(messageBeside(applicant, owners, typed)).toBe(message);
  });
});

test('a person’s stored share does not count against their new one', () => {
  const applicant = personOf('applicant', 1, { percentageOwned: 90 });
  const context = ruleContext(stateOf({ personnel: [applicant] }), {}, applicant);
  expect(messageFor(applicantFields.percentageOwned, '100', context)).toBeNull();
});

test('the applicant’s share is checked together with the owners’', () => {
  const applicant = personOf('applicant');
  const owner = personOf('owner', 1, { percentageOwned: 60 });
  const context = ruleContext(stateOf({ personnel: [applicant, owner] }), {}, applicant);
  expect(messageFor(applicantFields.percentageOwned, '40', context)).toBeNull();
  expect(messageFor(applicantFields.percentageOwned, '40.01', context)).toBe(exceeded('40'));
});

test('shares beyond 100 % leave nothing unclaimed, and the message says so', () => {
  const personnel = [
    personOf('applicant', 1, { percentageOwned: 70 }),
    personOf('owner', 1, { percentageOwned: 60 }),
  ];
  const context = ruleContext(stateOf({ personnel }), {});
  expect(messageFor(ownerFields.percentageOwned, '25', context)).toBe(exceeded('0'));
});

test('an applicant who is not asked for a share counts with the implied one', () => {
  const applicationData = { ...businessAnswers, organizationType: 'sole_proprietorship' } as const;
  const personnel = [personOf('applicant', 1, { percentageOwned: 10 })];
  const context = ruleContext(stateOf({ applicationData, personnel }), {});
  expect(messageFor(ownerFields.percentageOwned, '25', context)).toBe(exceeded('0'));
});

test('an empty share breaks only the rule `required`', () => {
  expect(obeysRule({ kind: 'totalOwnership' }, null, { unclaimedShare: -1 })).toBe(true);
  expect(messageFor(ownerFields.percentageOwned, '')).toBe('Required Field');
});
