/**
 * Finds the browser for tests: the system's headless Chromium, which is almost twice as fast; otherwise its Chromium or
 * Chrome, otherwise Playwright's.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a browser, or undefined if none is installed. `CHROMIUM_PATH` names another. */
export function findBrowser(): string | undefined {
  const candidates = [process.env['CHROMIUM_PATH'], ...systemBrowsers, chromium.executablePath()];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/**
 * Installs a browser if there is none: the system's by its package manager as root on Debian, otherwise Playwright's.
 */
export function ensureBrowser(): void {
  if (findBrowser()) return;
  const run = (command: string, args: readonly string[]) =>
    spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebianRoot)
    run('apt-get', ['update']) && run('apt-get', ['install', '-y', 'chromium-headless-shell']);
  else run('npx', ['playwright-core', 'install', 'chromium']);
  if (!findBrowser())
    throw new Error('No browser could be installed. Install Chromium and set CHROMIUM_PATH.');
}
