/** The screens between the last section and the agreements, in order. */
import type { Screen } from './screen.ts';

/** Which documents prove the business. Shown if the program requires one that was not added before (D54, D26). */
export const entityRequired = {
  key: 'entity-required',
  route: '/apply/entity-required',
  groups: [],
  passedBy: ({ documentCount, proofAddedLast, proofRequired }) =>
    !proofRequired || (documentCount > 0 && proofAddedLast !== true),
  satisfied: ({ documentCount, proofRequired, proofLater, proofUnderWay }) =>
    documentCount > 0 || !proofRequired || proofLater || proofUnderWay === true,
} as const satisfies Screen;

/** The sections with their state. Next and Back skip it, because nothing is open there once it can be visited (D63). */
export const sectionReview = {
  key: 'section-review',
  route: '/apply/section-review',
  groups: [],
  passedBy: () => true,
} as const satisfies Screen;

/** What is left to do. Next and Back skip it, because nothing is answered there (D63). */
export const reviewIntro = {
  key: 'review-intro',
  route: '/apply/review/intro',
  groups: [],
  passedBy: () => true,
} as const satisfies Screen;

/** Every answer, to be confirmed before anything is signed. */
export const review = {
  key: 'review',
  route: '/apply/review',
  groups: [],
  satisfied: ({ reviewed }) => reviewed === true,
} as const satisfies Screen;
