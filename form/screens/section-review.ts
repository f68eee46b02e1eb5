import type { Screen } from './screen.ts';

/** The sections with their state. Nothing is open there once it may be visited, so that the way passes it by (D63). */
export const sectionReview = {
  key: 'section-review',
  route: '/apply/section-review',
  groups: [],
  passedBy: () => true,
} as const satisfies Screen;
