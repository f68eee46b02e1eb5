/** The module that provides `ResumeParts` (`lazy/parts.ts`). It loads only after an interruption (D55). */
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { adoptStyles } from '../../lazy/lazy-part.ts';
import styles from '../../theme/resume.css?inline';
import { ContinueOffer } from './continue-offer.tsx';
import { CookiesAlert } from './cookies-alert.tsx';
import { EndedScreen } from './ended-screen.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { FinishLaterSteps } from './finish-later-steps.tsx';
import { KeptStrip } from './kept-strip.tsx';
import { ResumeScreen } from './resume-screen.tsx';

// In development, Vite updates a changed style sheet only if it is imported as a style sheet, not as text.
if (import.meta.hot) void import('../../theme/resume.css');
else adoptStyles(styles);

export const resumeScreen = ResumeScreen;
export const keptStrip = KeptStrip;
export const endedScreen = EndedScreen;
export const errorScreen = ErrorScreen;
export const finishLaterSteps = FinishLaterSteps;
export const continueOffer = ContinueOffer;
export const cookiesAlert = CookiesAlert;

/** Adds the offer to the prerendered first screen, above the button, where it moves nothing else. */
export function showOfferOnIntro(onPress: () => void): void {
  const holder = document.createElement('div');
  document.querySelector('.intro-start')?.prepend(holder);
  createRoot(holder).render(createElement(ContinueOffer, { onPress }));
}
