import { reviewRoute } from '../screens/review.ts';

/** True for an address at which the review changes an answer. The page needs it before it loads `review.ts`. */
export function isEditPath(path: string): boolean {
  return path === `${reviewRoute}/edit` || path.startsWith(`${reviewRoute}/question/`);
}
