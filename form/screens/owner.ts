import { noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
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
