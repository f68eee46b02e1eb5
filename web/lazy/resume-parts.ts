/**
 * What only who was interrupted needs: how a session ended, and the way back into a draft (D55). In a file of its own, so
 * that nobody else loads it.
 */

import { ownScreens } from './custom-screens.ts';
import { later } from './lazy-part.ts';

/** What the module holds. */
export type ResumeParts = typeof import('../screens/resume/resume-parts.ts');

export const resumeParts = later(['web/screens/resume/resume-parts.ts'], async () => {
  // It stands on their styles and drawings.
  await ownScreens.load();
  return import('../screens/resume/resume-parts.ts');
});
