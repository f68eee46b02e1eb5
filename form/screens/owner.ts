/** The screens about beneficial owners, in order. All but the list are repeated for each owner. */
import { beneficialOwners, noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Whether there is another beneficial owner; the name follows for each of them (D14, D17). */
export const owner = {
  key: 'owner',
  route: '/apply/owner',
  groups: [group('questions', ['otherOwner']), group('owner', ['fullName'])],
  satisfied: (state) =>
    ownersOf(state).length > 0 ||
    state.questions.otherOwner === true ||
    state.disclosures.noOtherOwners === true ||
    !noOtherOwnersIsDue(state),
} as const satisfies Screen;

/** Skipping it removes the owner who was begun (D14). */
export const ownerInfo = {
  key: 'owner-info',
  route: '/apply/owner/info',
  groups: [
    group('owner', ['dateOfBirth', 'percentageOwned', 'email', 'phoneNumber']),
    group('owner', ['ssn', 'occupation', 'housingStatus', 'yearsAtResidence']),
  ],
  skippable: true,
} as const satisfies Screen;

export const ownerAddress = {
  key: 'owner-address',
  route: '/apply/owner/address',
  groups: [
    group('owner', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], { isAddress: true }),
  ],
} as const satisfies Screen;

/** Everyone who owns 25 % or more, with what is left unclaimed (D6, D17). */
export const ownerList = {
  key: 'owner-list',
  route: '/apply/owner/list',
  groups: [],
  when: (state) =>
    ownersOf(state).length > 0 || (beneficialOwners(state).length > 0 && !noOtherOwnersIsDue(state)),
  satisfied: (state) =>
    state.disclosures.noOtherOwners === true ||
    state.questions.anotherOwner === true ||
    !noOtherOwnersIsDue(state),
} as const satisfies Screen;
