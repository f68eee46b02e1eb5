import { reviewRoute } from '../screens/screens.ts';

/**
 * Returns whether this is the path of a page on which an answer of the review is changed. The function has its own file, because
 * the page loads `review.ts` later.
 */
export function isEditPath(path: string): boolean {
  return path === `${reviewRoute}/edit` || path.startsWith(`${reviewRoute}/question/`);
}
