import type { Screen } from './screen.ts';

export const reviewIntro = {
  key: 'review-intro',
  route: '/apply/review/intro',
  title: 'Almost done',
  groups: [],
} as const satisfies Screen;

export const review = {
  key: 'review',
  route: '/apply/review',
  title: 'Check your answers before you agree and submit',
  groups: [],
} as const satisfies Screen;
