/** Tests that typed answers and the session survive a change of the source files during `npm run dev`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { setUpBrowser } from '../support/browser/set-up.ts';
import { freshDataDir, freshFolder } from '../support/database.ts';

/** A working copy of the source files. The tests change its files as a developer would. */
const sources = await freshFolder();
const folders = ['api', 'copy', 'form', 'programs', 'scripts', 'server', 'web'];
const settings = ['package.json', 'tsconfig.json', 'vite.config.ts'];
for (const entry of [...folders, ...settings]) await cp(entry, join(sources, entry), { recursive: true });
await symlink(resolve('node_modules'), join(sources, 'node_modules'));

const dev = spawn(process.execPath, [join(sources, 'scripts/dev.ts')], {
  cwd: sources,
  env: { ...process.env, PORT: '0', DATA_DIR: await freshDataDir(), LOG_LEVEL: 'info' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
afterAll(async () => {
  dev.kill();
  if (dev.exitCode === null) await once(dev, 'exit');
});
const output = createInterface(dev.stdout);

/** Waits for a line with this text in the output of `npm run dev`, and returns the line. */
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

/** Goes to the first screen with a text field, and types the beginning of a name. Returns the field. */
async function beginToType(page: Page): Promise<Locator> {
  await page.goto(`${address}start`);
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await page.getByRole('checkbox', { name: 'I have read this and I agree' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'Limited liability company (LLC)' }).check();
  await page.getByRole('textbox', { name: 'Business email' }).fill('office@lawns.example');
  const name = page.getByRole('textbox', { name: 'Legal business name' });
  await name.fill('Acme Sprin');
  return name;
}

/** Replaces a source file in one step, so that Vite cannot read a partly written file. */
async function change(file: string, edit: (text: string) => string): Promise<void> {
  const path = join(sources, file);
  const before = await readFile(path, 'utf8');
  const after = edit(before);
  expect(after).not.toBe(before);
  await writeFile(`${path}.new`, after);
  await rename(`${path}.new`, path);
}

const replaced = (from: string, to: string) => (text: string) => text.replace(from, to);
const withComment = (text: string) => `${text}// Changed.\n`;

/** Changes a file and waits until the page has updated the module `takenUpBy`. */
async function changeAndTakeUp(page: Page, file: string, edit: (text: string) => string, takenUpBy: string) {
  const updated = page.waitForEvent('console', (message) => message.text().includes(`updated: ${takenUpBy}`));
  await Promise.all([updated, change(file, edit)]);
}

/**
 * Waits until the page shows data from the restarted server. A press before that moment would still use the data from before the
 * restart.
 */
const takesUpRestart = (page: Page) =>
  page.waitForEvent('console', (message) => message.text().includes('as the restarted server has it'));

/** Resolves to true if the page reloads, or to false if the page is closed first. */
const loadedAnew = (page: Page) =>
  page.waitForEvent('load').then(
    () => true,
    () => false,
  );

/** Goes to the next screen. Next works only if the session is still valid. */
async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tax ID and industry' }).waitFor();
}

test('a change of form/ reaches an open page, which keeps the typed text, and restarts the server, which keeps the session', async () => {
  const page = await browser.newPage();
  const name = await beginToType(page);
  const isLoadedAnew = loadedAnew(page);
  await Promise.all([
    changeAndTakeUp(page, 'form/fields/application.ts', withComment, '/app/main.tsx'),
    takesUpRestart(page),
  ]);
  expect(await name.inputValue()).toBe('Acme Sprin');
  await goOn(page);
  await page.close();
  expect(await isLoadedAnew).toBe(false);
});

test('a call during a restart waits for the last server if a second change happens meanwhile', async () => {
  const page = await browser.newPage();
  const restart = async () => {
    const starting = line('embedded store');
    await change('server/http/app.ts', withComment);
    return starting;
  };
  const restarted = line('Restarted');
  await restart();
  const startingAgain = restart();
  const response = await page.goto(`${address}start`);
  expect(response?.status()).toBe(200);
  await startingAgain;
  // Wait until the server has restarted. Otherwise the next test's page would be affected by the restart.
  await restarted;
  await page.close();
});

test('a change of a program reaches an open page, and its texts need no new version in development', async () => {
  const page = await browser.newPage();
  const name = await beginToType(page);
  const isLoadedAnew = loadedAnew(page);
  const fields = { 'application.businessName': { maxLength: 20 } };
  await change('programs/toro/program.json', (text) =>
    JSON.stringify({ ...JSON.parse(text), name: 'Bison', fields }),
  );
  await page.getByRole('banner').getByText('Bison').waitFor();
  await page.getByText('10 characters left').waitFor();
  expect(await name.inputValue()).toBe('Acme Sprin');
  await goOn(page);
  await page.close();
  expect(await isLoadedAnew).toBe(false);
});

test('a change of a hook throws no error, and keeps the typed text and the focus', async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const name = await beginToType(page);
  // Alternate between the files. Vite misses the second change if the same file changes twice within 50 ms.
  for (let changes = 0; changes < 3; changes += 1)
    for (const file of ['web/state/use-page.ts', 'web/copy/use-copy.ts'])
      await changeAndTakeUp(page, file, withComment, '/screens/form-screen.tsx');
  expect(await name.inputValue()).toBe('Acme Sprin');
  await name.and(page.locator(':focus')).waitFor();
  await goOn(page);
  await page.close();
  expect(errors).toEqual([]);
});

test('a screen that throws shows its error, and returns with the typed text after the next change', async () => {
  const page = await browser.newPage();
  const name = await beginToType(page);
  // Make one change before the screen throws. From the second change on, React renders only the failed component again.
  await changeAndTakeUp(page, 'web/copy/use-copy.ts', withComment, '/screens/form-screen.tsx');
  const right = 'const skipLabel = skipTextAt(copy, step);';
  const wrong = "const skipLabel = JSON.parse('Not what you meant');";
  await change('web/screens/form-screen.tsx', replaced(right, wrong));
  await page.getByText('Not what you meant').waitFor();
  await change('web/screens/form-screen.tsx', replaced(wrong, right));
  await name.waitFor();
  expect(await name.inputValue()).toBe('Acme Sprin');
  await goOn(page);
  await page.close();
});

test('a page in development has its program’s own look, like the built page', async () => {
  const page = await browser.newPage();
  await beginToType(page);
  const { radius } = JSON.parse(await readFile(join(sources, 'programs/toro/theme.json'), 'utf8')) as {
    readonly radius: string;
  };
  const drawn = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--radius'),
  );
  expect(drawn).toBe(radius);
  await page.close();
});

test('a changed style of the later screens applies immediately, and the typed text stays', async () => {
  const page = await browser.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await beginToType(page);
  await goOn(page);
  const ein = page.getByRole('textbox', { name: 'Federal tax ID (EIN)' });
  await ein.fill('12-3456789');
  const styles = () => page.locator('style').allTextContents();
  await expect.poll(async () => (await styles()).join()).toContain('.chooser-code');
  await change('web/theme/industry.css', (text) => `${text}.changed-here { color: red; }\n`);
  await expect.poll(async () => (await styles()).join()).toContain('.changed-here');
  expect(await ein.inputValue()).toBe('12-3456789');
  await page.close();
});
