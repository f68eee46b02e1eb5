/**
 * Declares the questions of the flow, whose answers determine which screens come next. These answers are not stored. When a draft
 * is resumed, they are derived from the billing fields, the owners, the authorized users and `guarantorId`.
 */

import { anotherOwnerCanBe, noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import { anotherUserCanBe } from '../people/people.ts';
import type { AnswersOf } from './field.ts';
import { declareFields } from './field.ts';
import { yesNo } from './presets.ts';

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
