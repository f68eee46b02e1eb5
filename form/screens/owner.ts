import { ownersAreAsked } from '../lists/organization-types.ts';
import { askedOf, noOtherOwnersIsDue, ownersOf } from '../situation.ts';
import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Whether there is another beneficial owner; the name follows for each of them (D14, D17). */
export const owner = {
  key: 'owner',
  route: '/apply/owner',
  title: 'Other owners',
  groups: [
    group('questions', ['otherOwner'], {
      label: 'Owners',
      asked: (situation) => ownersOf(situation).length > 0 || noOtherOwnersIsDue(situation),
    }),
    group('owner', ['fullName'], { label: 'Owner', title: 'Who is the other owner?' }),
  ],
  asked: (situation) => ownersAreAsked(askedOf(situation)),
  satisfied: (situation) =>
    ownersOf(situation).length > 0 ||
    situation.questions.otherOwner === true ||
    situation.disclosures.noOtherOwners === true ||
    !noOtherOwnersIsDue(situation),
} as const satisfies Screen;
