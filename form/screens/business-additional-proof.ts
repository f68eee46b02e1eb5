import type { Screen } from './screen.ts';

/** A paper that shows that the business exists; it can be skipped here (D14, D29). */
export const businessAdditionalProof = {
  key: 'business-additional-proof',
  route: '/apply/business/additional/proof',
  title: 'Proof of business (optional)',
  groups: [],
  skip: 'Skip this step',
} as const satisfies Screen;
