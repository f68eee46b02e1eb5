/** What the applicant confirms beside the agreements: `disclosures` on the wire (spec section 3, D15, D17, D31). */
import type { AnswersOf } from './field.ts';
import { declareFields } from './field.ts';
import { consent, yesNo } from './patterns/choices.ts';

export const disclosureFields = declareFields({
  shareInformation: consent({
    label: 'I have read this and I agree',
    help: 'We list who gets your answers and why. You must agree to go on.',
    required: 'Tick the box to agree.',
  }),
  affiliates: consent({
    label:
      'You may share my details with your affiliates so that they can tell me about their own offers (optional)',
    help: 'This is your choice. It does not change your application.',
    required: false,
  }),
  authority: yesNo({
    label: 'Are you at least 18, do you live in the US, and do you have authority to act for the business?',
    help: 'You can sign for debts of the business. If you say no, you cannot go on. Your local merchant can help.',
    required: 'Choose yes or no.',
  }),
  noOtherOwners: consent({
    label: 'No one else owns 25% or more',
    help: 'Tick this if every owner of 25% or more is listed.',
    required: 'Tick the box if it is so, or add the owner.',
  }),
});

export type Disclosures = AnswersOf<typeof disclosureFields>;
