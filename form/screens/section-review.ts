import type { Screen } from './screen.ts';

export const sectionReview = {
  key: 'section-review',
  route: '/apply/section-review',
  groups: [],
} as const satisfies Screen;
