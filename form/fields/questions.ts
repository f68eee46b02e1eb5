/**
 * Questions whose answers decide which screens come next. They are not stored: a resumed draft derives them from the
 * billing fields, owners, authorized users and `guarantorId`.
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
