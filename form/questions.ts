/**
 * Questions that only steer the way through the form. Their answers are not sent as such: what follows from them is
 * (billing fields, owners, authorized users, `guarantorId`), and on return they are read off from that.
 */
import type { AnswersOf } from './field.ts';
import { declareFields } from './field.ts';
import { yesNo } from './patterns/choices.ts';

export const questionFields = declareFields({
  billingSame: yesNo({
    label: 'Is your billing address the same as your business address?',
    help: 'Where bills for the account should go.',
    required: 'Choose yes or no.',
  }),
  guarantor: yesNo({
    label: 'Will you guarantee this account?',
    help: 'If the business does not pay, you must pay from your own money. If a guarantee is required and you say no, you cannot go on.',
    required: 'Choose yes or no.',
  }),
  otherOwner: yesNo({
    label: 'Does anyone else own 25% or more?',
    help: 'Federal rules tell banks to record each person who owns 25% or more.',
    required: 'Choose yes or no.',
  }),
  anotherOwner: yesNo({
    label: 'Do you want to add another owner?',
    required: 'Choose yes or no.',
  }),
  authorizedUser: yesNo({
    label: 'Should anyone else have a card?',
    help: 'This person may buy with the account. The business pays. You can skip this.',
    required: 'Choose yes or no.',
  }),
  anotherUser: yesNo({
    label: 'Do you want to add another card user?',
    required: 'Choose yes or no.',
  }),
});

export type Questions = AnswersOf<typeof questionFields>;
