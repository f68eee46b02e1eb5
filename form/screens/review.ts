/** Declares the screens between the last section and the agreements, in order. */
import type { Screen } from './screen.ts';

/** The route of the review. Answers are changed at URLs below this route. */
export const reviewRoute = '/apply/review';

export const reviewScreens = [
  // This screen appears if the program requires a document that the person hasn't added on an earlier screen (D54, D26).
  {
    key: 'entity-required',
    route: '/apply/entity-required',
    groups: [],
    isSkipped: ({ documentCount, proofAddedLast, proofRequired }) =>
      !proofRequired || (documentCount > 0 && proofAddedLast !== true),
    satisfied: ({ documentCount, proofRequired, proofLater, proofUploading }) =>
      documentCount > 0 || !proofRequired || proofLater || proofUploading === true,
  },
  // Next and Back skip these two screens, because they ask no questions (D63).
  { key: 'section-review', route: '/apply/section-review', groups: [], isSkipped: () => true },
  { key: 'review-intro', route: '/apply/review/intro', groups: [], isSkipped: () => true },
  { key: 'review', route: reviewRoute, groups: [], satisfied: ({ reviewed }) => reviewed === true },
] as const satisfies readonly Screen[];
