import { reviewRoute } from '../screens/screens.ts';

/** Returns whether an answer in the review is changed at this path. The page loads `review.ts` later than this file. */
export function isEditPath(path: string): boolean {
  return path === `${reviewRoute}/edit` || path.startsWith(`${reviewRoute}/question/`);
}
