/** Apart from `review.ts`, which the page loads later: its routes need this at once. */
import { review } from '../screens/review.ts';

/** True for an address below the review, where an answer may be changed. */
export function isEditPath(path: string): boolean {
  return path === `${review.route}/edit` || path.startsWith(`${review.route}/question/`);
}
