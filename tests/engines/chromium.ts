/** Drives Chromium with Playwright, as the other browser tests do. Unlike those tests, runs animations, except with `keys`. */
import type { Page } from 'playwright-core';
import { newApplicant, startBrowser } from '../support/browser/applicant.ts';
import { findBrowser } from '../support/browser/find-browser.ts';
import type { Hands } from '../support/browser/hands.ts';
import { handsOn } from '../support/browser/hands.ts';
import { keyboardOn } from '../support/browser/keyboard.ts';
import { thumbsOn } from '../support/browser/thumbs.ts';
import type { Engine, Means } from './engine.ts';

const handsBy: Readonly<Record<Means, (page: Page) => Hands | Promise<Hands>>> = {
  pointer: handsOn,
  touch: thumbsOn,
  keys: keyboardOn,
};

export const chromium: Engine = {
  name: 'chromium',
  means: ['pointer', 'touch', 'keys'],
  missing: () => (findBrowser() ? undefined : 'Chromium; npm test installs it'),
  open: async (means) => {
    const browser = await startBrowser();
    const applicant = await newApplicant(browser, {
      hasTouch: means === 'touch',
      // With the keyboard, the test checks each tab stop, and the page must not move during the check.
      reducedMotion: means === 'keys' ? 'reduce' : 'no-preference',
    });
    const { page, close } = applicant;
    return {
      ...applicant,
      ...(await handsBy[means](page)),
      picture: () => page.screenshot(),
      close: () => close().finally(() => browser.close()),
    };
  },
};
