import { counted } from './counted.ts';

/** The words of the review, and words that stand for answers on any screen. */
export const review = {
  yes: 'Yes',
  no: 'No',
  notProvided: 'Not provided',
  /** Shown instead of an answer from an earlier session, if the page can't show that answer again (D55). */
  kept: 'Saved',
  noOne: 'No one',
  files: (count: number) => counted(count, 'file'),
  documentsLabel: 'Documents you added',
  /** The label of the card users’ names. The applicant also needs a card, but isn’t one of these people. */
  cardUsersLabel: 'Others who need a card',
  ownerTitle: (name: string) => `Owner: ${name}`,
  authorizedUserTitle: (name: string) => `Card user: ${name}`,
  proofTitle: 'Proof of business',
};
