/**
 * Declares the applicant's confirmations in addition to the agreements, which are `disclosures` in the API (spec section 3, D15,
 * D17, D31).
 */
import { noOtherOwnersIsDue } from '../people/ownership.ts';
import type { AnswersOf } from './field.ts';
import { declareFields } from './field.ts';
import { consent, yesNo } from './presets.ts';

export const disclosureFields = declareFields({
  shareInformation: consent(),
  affiliates: consent({ required: false }),
  authority: yesNo(),
  noOtherOwners: { ...consent(), when: (state): boolean => noOtherOwnersIsDue(state) },
});

export type Disclosures = AnswersOf<typeof disclosureFields>;
