/** Chromium by Playwright, as in the other tests with a browser, but with all that moves on the page. */
import { newApplicant, startBrowser } from '../support/browser/applicant.ts';
import { findBrowser } from '../support/browser/find-browser.ts';
import type { Engine } from './engine.ts';

export const chromium: Engine = {
  name: 'chromium',
  missing: () => (findBrowser() ? undefined : 'Chromium; npm test installs it'),
  open: async () => {
    const browser = await startBrowser();
    const applicant = await newApplicant(browser);
    await applicant.page.emulateMedia({ reducedMotion: 'no-preference' });
    return {
      ...applicant,
      picture: () => applicant.page.screenshot(),
      close: () => applicant.close().finally(() => browser.close()),
    };
  },
};
