import type { Copy } from '../copy.ts';

/** The words of the review, and of an answer wherever it is shown. */
export const review: Copy['review'] = {
  yes: 'Yes',
  no: 'No',
  notProvided: 'Not provided',
  kept: 'Saved',
  noOne: 'No one',
  files: (count) => `${count} ${count === 1 ? 'file' : 'files'}`,
  documentsLabel: 'Documents you added',
  ownerTitle: (name) => `Owner: ${name}`,
  authorizedUserTitle: (name) => `Card user: ${name}`,
  proofTitle: 'Proof of business',
};
