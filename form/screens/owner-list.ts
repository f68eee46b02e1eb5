import { beneficialOwners, noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import type { Screen } from './screen.ts';

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
