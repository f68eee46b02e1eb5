/**
 * `npm run screens`: pictures of every screen and dialog (`tests/support/browser/gallery.ts`) in `screens/`, as a phone and a
 * desk show them: `390/business-2-in-error.png`, with all of what needs scrolling in a second one, `…-whole.png`.
 * `--theme <program>` shows both in that program's colours, `--dark` in dark ones, `--only <text>` those whose name
 * holds the text. Exits with 1 where a screen could not be reached.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import { nextApplicant, phone, startBrowser, startTestServer } from '../tests/support/browser/applicant.ts';
import { ensureBrowser } from '../tests/support/browser/find-browser.ts';
import { gallery } from '../tests/support/browser/gallery.ts';
import type { GalleryEntry, GalleryServers } from '../tests/support/browser/gallery-entry.ts';
import { buildPage, builds } from './build.ts';

const folder = 'screens';
const desk = { width: 1280, height: 800 };

const { values: options } = parseArgs({
  options: {
    theme: { type: 'string' },
    dark: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

interface Look {
  readonly viewport: typeof phone;
  readonly domainKey: string;
}

const looks: readonly Look[] = [
  { viewport: phone, domainKey: options.theme ?? 'toro' },
  { viewport: desk, domainKey: options.theme ?? 'cub-cadet' },
];

/** Takes the pictures of one entry. Throws where it cannot be reached, or where its page broke on the way. */
async function picture(
  context: BrowserContext,
  servers: GalleryServers,
  { viewport, domainKey }: Look,
  entry: GalleryEntry,
): Promise<void> {
  const applicant = await nextApplicant(context);
  const { page } = applicant;
  try {
    await entry.open(applicant, servers, entry.only ?? domainKey);
    const path = (end: string) => join(folder, String(viewport.width), `${entry.name}${end}.png`);
    await page.screenshot({ path: path('') });
    const height = await page.evaluate(() =>
      document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight,
    );
    if (height <= viewport.height) return;
    // A window as high as the page: a picture of a scrolled page would show the bar in its middle.
    await page.setViewportSize({ ...viewport, height });
    await page.screenshot({ path: path('-whole') });
  } finally {
    await applicant.close();
  }
}

/** Takes all pictures of a look. Returns what went wrong. */
async function pictures(browser: Browser, servers: GalleryServers, look: Look): Promise<readonly string[]> {
  const into = join(folder, String(look.viewport.width));
  if (options.only === '') await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const problems: string[] = [];
  const context = await browser.newContext({
    viewport: look.viewport,
    isMobile: look.viewport === phone,
    hasTouch: look.viewport === phone,
    reducedMotion: 'reduce',
    colorScheme: options.dark ? 'dark' : 'light',
  });
  for (const entry of gallery.filter(({ name }) => name.includes(options.only))) {
    try {
      await picture(context, servers, look, entry);
    } catch (error) {
      problems.push(
        `${look.viewport.width}/${entry.name}: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
  return problems;
}

for (const build of Object.values(builds)) buildPage(build);
ensureBrowser();
const [served, persisting, browser] = await Promise.all([
  startTestServer(),
  startTestServer({ persistsSession: true }),
  startBrowser(),
]);
const problems = await Promise.all(looks.map((look) => pictures(browser, { served, persisting }, look)));
await browser.close();
await Promise.all([served.stop(), persisting.stop()]);
for (const problem of problems.flat()) console.error(problem);
console.log(`The pictures are in ${folder}/.`);
process.exitCode = problems.flat().length === 0 ? 0 : 1;
