/**
 * Every screen and dialog of the page, in the order in which a person can see them: as found and, if possible, in error. `npm run
 * screens` and the accessibility tests go through this list.
 */
import { beginning, business } from './gallery-business.ts';
import { linksFromEmail, savingByEmail } from './gallery-by-email.ts';
import { comingBack } from './gallery-coming-back.ts';
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
  ...comingBack,
  ...savingByEmail,
  ...linksFromEmail,
];
