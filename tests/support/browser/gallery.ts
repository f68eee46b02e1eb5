/**
 * Lists every screen and dialog in the order of the form: each once before any action and, if possible, once with errors.
 * `npm run screens` and the accessibility tests open all these entries.
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
