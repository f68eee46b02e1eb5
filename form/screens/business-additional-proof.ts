import type { Screen } from './screen.ts';

/** A document that shows that the business exists; it can be skipped here (D14, D29). */
export const businessAdditionalProof = {
  key: 'business-additional-proof',
  route: '/apply/business/additional/proof',
  groups: [],
  skippable: true,
} as const satisfies Screen;
