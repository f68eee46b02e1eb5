/** The screens between the last section and the agreements, in order. */
import type { Screen } from './screen.ts';

/** The route of the review; an answer is changed at an address below it. */
export const reviewRoute = '/apply/review';

export const reviewScreens = [
  // Shown if the program requires a document that was not added before (D54, D26).
  {
    key: 'entity-required',
    route: '/apply/entity-required',
    groups: [],
    isSkipped: ({ documentCount, proofAddedLast, proofRequired }) =>
      !proofRequired || (documentCount > 0 && proofAddedLast !== true),
    satisfied: ({ documentCount, proofRequired, proofLater, proofUploading }) =>
      documentCount > 0 || !proofRequired || proofLater || proofUploading === true,
  },
  // Next and Back skip the sections and the introduction, because nothing is answered there (D63).
  { key: 'section-review', route: '/apply/section-review', groups: [], isSkipped: () => true },
  { key: 'review-intro', route: '/apply/review/intro', groups: [], isSkipped: () => true },
  { key: 'review', route: reviewRoute, groups: [], satisfied: ({ reviewed }) => reviewed === true },
] as const satisfies readonly Screen[];
