import type { Screen } from './screen.ts';

/** What is left to do. Nothing is answered there, so that the way passes it by (D63). */
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
