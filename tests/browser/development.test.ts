/** `npm run dev`: what was typed and the session survive a change of the sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { setUpBrowser } from '../support/browser/set-up.ts';
import { freshDataDir } from '../support/database.ts';

const dev = spawn(process.execPath, ['scripts/dev.ts'], {
  env: { ...process.env, PORT: '0', DATA_DIR: await freshDataDir(), LOG_LEVEL: 'info' },
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

test('a change of form/ reaches an open page, which keeps what was typed, and restarts the server, which keeps the session', async () => {
  const page = await browser.newPage();
  await page.goto(`${address}start`);
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await page.getByRole('checkbox', { name: 'I have read this and I agree' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  const name = page.getByRole('textbox', { name: 'Legal business name' });
  await name.fill('Acme Sprin');

  const isLoadedAnew = page.waitForEvent('load').then(
    () => true,
    () => false,
  );
  const restarted = line('Listening');
  const updated = page.waitForEvent('console', (message) =>
    message.text().includes('updated: /app/main.tsx'),
  );
  const now = new Date();
  await utimes('form/fields/application.ts', now, now);
  await Promise.all([updated, restarted]);
  expect(await name.inputValue()).toBe('Acme Sprin');

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tax ID and legal form' }).waitFor();
  await page.close();
  expect(await isLoadedAnew).toBe(false);
});
