/** `npm run dev`: what was typed and the session survive a change of the sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { setUpBrowser } from '../support/browser/set-up.ts';
import { freshDataDir, freshFolder } from '../support/database.ts';

const programs = join(await freshFolder(), 'programs');
await cp('programs', programs, { recursive: true });

const dev = spawn(process.execPath, ['scripts/dev.ts'], {
  env: {
    ...process.env,
    PORT: '0',
    DATA_DIR: await freshDataDir(),
    PROGRAMS_DIR: programs,
    LOG_LEVEL: 'info',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
afterAll(async () => {
  dev.kill();
  if (dev.exitCode === null) await once(dev, 'exit');
});
const output = createInterface(dev.stdout);

/** The next line of the output with these words. */
function line(words: string): Promise<string> {
  return new Promise((resolve) => {
    const read = (text: string) => {
      if (!text.includes(words)) return;
      output.off('line', read);
      resolve(text);
    };
    output.on('line', read);
  });
}

const [ready, browser] = await Promise.all([line('Ready at'), setUpBrowser()]);
const address = new URL(ready.slice(ready.indexOf('http')));
address.hostname = 'toro.localhost';

/** Goes to the first screen with a text, and begins to type. */
async function beginToType(page: Page): Promise<Locator> {
  await page.goto(`${address}start`);
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await page.getByRole('checkbox', { name: 'I have read this and I agree' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  const name = page.getByRole('textbox', { name: 'Legal business name' });
  await name.fill('Acme Sprin');
  return name;
}

/** Saves a file of the sources as it is, which development takes for a change; resolves once the page has taken it up. */
async function save(page: Page, file: string, updates: string): Promise<void> {
  const updated = page.waitForEvent('console', (message) => message.text().includes(`updated: ${updates}`));
  const now = new Date();
  await utimes(file, now, now);
  await updated;
}

/** Whether the page is loaded anew until it is closed. */
const loadedAnew = (page: Page) =>
  page.waitForEvent('load').then(
    () => true,
    () => false,
  );

/** The page goes on to the next screen, which takes its session. */
async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tax ID and legal form' }).waitFor();
}

test('a change of form/ reaches an open page, which keeps what was typed, and restarts the server, which keeps the session', async () => {
  const page = await browser.newPage();
  const name = await beginToType(page);
  const isLoadedAnew = loadedAnew(page);
  const restarted = line('Listening');
  await Promise.all([save(page, 'form/fields/application.ts', '/app/main.tsx'), restarted]);
  expect(await name.inputValue()).toBe('Acme Sprin');
  await goOn(page);
  await page.close();
  expect(await isLoadedAnew).toBe(false);
});

test('a call during a restart waits for the server that stays, where a second change comes meanwhile', async () => {
  const page = await browser.newPage();
  const change = async () => {
    const starting = line('embedded store');
    const now = new Date();
    await utimes('server/http/app.ts', now, now);
    return starting;
  };
  await change();
  const startingAgain = change();
  const response = await page.goto(`${address}start`);
  expect(response?.status()).toBe(200);
  await startingAgain;
  await page.close();
});

test('a change of a program reaches an open page, with texts that need no new version for it', async () => {
  const page = await browser.newPage();
  const name = await beginToType(page);
  const isLoadedAnew = loadedAnew(page);
  const file = join(programs, 'toro/program.json');
  const settings = JSON.parse(await readFile(file, 'utf8'));
  const fields = { 'application.businessName': { maxLength: 20 } };
  await writeFile(file, JSON.stringify({ ...settings, name: 'Bison', fields }));
  await page.getByRole('banner').getByText('Bison').waitFor();
  await page.getByText('up to 20 characters').waitFor();
  expect(await name.inputValue()).toBe('Acme Sprin');
  await goOn(page);
  await page.close();
  expect(await isLoadedAnew).toBe(false);
});

test('a change of a hook throws nothing, and keeps what was typed and the focus', async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const name = await beginToType(page);
  for (const file of ['web/state/use-page.ts', 'web/use-copy.ts'])
    for (let saves = 0; saves < 3; saves += 1) await save(page, file, '/screens/form-screen.tsx');
  expect(await name.inputValue()).toBe('Acme Sprin');
  await name.and(page.locator(':focus')).waitFor();
  await goOn(page);
  await page.close();
  expect(errors).toEqual([]);
});

test('a screen that throws says what it threw, and is there again with what was typed after the next change', async () => {
  const page = await browser.newPage();
  const name = await beginToType(page);
  // React draws again only what threw after a first change. A file is watched no closer than 50 ms: each is another one.
  await save(page, 'web/state/use-page.ts', '/screens/form-screen.tsx');
  await page.evaluate(() => {
    const { entries } = Object;
    Object.assign(window, { restore: () => Object.assign(Object, { entries }) });
    Object.entries = () => {
      throw new Error('Not what you meant');
    };
  });
  await save(page, 'web/screens/form-screen.tsx', '/screens/form-screen.tsx');
  await page.getByText('Not what you meant').waitFor();
  await page.evaluate('restore()');
  await save(page, 'web/use-copy.ts', '/screens/form-screen.tsx');
  expect(await name.inputValue()).toBe('Acme Sprin');
  await goOn(page);
  await page.close();
});
