/**
 * The browser that tests drive: the system's Chromium without a window, which needs little more than half the time of
 * one with it; else its Chromium or Chrome, else the one that Playwright keeps.
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

/** Path of a browser, or undefined where none is installed. `CHROMIUM_PATH` names another one. */
export function findBrowser(): string | undefined {
  const candidates = [process.env['CHROMIUM_PATH'], ...systemBrowsers, chromium.executablePath()];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/** Installs a browser where there is none: the system's by its package manager as root on Debian, else Playwright's. */
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
