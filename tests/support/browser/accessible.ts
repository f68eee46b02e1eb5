/**
 * Checks screens and dialogs against the accessibility rules that a program can check (A1, A3–A5, A8, X7). For each screen and
 * dialog, a file in `tests/browser/read-aloud/` records the text that a screen reader gets. `npm run test:accessibility -- -u`
 * updates these files.
 */
import { join } from 'node:path';
import type { Result } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, describe, type expect, test } from 'vitest';
import { isEarly } from '../../../form/flow/flow.ts';
import { stepAt } from '../../../form/flow/steps.ts';
import { themeCss } from '../../../server/programs/theme.ts';
import type { Applicant } from './applicant.ts';
import { nextApplicant, phone } from './applicant.ts';
import { axeFindings } from './axe.ts';
import { type Checker, undecided } from './decided.ts';
import { inRoboto } from './fonts.ts';
import type { GalleryEntry, GalleryServers } from './gallery-entry.ts';
import { codeSnifferFindings, equalAccessFindings } from './other-checkers.ts';
import { addStyle, brokenReferences, movements, readAloud, smallTargets } from './page-checks.ts';
import { troubleWithFocus, troubleWithRoom } from './room.ts';
import { setUpBrowser, setUpServer } from './set-up.ts';
import { untranslatable } from './translator.ts';

/** The folder of the files that record the screen reader's text of each gallery entry. */
export const readAloudFolder = join(import.meta.dirname, '../../browser/read-aloud');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Violations found by axe that we accept, with the reasons. */
const accepted: Readonly<Record<string, string>> = {
  'business-loading page-has-heading-one':
    'The placeholder that appears briefly before a screen has no heading yet.',
};

/** A pool of two phones. While one phone loads a page, another test can check the page on the other phone. */
interface Phones {
  readonly free: BrowserContext[];
  readonly waiting: ((context: BrowserContext) => void)[];
}

/** Waits for a free phone, then calls `run` with a new applicant on that phone. */
async function withApplicant(
  { free, waiting }: Phones,
  run: (applicant: Applicant) => Promise<void>,
): Promise<void> {
  const context = free.pop() ?? (await new Promise<BrowserContext>((resolve) => waiting.push(resolve)));
  try {
    const applicant = await nextApplicant(context);
    // Logs each violation of the Content Security Policy as a console error. Such an error makes `close` fail the test (X7).
    await applicant.page.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
        console.error(`The policy refused ${violatedDirective}: ${sample}`),
      ),
    );
    await run(applicant);
    await applicant.close();
  } finally {
    const next = waiting.shift();
    if (next) next(context);
    else free.push(context);
  }
}

/**
 * Returns a line for each element in axe's findings. The line contains the rule, axe's reason if axe could not decide whether
 * the element breaks the rule, the element, and axe's message.
 */
const inWords = (found: readonly Result[]) =>
  found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any: [first] }) =>
      [id, first?.data?.messageKey, JSON.stringify(target), first?.message].filter(Boolean).join(' '),
    ),
  );

/** Additional window height in pixels, for a notice that may appear during the check. */
const spareHeight = 200;

/**
 * Returns the findings of axe, IBM's engine and HTML_CodeSniffer that no exception accepts. First makes the window taller than
 * the page, so that the bottom bar covers nothing.
 */
async function brokenRules(page: Page, name: string): Promise<readonly string[]> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const isInDialog = (await page.locator('dialog[open]').count()) > 0;
  if (!isInDialog || height > phone.height)
    await page.setViewportSize({ ...phone, height: height + spareHeight });
  const { violations, incomplete } = await axeFindings(page, tags);
  const remaining = (checker: Checker, findings: readonly string[]) =>
    undecided(checker, name, findings).map((line) => `${checker}: ${line}`);
  return [
    ...inWords(violations.filter(({ id }) => accepted[`${name} ${id}`] === undefined)),
    ...remaining('axe', inWords(incomplete)),
    ...remaining('equalAccess', await equalAccessFindings(page)),
    ...remaining('codeSniffer', await codeSnifferFindings(page)),
  ];
}

const faintTexts = async (page: Page) => inWords((await axeFindings(page, ['color-contrast'])).violations);

type Programs = GalleryServers['served']['services']['programs']['all'];

/** Returns the texts with too little contrast in the light and dark colors of every program, and in forced colors. */
async function faintInAnyLook(page: Page, programs: Programs): Promise<readonly string[]> {
  const found: string[] = [];
  await addStyle(page, themeCss(programs));
  for (const { themeKey } of programs)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.evaluate((key) => document.documentElement.setAttribute('data-theme', key), themeKey);
      await page.emulateMedia({ colorScheme });
      found.push(...(await faintTexts(page)).map((text) => `${themeKey} ${colorScheme}: ${text}`));
    }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  found.push(...(await faintTexts(page)).map((text) => `forced colors: ${text}`));
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** Replaces the parts of a text that differ between runs, such as codes, ports and times, with fixed text. */
const withoutChance = (text: string) =>
  text
    .replaceAll(/[A-Z]{4}-\d{4}-\d{4}/g, 'AAAA-9999-9999')
    .replaceAll(/localhost:\d+/g, 'localhost')
    .replaceAll(/in \d+ seconds/g, 'in 30 seconds')
    .replaceAll(/\d+ min (left|\+)/g, 'N min $1')
    .replaceAll(/\w+day, [A-Z][a-z]{2} \d{1,2}\b/g, 'Monday, Jan 1')
    .replaceAll(/\?v=[0-9a-f]{64}\.\d+/g, '?v=…')
    .replaceAll(/PDF, \d+ KB/g, 'PDF, 20 KB')
    .replaceAll(String(new Date().getFullYear() - 17), 'YYYY');

/**
 * The checks whose results depend on the width of letters. `troubleWithFocus` must run last, because it moves the focus, which
 * closes open lists.
 */
const ruler = [smallTargets, troubleWithRoom, troubleWithFocus];

/**
 * Returns the findings of the checks in `ruler`, first with the font of a Linux desktop, and then with Roboto, the font of
 * Android phones.
 */
async function foundByRuler(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const measure of ruler) {
    found.push(...(await measure(page)));
    const withoutRoboto = await addStyle(page, inRoboto);
    found.push(...(await measure(page)).map((text) => `in Roboto: ${text}`));
    await withoutRoboto();
  }
  return found;
}

/** Waits for those parts of the page that load later than the current screen. The first steps have no such parts (P1). */
async function waitForLaterParts(page: Page): Promise<void> {
  const { pathname, search } = new URL(page.url());
  const step = stepAt(pathname, search);
  if (!step || isEarly(step.screen) || (await page.locator('.where').count()) === 0) return;
  await page.locator('.section-done').waitFor({ state: 'attached' });
}

interface Look {
  readonly entry: GalleryEntry;
  readonly servers: GalleryServers;
  /** Whether to test the entry in all color schemes. If false, it is tested only in the light colors of one program. */
  readonly inAnyLook: boolean;
}

async function look({ entry, servers, inAnyLook }: Look, applicant: Applicant, expectHere: typeof expect) {
  const { page } = applicant;
  const { name, only = 'toro', asFound } = entry;
  await entry.open(applicant, servers, only);
  if (asFound) expectHere(await page.evaluate(() => document.activeElement?.tagName), 'the focus').toBe('H1');
  await waitForLaterParts(page);
  const aloud = withoutChance(await readAloud(page));
  await expectHere(aloud).toMatchFileSnapshot(join(readAloudFolder, `${name}.yaml`));
  const found = [
    ...(await brokenRules(page, name)),
    ...(await brokenReferences(page)),
    ...(await movements(page)),
    ...(await untranslatable(page)),
    ...(inAnyLook ? await faintInAnyLook(page, servers.served.services.programs.all) : []),
    ...(await foundByRuler(page)),
  ];
  expectHere(found).toEqual([]);
}

/**
 * Registers a test for each entry. The test checks the text for screen readers, the accessibility rules, target sizes,
 * animations, layout, and focus. It repeats the checks that depend on letter widths with a second font.
 * @param colored Names of the entries that are tested in the colors of all programs.
 */
export async function testAccessibility(
  entries: readonly GalleryEntry[],
  colored: readonly string[],
): Promise<void> {
  const [served, persisting, browser] = await Promise.all([
    setUpServer(),
    setUpServer({ persistsSession: true }),
    setUpBrowser(),
  ]);
  const contexts = await Promise.all(
    [1, 2].map(() => browser.newContext({ viewport: phone, reducedMotion: 'reduce' })),
  );
  afterAll(() => Promise.all(contexts.map((context) => context.close())));
  const phones: Phones = { free: [...contexts], waiting: [] };
  describe('is accessible', () => {
    test.concurrent.for(entries.map((entry) => [entry.name, entry] as const))(
      '%s',
      ([name, entry], { expect: expectHere }) =>
        withApplicant(phones, (applicant) =>
          look(
            { entry, servers: { served, persisting }, inAnyLook: colored.includes(name) },
            applicant,
            expectHere as typeof expect,
          ),
        ),
    );
  });
}
