/** Apart from `review.ts`, which the page loads later: its routes need this at once. */
import { reviewRoute } from '../screens/review.ts';

/** True for an address below the review, where an answer may be changed. */
export function isEditPath(path: string): boolean {
  return path === `${reviewRoute}/edit` || path.startsWith(`${reviewRoute}/question/`);
}
