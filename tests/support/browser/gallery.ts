/**
 * Every screen and every dialog of the page, in the order in which a person can meet them: as it is found, and where
 * it can be, in error. What looks at all of them (`npm run screens`, the tests of accessibility) reads this list.
 */
import { beginning, business } from './gallery-business.ts';
import { agreements, documentsAndReview, endings, overAnyScreen } from './gallery-ends.ts';
import type { GalleryEntry } from './gallery-entry.ts';
import { applicant, cardUsers, owners } from './gallery-people.ts';

export const gallery: readonly GalleryEntry[] = [
  ...beginning,
  ...business,
  ...applicant,
  ...owners,
  ...cardUsers,
  ...documentsAndReview,
  ...agreements,
  ...endings,
  ...overAnyScreen,
];
