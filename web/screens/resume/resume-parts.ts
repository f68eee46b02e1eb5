// biome-ignore-all lint/performance/noBarrelFile: the exports of this module are the contents of a part of the page.
/** The part `resumeParts` (`parts.ts`): everything about resuming a draft and about ended sessions (D55). */
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { adoptStyles } from '../../lazy/lazy-part.ts';
import styles from '../../theme/resume.css?inline';
import { ContinueOffer } from './ended-screens.tsx';

export { CookiesAlert } from './cookies-alert.tsx';
export { ContinueOffer, EndedScreen, ErrorScreen } from './ended-screens.tsx';
export { FinishLaterSteps } from './finish-later-steps.tsx';
export { KeptStrip } from './kept-strip.tsx';
export { ResumeScreen } from './resume-screen.tsx';

// In development, Vite updates a changed style sheet only if it is imported as a style sheet, not as text.
if (import.meta.hot) void import('../../theme/resume.css');
else adoptStyles(styles);

/**
 * Adds the offer to continue a draft to the prerendered first screen. The offer is above the start button, where it moves no
 * other element.
 */
export function showOfferOnIntro(onPress: () => void): void {
  const holder = document.createElement('div');
  document.querySelector('.intro-start')?.prepend(holder);
  createRoot(holder).render(createElement(ContinueOffer, { onPress }));
}
