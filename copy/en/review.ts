import { counted } from './counted.ts';

/** The words of the review, and of answers anywhere. */
export const review = {
  yes: 'Yes',
  no: 'No',
  notProvided: 'Not provided',
  /** Shown in place of an answer that an earlier session gave and that isn't shown again (D55). */
  kept: 'Saved',
  noOne: 'No one',
  files: (count: number) => counted(count, 'file'),
  documentsLabel: 'Documents you added',
  ownerTitle: (name: string) => `Owner: ${name}`,
  authorizedUserTitle: (name: string) => `Card user: ${name}`,
  proofTitle: 'Proof of business',
};
