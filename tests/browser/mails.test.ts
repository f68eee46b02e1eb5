/** Tests in a browser that every email of every program fits the window of a small phone and of a desktop's mail app. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPrograms } from '../../server/programs/programs.ts';
import { startBrowser } from '../support/browser/applicant.ts';
import { mails, mailWidths } from '../support/browser/gallery-mails.ts';
import { someOf } from '../support/rounds.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const loaded = await loadPrograms(new URL('../../programs', import.meta.url).pathname);
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
/** `npm run test:all` opens the mails of every program, and other runs those of a sample. */
const programs = someOf(loaded.programs.all);

test('no part of a mail is wider than the window or its own box', async () => {
  const context = await browser.newContext();
  const wide: string[] = [];
  for (const program of programs)
    for (const { name, open } of mails) {
      const page = await open(context, program, mailWidths[0]);
      for (const width of mailWidths) {
        await page.setViewportSize({ width, height: 100 });
        const { reach, spills } = await page.evaluate(() => {
          const boxes = [...document.querySelectorAll('p, h1, h2, li, a, td')];
          return {
            reach: Math.max(...boxes.map((box) => box.getBoundingClientRect().right)),
            spills: boxes.some(
              (box) =>
                box.matches('p, h1, h2, a') && box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0,
            ),
          };
        });
        if (reach > width || spills) wide.push(`${program.domainKey} ${name} at ${width} px`);
      }
      await page.close();
    }
  await context.close();
  expect(wide).toEqual([]);
});

test('a mail shows the program’s card, and its text changes color in dark mode', async () => {
  const context = await browser.newContext();
  const [program] = programs;
  if (!program) throw new Error('no program');
  for (const { open } of mails) {
    const page = await open(context, program, 600);
    const shown = async () =>
      page.evaluate(() => {
        const card = document.querySelector('img');
        const title = document.querySelector('h1');
        return [card?.naturalWidth, title && getComputedStyle(title).color];
      });
    const { light, dark } = program.neutral;
    expect(await shown()).toEqual([228, asRgb(light.text)]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await shown()).toEqual([228, asRgb(dark.text)]);
    await page.close();
  }
  await context.close();
});

function asRgb(hex: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${channels.join(', ')})`;
}
