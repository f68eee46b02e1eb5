import { beneficialOwners, noOtherOwnersIsDue, ownersOf } from '../situation.ts';
import type { Screen } from './screen.ts';

/** Everyone who owns 25 % or more, with what is left unclaimed (D6, D17). */
export const ownerList = {
  key: 'owner-list',
  route: '/apply/owner/list',
  title: 'Owners of 25% or more',
  groups: [],
  asked: (situation) =>
    ownersOf(situation).length > 0 ||
    (beneficialOwners(situation).length > 0 && !noOtherOwnersIsDue(situation)),
  satisfied: (situation) =>
    situation.disclosures.noOtherOwners === true ||
    situation.questions.anotherOwner === true ||
    !noOtherOwnersIsDue(situation),
} as const satisfies Screen;
