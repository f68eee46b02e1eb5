import type { Screen } from './screen.ts';

/** What is left to do. Nothing is answered there, so that the way passes it by (D63). */
export const reviewIntro = {
  key: 'review-intro',
  route: '/apply/review/intro',
  groups: [],
  passedBy: () => true,
} as const satisfies Screen;

export const review = {
  key: 'review',
  route: '/apply/review',
  groups: [],
} as const satisfies Screen;
