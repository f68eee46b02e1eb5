import { counted } from './counted.ts';

/** The words of the review, and of an answer anywhere else. */
export const review = {
  yes: 'Yes',
  no: 'No',
  notProvided: 'Not provided',
  /** In place of an answer that an earlier session gave and that is not shown again (D55). */
  kept: 'Saved',
  noOne: 'No one',
  files: (count: number) => counted(count, 'file'),
  documentsLabel: 'Documents you added',
  ownerTitle: (name: string) => `Owner: ${name}`,
  authorizedUserTitle: (name: string) => `Card user: ${name}`,
  proofTitle: 'Proof of business',
};
