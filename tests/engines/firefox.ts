/** Drives Firefox with Puppeteer over WebDriver BiDi. */
import { existsSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import { phone } from '../support/browser/applicant.ts';
import { fontFolders, withOwnFonts } from '../support/browser/fonts.ts';
import type { Engine, Tab } from './engine.ts';
import { personAt } from './person.ts';

const programs = [
  process.env['FIREFOX_PATH'],
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

const findFirefox = () => programs.find((path) => path !== undefined && existsSync(path));

export const firefox: Engine = {
  name: 'firefox',
  missing: () => (findFirefox() ? undefined : 'Firefox; on Debian apt-get install firefox-esr'),
  means: ['pointer', 'touch', 'keys'],
  open: async (means) => {
    const browser = await launch({
      browser: 'firefox',
      executablePath: findFirefox() ?? '',
      env: withOwnFonts(),
      headless: true,
      defaultViewport: phone,
      extraPrefsFirefox: {
        // Prevents Firefox from offering to save the address. The offer's panel would receive the Enter key instead of the page.
        'extensions.formautofill.addresses.capture.enabled': false,
        // Firefox's sandbox lets pages read only the machine's own fonts, so the fonts of the tests must be allowed.
        'security.sandbox.content.read_path_whitelist': fontFolders.map((folder) => `${folder}/`).join(),
      },
    });
    const page = await browser.newPage();
    const { mouse, touchscreen, keyboard } = page;
    const tab: Tab = {
      goTo: async (address) => void (await page.goto(address)),
      inPage: (run, ...args) => page.evaluate(run as never, ...args),
      pressAt: (x, y) => (means === 'touch' ? touchscreen.tap(x, y) : mouse.click(x, y)),
      type: (text) => keyboard.type(text),
      pressKey: async (key) => {
        if (key === 'Space') return keyboard.press(' ');
        if (key !== 'Shift+Tab') return keyboard.press(key);
        await keyboard.down('Shift');
        await keyboard.press('Tab');
        await keyboard.up('Shift');
      },
      giveFile: async (selector, path) => {
        const input = await page.$(selector);
        await (input as Awaited<ReturnType<typeof page.$<'input[type=file]'>>>)?.uploadFile(path);
      },
      picture: () => page.screenshot(),
      end: () => browser.close(),
    };
    return personAt(tab, means);
  },
};
