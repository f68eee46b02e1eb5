/** Declares the applicant's confirmations and the questions of the flow, all answered with Yes or No or with a checkbox. */
import { anotherOwnerCanBe, noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import { anotherUserCanBe } from '../people/people.ts';
import { type AnswersOf, declareFields } from './field.ts';
import { consent, yesNo } from './presets.ts';

/** The confirmations other than the agreements. The API calls them `disclosures` (spec section 3, D15, D17, D31). */
export const disclosureFields = declareFields({
  shareInformation: consent,
  affiliates: { ...consent, rules: [{ kind: 'invalid' }] },
  authority: yesNo,
  noOtherOwners: { ...consent, when: (state): boolean => noOtherOwnersIsDue(state) },
});

/** The questions that determine the next screens. Their answers aren't stored, but derived from the rest of a loaded draft. */
export const questionFields = declareFields({
  billingSame: yesNo,
  guarantor: yesNo,
  otherOwner: { ...yesNo, when: (state): boolean => ownersOf(state).length > 0 || noOtherOwnersIsDue(state) },
  anotherOwner: { ...yesNo, when: (state): boolean => anotherOwnerCanBe(state) },
  authorizedUser: yesNo,
  anotherUser: { ...yesNo, when: (state): boolean => anotherUserCanBe(state) },
});

export type Disclosures = AnswersOf<typeof disclosureFields>;
export type Questions = AnswersOf<typeof questionFields>;
