/**
 * Checks a screen or dialog by the rules that a machine can check (A1, A3–A5, A8, X7). What it reads aloud is recorded in
 * `tests/browser/read-aloud/`, one file each; `npm run test:accessibility -- -u` updates it.
 */
import { join } from 'node:path';
import type { Result } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, describe, type expect, test } from 'vitest';
import { themeCss } from '../../../server/programs/theme.ts';
import type { Applicant } from './applicant.ts';
import { nextApplicant, phone } from './applicant.ts';
import { axeFindings } from './axe.ts';
import { undecided } from './decided.ts';
import { inRoboto } from './fonts.ts';
import type { GalleryEntry, GalleryServers } from './gallery-entry.ts';
import { codeSnifferFindings, equalAccessFindings } from './other-checkers.ts';
import { addStyle, brokenReferences, movements, readAloud, smallTargets } from './page-checks.ts';
import { troubleWithFocus, troubleWithRoom } from './room.ts';
import { setUpBrowser, setUpServer } from './set-up.ts';
import { untranslatable } from './translator.ts';

/** The folder that records what each entry reads aloud. */
export const readAloudFolder = join(import.meta.dirname, '../../browser/read-aloud');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Accepted findings of axe, with the reasons. */
const accepted: Readonly<Record<string, string>> = {
  'business-loading page-has-heading-one':
    'What stands there for a moment before a screen has no heading yet.',
};

/** Two phones, so that one loads while the other is checked. */
interface Phones {
  readonly free: BrowserContext[];
  readonly waiting: ((context: BrowserContext) => void)[];
}

/** Runs work with an applicant on one of the phones. */
async function withApplicant(
  { free, waiting }: Phones,
  run: (applicant: Applicant) => Promise<void>,
): Promise<void> {
  const context = free.pop() ?? (await new Promise<BrowserContext>((resolve) => waiting.push(resolve)));
  try {
    const applicant = await nextApplicant(context);
    // Writes violations of the document's policy to the console, which fails the test at `close` (X7).
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

/** Returns one line for each element: the rule, why axe could not decide, the element, and axe's message. */
const inWords = (found: readonly Result[]) =>
  found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any: [first] }) =>
      [id, first?.data?.messageKey, JSON.stringify(target), first?.message].filter(Boolean).join(' '),
    ),
  );

/** Pixels of space for a notice that may appear meanwhile. */
const spareHeight = 200;

/** Returns the findings of all three checkers, in a window taller than the page, so that the bar covers nothing. */
async function brokenRules(page: Page, name: string): Promise<readonly string[]> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const fillsWindow = height <= phone.height && (await page.locator('dialog[open]').count()) > 0;
  if (!fillsWindow) await page.setViewportSize({ ...phone, height: height + spareHeight });
  const { violations, incomplete } = await axeFindings(page, tags);
  return [
    ...inWords(violations.filter(({ id }) => accepted[`${name} ${id}`] === undefined)),
    ...undecided('axe', name, inWords(incomplete)).map((line) => `undecided: ${line}`),
    ...undecided('equalAccess', name, await equalAccessFindings(page)).map((line) => `Equal Access: ${line}`),
    ...undecided('codeSniffer', name, await codeSnifferFindings(page)).map((line) => `CodeSniffer: ${line}`),
  ];
}

const faintTexts = async (page: Page) => inWords((await axeFindings(page, ['color-contrast'])).violations);

type Programs = GalleryServers['served']['services']['programs']['all'];

/** Returns faint texts in every program's colors, light and dark, and in forced colors. */
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

/** Replaces text that differs by program, time or port. */
const withoutChance = (text: string) =>
  text
    .replaceAll(/[A-Z]{4}-\d{4}-\d{4}/g, 'AAAA-9999-9999')
    .replaceAll(/localhost:\d+/g, 'localhost')
    .replaceAll(/in \d+ seconds/g, 'in 30 seconds')
    .replaceAll(/about \d+ min left/g, 'about N min left')
    .replaceAll(/\w+day, [A-Z][a-z]{2} \d{1,2}\b/g, 'Monday, Jan 1')
    .replaceAll(/\?v=[0-9a-f]{64}/g, '?v=…')
    .replaceAll(/PDF, \d+ KB/g, 'PDF, 20 KB')
    .replaceAll(String(new Date().getFullYear() - 17), 'YYYY');

/** Checks that depend on the width of letters. The focus check comes last, because moving the focus closes what is open. */
const ruler = [smallTargets, troubleWithRoom, troubleWithFocus];

/** Returns what the ruler finds in the font of a Linux desktop, and in that of an Android phone in place of `system-ui`. */
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

interface Look {
  readonly entry: GalleryEntry;
  readonly servers: GalleryServers;
  /** True if all looks are tested; otherwise only the program's own light one. */
  readonly inAnyLook: boolean;
}

async function look({ entry, servers, inAnyLook }: Look, applicant: Applicant, expectHere: typeof expect) {
  const { page } = applicant;
  const { name, only = 'toro', asFound } = entry;
  await entry.open(applicant, servers, only);
  if (asFound) expectHere(await page.evaluate(() => document.activeElement?.tagName), 'the focus').toBe('H1');
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
 * Registers a test for each entry: what it reads aloud, axe's findings, targets, movement, space, and focus, the last two in two
 * fonts.
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
