/** Chromium over its own protocol and Firefox over WebDriver BiDi, both by Puppeteer. */
import { existsSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import { phone } from '../support/browser/applicant.ts';
import { findBrowser } from '../support/browser/find-browser.ts';
import type { Engine, Tab } from './tab.ts';

const firefoxes = [
  process.env['FIREFOX_PATH'],
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

const findFirefox = () => firefoxes.find((path) => path !== undefined && existsSync(path));

async function open(browser: 'chrome' | 'firefox', executablePath: string | undefined): Promise<Tab> {
  const launched = await launch({
    browser,
    executablePath: executablePath ?? '',
    headless: true,
    defaultViewport: phone,
    args: browser === 'chrome' ? ['--no-sandbox', '--disable-gpu'] : [],
  });
  const page = await launched.newPage();
  return {
    goTo: async (address) => void (await page.goto(address)),
    inPage: (run, ...args) => page.evaluate(run as never, ...args),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    pressKey: (key) => page.keyboard.press(key),
    giveFile: async (selector, path) => {
      const input = await page.$(selector);
      await (input as Awaited<ReturnType<typeof page.$<'input[type=file]'>>>)?.uploadFile(path);
    },
    picture: () => page.screenshot(),
    close: () => launched.close(),
  };
}

export const chromium: Engine = {
  name: 'chromium',
  missing: () => (findBrowser() ? undefined : 'Chromium; npm test installs it'),
  open: () => open('chrome', findBrowser()),
};

export const firefox: Engine = {
  name: 'firefox',
  missing: () => (findFirefox() ? undefined : 'Firefox; on Debian apt-get install firefox-esr'),
  open: () => open('firefox', findFirefox()),
};
