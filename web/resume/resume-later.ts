/**
 * What only who was interrupted needs: how a session ended, and the way back into a draft (D55). In a file of its own, so
 * that nobody else loads it.
 */
import { later } from '../later.ts';
import { ownScreens } from '../screens/own-screens-later.ts';

/** What the module holds. */
export type ResumeParts = typeof import('./resume.ts');

export const resumeParts = later(['web/resume/resume.ts'], async () => {
  // It stands on their styles and drawings.
  await ownScreens.load();
  return import('./resume.ts');
});
