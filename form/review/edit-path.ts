import { reviewRoute } from '../screens/screens.ts';

/**
 * Returns whether an answer in the review is changed at this path. This is in a separate file because the page loads `review.ts`
 * later.
 */
export function isEditPath(path: string): boolean {
  return path === `${reviewRoute}/edit` || path.startsWith(`${reviewRoute}/question/`);
}
