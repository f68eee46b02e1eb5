/** Declares the screens about beneficial owners: the question, the screens that are repeated for each owner, and the list. */
import { beneficialOwners, noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import type { Screen } from './screen.ts';
import { addressKeys } from './screen.ts';

export const ownerScreens = [
  {
    key: 'owner',
    route: '/apply/owner',
    groups: [
      { record: 'questions', fields: ['otherOwner'] },
      { record: 'owner', fields: ['fullName'], underYes: true },
    ],
    satisfied: (state) =>
      ownersOf(state).length > 0 ||
      state.questions.otherOwner === true ||
      state.disclosures.noOtherOwners === true ||
      !noOtherOwnersIsDue(state),
  },
  // Skip removes this owner (D14).
  {
    key: 'owner-info',
    route: '/apply/owner/info',
    groups: [
      { record: 'owner', fields: ['dateOfBirth', 'percentageOwned', 'email', 'phoneNumber'] },
      { record: 'owner', fields: ['ssn', 'occupation', 'housingStatus', 'yearsAtResidence'] },
    ],
    skippable: true,
  },
  {
    key: 'owner-address',
    route: '/apply/owner/address',
    groups: [{ record: 'owner', fields: addressKeys, isAddress: true }],
  },
  // Lists everyone who owns 25% or more, and the unclaimed share (D6, D17).
  {
    key: 'owner-list',
    route: '/apply/owner/list',
    groups: [],
    when: (state) =>
      ownersOf(state).length > 0 || (beneficialOwners(state).length > 0 && !noOtherOwnersIsDue(state)),
    satisfied: (state) =>
      state.disclosures.noOtherOwners === true ||
      state.questions.anotherOwner === true ||
      !noOtherOwnersIsDue(state),
  },
] as const satisfies readonly Screen[];
