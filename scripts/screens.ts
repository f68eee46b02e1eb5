/**
 * `npm run screens` takes screenshots of every screen and dialog (`tests/support/browser/gallery.ts`) at phone and desktop width.
 * Saves them in a folder for each program, width and mode: `screens/toro-390-light/business-2-in-error.png`. A page that scrolls
 * gets a second screenshot of its full height, `…-whole.png`. Also takes screenshots of every email, at the widths of a small
 * phone and of a mail program on a desktop, and saves them in folders such as `screens/toro-mails-320-light`.
 *
 * `--theme <program>` uses that program's colors, `--dark` uses dark mode, and `--only <text>` selects the screens whose names
 * contain the text. `--all` covers all screens of two programs, and the first and last screens of the other programs, at both
 * widths, light and dark. Exits with 1 if a screen could not be reached, or if an email is wider than its window.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import type { Program } from '../server/programs/programs.ts';
import { nextApplicant, phone, startBrowser, startTestServer } from '../tests/support/browser/applicant.ts';
import { gallery } from '../tests/support/browser/gallery.ts';
import type { GalleryEntry, GalleryServers } from '../tests/support/browser/gallery-entry.ts';
import { mails, mailWidths } from '../tests/support/browser/gallery-mails.ts';
import { ensureBrowser } from '../tests/support/packages.ts';
import { buildPage, builds } from './build.ts';

const folder = 'screens';
const desk = { width: 1280, height: 800 };

const { values: options } = parseArgs({
  options: {
    theme: { type: 'string' },
    dark: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

/**
 * The programs for which `--all` takes screenshots of every screen. One is red and one is yellow. These colors are the extremes
 * for the contrast of buttons and lines. Without `--all` and `--theme`, the first is shown at phone width, and the second at
 * desktop width.
 */
const shownWhole = ['toro', 'cub-cadet'];

/** Matches the names of the screens that differ from program to program. */
const ofEach = /^(intro|finish-(completed|pending)(-later)?)$/;

interface Look {
  readonly viewport: typeof phone;
  readonly domainKey: string;
  readonly modes: readonly ('light' | 'dark')[];
  /** Matches the names of the gallery entries of which to take screenshots. If undefined, all entries match. */
  readonly of?: RegExp;
}

/** Returns the programs and modes of this run, grouped by window size. */
function looksOf(programs: readonly string[]): readonly (readonly Look[])[] {
  const windows = [phone, desk];
  const modes = [options.dark ? 'dark' : 'light'] as const;
  if (!options.all)
    return windows.map((viewport, index) => [
      { viewport, domainKey: options.theme ?? shownWhole[index] ?? '', modes },
    ]);
  return windows.map((viewport) =>
    programs.map((domainKey) => ({
      viewport,
      domainKey,
      modes: ['light', 'dark'],
      ...(!shownWhole.includes(domainKey) && { of: ofEach }),
    })),
  );
}

const folderOf = ({ domainKey, viewport: { width } }: Look, mode: string) =>
  join(folder, `${domainKey}-${width}-${mode}`);

/** Takes the screenshots of one gallery entry. Throws if the entry cannot be reached or its page logs an error. */
async function picture(
  context: BrowserContext,
  servers: GalleryServers,
  look: Look,
  entry: GalleryEntry,
): Promise<void> {
  const { viewport, domainKey, modes } = look;
  const applicant = await nextApplicant(context);
  const { page } = applicant;
  const take = async (end: string) => {
    for (const colorScheme of modes) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(folderOf(look, colorScheme), `${entry.name}${end}.png`) });
    }
  };
  try {
    await entry.open(applicant, servers, entry.only ?? domainKey);
    await take('');
    const height = await page.evaluate(() =>
      document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight,
    );
    if (height <= viewport.height) return;
    // Makes the window as high as the page, because a full-page screenshot in a smaller window would show the bottom bar in the
    // middle.
    await page.setViewportSize({ ...viewport, height });
    await take('-whole');
  } finally {
    await applicant.close();
  }
}

/** Takes all screenshots for one program, window size and set of modes. Returns the failures. */
async function pictures(browser: Browser, servers: GalleryServers, look: Look): Promise<readonly string[]> {
  for (const mode of look.modes) {
    await emptied(folderOf(look, mode));
  }
  const problems: string[] = [];
  const context = await browser.newContext({
    viewport: look.viewport,
    isMobile: look.viewport === phone,
    hasTouch: look.viewport === phone,
    reducedMotion: 'reduce',
  });
  for (const entry of gallery.filter(
    ({ name, only = look.domainKey }) =>
      name.includes(options.only) && (!look.of || (look.of.test(name) && only === look.domainKey)),
  )) {
    try {
      await picture(context, servers, look, entry);
    } catch (error) {
      const what = error instanceof Error ? error.message : error;
      problems.push(`${look.domainKey} ${look.viewport.width} ${entry.name}: ${what}`);
    }
  }
  await context.close();
  return problems;
}

/** Creates a folder for screenshots and returns its path. Removes earlier screenshots, unless `--only` selects some screens. */
async function emptied(into: string): Promise<string> {
  if (options.only === '') await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  return into;
}

/** Takes the screenshots of a program's emails. Returns the failures. */
async function picturesOfMails(browser: Browser, program: Program): Promise<readonly string[]> {
  const modes = options.all
    ? (['light', 'dark'] as const)
    : [options.dark ? ('dark' as const) : ('light' as const)];
  const problems: string[] = [];
  for (const width of mailWidths) {
    const context = await browser.newContext({ deviceScaleFactor: 2 });
    for (const colorScheme of modes) {
      const into = await emptied(join(folder, `${program.domainKey}-mails-${width}-${colorScheme}`));
      for (const { name, open } of mails.filter((mail) => mail.name.includes(options.only))) {
        const page = await open(context, program, width);
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(into, `${name}.png`) });
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        if (needed > width) problems.push(`${program.domainKey} ${width} ${name}: is ${needed} wide`);
        await page.close();
      }
    }
    await context.close();
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
const programs = served.services.programs.all.map(({ domainKey }) => domainKey);
const problems: (readonly string[])[] = await Promise.all(
  looksOf(programs).map(async (looks) => {
    const found: string[] = [];
    for (const look of looks) found.push(...(await pictures(browser, { served, persisting }, look)));
    return found;
  }),
);
for (const program of served.services.programs.all)
  if (options.all || program.domainKey === (options.theme ?? shownWhole[0]))
    problems.push(await picturesOfMails(browser, program));
await browser.close();
await Promise.all([served.stop(), persisting.stop()]);
for (const problem of problems.flat()) console.error(problem);
console.log(`The screenshots are in ${folder}/.`);
process.exitCode = problems.flat().length === 0 ? 0 : 1;
