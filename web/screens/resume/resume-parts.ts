/** The module of `ResumeParts` (`lazy/parts.ts`); it loads only after an interruption (D55). */
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
export const endedScreen = EndedScreen;
export const errorScreen = ErrorScreen;
export const finishLaterSteps = FinishLaterSteps;
export const continueOffer = ContinueOffer;
export const showOfferOnIntro = putOfferOnIntro;
export const cookiesAlert = CookiesAlert;
