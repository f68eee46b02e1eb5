import { later } from '../later.ts';

/** The dialog that has a link sent, and the page that the link opens. */
export const byEmail = later(['web/resume/by-email.ts'], () => import('./by-email.ts'));
