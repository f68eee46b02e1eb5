/**
 * Finds the browser for tests: the system's headless Chromium, which is almost twice as fast; otherwise its Chromium or Chrome;
 * otherwise Playwright's.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Loads Playwright only when needed: loading takes half a second, which every run of one test file would pay. */
function playwrightsBrowser(): string {
  const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core');
  return chromium.executablePath();
}

const exists = (path: string | undefined) => path !== undefined && path !== '' && existsSync(path);

/** Returns the path of a browser, or undefined if none is installed. `CHROMIUM_PATH` names another. */
export function findBrowser(): string | undefined {
  const found = [process.env['CHROMIUM_PATH'], ...systemBrowsers].find(exists);
  return found ?? [playwrightsBrowser()].find(exists);
}
