import { reviewRoute } from '../screens/review.ts';

/** Returns whether an answer of the review is changed at a path. A file of its own, because the page loads `review.ts` later. */
export function isEditPath(path: string): boolean {
  return path === `${reviewRoute}/edit` || path.startsWith(`${reviewRoute}/question/`);
}
