/**
 * Questions that only steer the way through the form. Their answers are not sent as such: what follows from them is
 * (billing fields, owners, authorized users, `guarantorId`), and on return they are read off from that.
 */

import { anotherOwnerCanBe, noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import { anotherUserCanBe } from '../people/people.ts';
import type { AnswersOf } from './field.ts';
import { declareFields } from './field.ts';
import { yesNo } from './presets/choices.ts';

export const questionFields = declareFields({
  billingSame: yesNo(),
  guarantor: yesNo(),
  otherOwner: {
    ...yesNo(),
    when: (state): boolean => ownersOf(state).length > 0 || noOtherOwnersIsDue(state),
  },
  anotherOwner: { ...yesNo(), when: (state): boolean => anotherOwnerCanBe(state) },
  authorizedUser: yesNo(),
  anotherUser: { ...yesNo(), when: (state): boolean => anotherUserCanBe(state) },
});

export type Questions = AnswersOf<typeof questionFields>;
