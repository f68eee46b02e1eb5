/** What only who is interrupted needs, in a file that nobody else loads: how it ended, and the ways back (D55). */
import { adoptStyles } from '../../lazy/lazy-part.ts';
import styles from '../../theme/resume.css?inline';
import { ContinueOffer } from './continue-offer.tsx';
import { CookiesAlert } from './cookies-alert.tsx';
import { EndedScreen } from './ended-screen.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { FinishLaterSteps } from './finish-later-steps.tsx';
import { putOfferOnIntro } from './offer-on-intro.tsx';
import { ResumeScreen } from './resume-screen.tsx';

// In development Vite takes up a change of a style only where the style is imported as such.
if (import.meta.hot) void import('../../theme/resume.css');
else adoptStyles(styles);

export const resumeScreen = ResumeScreen;

/** Inside the dialog that has a link sent. */
export const finishLaterSteps = FinishLaterSteps;

/** The offer on the first screen, drawn by the page and beside the prerendered one. */
export const continueOffer = ContinueOffer;
export const showOfferOnIntro = putOfferOnIntro;

/** Over the first screen, where the browser takes no cookies. */
export const cookiesAlert = CookiesAlert;

/** The end of an application that was not sent, and the page that says what went wrong. */
export const endedScreen = EndedScreen;
export const errorScreen = ErrorScreen;
