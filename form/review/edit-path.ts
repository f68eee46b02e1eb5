import { reviewRoute } from '../screens/screens.ts';

/**
 * Returns whether a person changes an answer from the review at this path. This function has its own file, because the page loads
 * `review.ts` later.
 */
export function isEditPath(path: string): boolean {
  return path === `${reviewRoute}/edit` || path.startsWith(`${reviewRoute}/question/`);
}
