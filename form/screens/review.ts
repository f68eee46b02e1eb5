import type { Screen } from './screen.ts';

export const reviewIntro = {
  key: 'review-intro',
  route: '/apply/review/intro',
  groups: [],
} as const satisfies Screen;

export const review = {
  key: 'review',
  route: '/apply/review',
  groups: [],
} as const satisfies Screen;
