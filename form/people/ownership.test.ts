import { describe, expect, test } from 'vitest';
import { personOf } from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import type { OrganizationType } from '../lists/organization-types.ts';
import {
  anotherOwnerCanBe,
  beneficialOwners,
  countedAnswers,
  noOtherOwnersIsDue,
  ownersOf,
  shareOf,
  unclaimedShare,
} from './ownership.ts';
import { anotherUserCanBe, applicantOf, authorizedUsersOf, personnelLimits } from './people.ts';

/** Returns a business with this legal form and with these shares of the applicant and the owners, in percent. */
function business(
  organizationType: OrganizationType | null,
  applicantShare: number | null,
  ...ownerShares: readonly (number | null)[]
): Pick<ApplicationState, 'applicationData' | 'personnel'> {
  return {
    applicationData: { organizationType },
    personnel: [
      personOf('applicant', 1, { percentageOwned: applicantShare }),
      ...ownerShares.map((percentageOwned, index) => personOf('owner', index + 1, { percentageOwned })),
      personOf('authorized_user', 1, { percentageOwned: 50 }),
    ],
  };
}

const applicantShare = (state: Pick<ApplicationState, 'applicationData' | 'personnel'>) => {
  const applicant = applicantOf(state);
  return applicant && shareOf(state, applicant);
};

describe('the applicant’s share', () => {
  test.each([
    ['llc', 40, 40_00],
    ['llc', 33.33, 33_33],
    ['llc', null, 0],
    [null, 40, 40_00],
    ['sole_proprietorship', null, 100_00],
    ['sole_proprietorship', 40, 100_00],
    ['municipality', 40, 0],
    ['non_profit', null, 0],
  ] as const)('of a %s, given as %j, is %d hundredths of a percent (D6)', (type, given, share) => {
    expect(applicantShare(business(type, given))).toBe(share);
  });

  test('replaces the given share in the answers if the legal form determines it', () => {
    const soleOwner = personOf('applicant', 1, { percentageOwned: 40 });
    const counted = (organizationType: OrganizationType) =>
      countedAnswers({ applicationData: { organizationType } }, soleOwner);
    expect(counted('sole_proprietorship')).toEqual({ ...soleOwner.answers, percentageOwned: 100 });
    expect(counted('llc')).toEqual(soleOwner.answers);
  });

  test('an authorized user has no share, even if one was sent', () => {
    const state = business('llc', 40);
    expect(authorizedUsersOf(state).map((user) => shareOf(state, user))).toEqual([0]);
  });
});

describe('the unclaimed share', () => {
  test.each([
    [business('llc', 40), 60_00],
    [business('llc', 40, 30), 30_00],
    [business('llc', 33.33, 33.33, 33.33), 1],
    [business('llc', 33.33, 33.33, 33.34), 0],
    [business('llc', 0.07, 0.01), 99_92],
    [business('llc', 40, null), 60_00],
    [business('llc', 60, 60), -20_00],
    [business('sole_proprietorship', null), 0],
    [business('municipality', null), 100_00],
    [{ applicationData: {}, personnel: [] }, 100_00],
  ])('%#: %d hundredths', (state, unclaimed) => {
    expect(unclaimedShare(state)).toBe(unclaimed);
  });

  test('excludes the person who is being asked', () => {
    const state = business('llc', 40, 30);
    expect(unclaimedShare(state, personOf('owner', 1).id)).toBe(60_00);
    expect(unclaimedShare(state, personOf('applicant').id)).toBe(70_00);
    expect(unclaimedShare(state, 'nobody')).toBe(30_00);
  });
});

describe('beneficial owners (D6)', () => {
  test.each([
    ['an applicant with 24.99 % is not an owner', business('llc', 24.99), []],
    ['an applicant with 25 % is listed once', business('llc', 25), ['applicant']],
    ['the applicant comes first', business('llc', 40, 30, 30), ['applicant', 'owner', 'owner']],
    ['owners without a share yet are listed', business('llc', 10, null), ['owner']],
    ['a sole proprietor is not asked', business('sole_proprietorship', null), []],
    ['a municipality is not asked', business('municipality', null, 30), []],
  ])('%s', (_what, state, kinds) => {
    expect(beneficialOwners(state).map(({ personnelType }) => personnelType)).toEqual(kinds);
  });

  test('can be four: 25 % each fill the whole', () => {
    const state = business('llc', 25, 25, 25, 25);
    expect(beneficialOwners(state)).toHaveLength(4);
    expect(unclaimedShare(state)).toBe(0);
    expect(noOtherOwnersIsDue(state)).toBe(false);
  });
});

describe('“No one else owns 25% or more” is asked exactly while 25 % is unclaimed (D17)', () => {
  test.each([
    [business('llc', 75), true],
    [business('llc', 75.01), false],
    [business('llc', 40, 35), true],
    [business('llc', 40, 35.01), false],
    [business('llc', 0), true],
    [business(null, null), true],
    [business('sole_proprietorship', null), false],
    [business('municipality', null), false],
    [business('non_profit', null), false],
  ])('%#: %s', (state, due) => {
    expect(noOtherOwnersIsDue(state)).toBe(due);
  });
});

describe('how many people there can be', () => {
  test('one applicant, four owners and ten card users', () => {
    expect(personnelLimits).toEqual({ applicant: 1, owner: 4, authorized_user: 10 });
  });

  test('a fifth owner cannot be added, nor one for whom 25 % is not left (D6)', () => {
    expect(anotherOwnerCanBe(business('llc', 0, null, null, null))).toBe(true);
    expect(anotherOwnerCanBe(business('llc', 0, null, null, null, null))).toBe(false);
    expect(anotherOwnerCanBe(business('llc', 40, 40))).toBe(false);
  });

  test('an eleventh card user cannot be added', () => {
    const users = Array.from({ length: 10 }, (_, index) => personOf('authorized_user', index));
    expect(anotherUserCanBe({ personnel: users.slice(1) })).toBe(true);
    expect(anotherUserCanBe({ personnel: users })).toBe(false);
  });
});

test('people are found by kind, in the order in which they were entered', () => {
  const personnel = [
    personOf('authorized_user', 2),
    personOf('owner', 2),
    personOf('applicant'),
    personOf('owner', 1),
  ];
  expect(ownersOf({ applicationData: {}, personnel })).toEqual([personnel[1], personnel[3]]);
  expect(authorizedUsersOf({ personnel })).toEqual([personnel[0]]);
  expect(applicantOf({ personnel })).toBe(personnel[2]);
  expect(applicantOf({ personnel: [] })).toBeUndefined();
});
