import type { Copy } from '../copy.ts';
import { counted } from './counted.ts';

/** The words of the review, and of an answer wherever it is shown. */
export const review: Copy['review'] = {
  yes: 'Yes',
  no: 'No',
  notProvided: 'Not provided',
  kept: 'Saved',
  noOne: 'No one',
  files: (count) => counted(count, 'file'),
  documentsLabel: 'Documents you added',
  ownerTitle: (name) => `Owner: ${name}`,
  authorizedUserTitle: (name) => `Card user: ${name}`,
  proofTitle: 'Proof of business',
};
