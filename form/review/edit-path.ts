import { reviewRoute } from '../screens/screens.ts';

/**
 * Returns whether the page at this path changes an answer of the review. This function isn't in `review.ts`, because that file
 * loads later.
 */
export function isEditPath(path: string): boolean {
  return path === `${reviewRoute}/edit` || path.startsWith(`${reviewRoute}/question/`);
}
