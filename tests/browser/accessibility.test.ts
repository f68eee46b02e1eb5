/**
 * Every screen and dialog of the gallery, by the rules that a machine can check (quality.md A1, A3–A5, X7). What it
 * reads out is kept in `read-aloud/`, a file for each; `npx vitest run --project browser accessibility -u` renews it.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { themeCss } from '../../server/theme.ts';
import type { Applicant } from './applicant.ts';
import { nextApplicant, phone } from './applicant.ts';
import { axeFindings } from './axe.ts';
import { gallery } from './gallery.ts';
import type { GalleryEntry } from './gallery-entry.ts';
import { addStyle, movements, overflowing, readAloud, smallTargets, widelySpaced } from './page-checks.ts';
import { setUpBrowser, setUpServer } from './set-up.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe cannot decide by itself, by rule, reason and element, and why it is right all the same. */
const decided: Readonly<Record<string, string>> = {
  'color-contrast pseudoContent': 'The bar of a field in error lies beside its text, never under it.',
  'color-contrast emptyValue': 'An empty input shows no text.',
  'color-contrast bgOverlap [".countdown-number"]': 'The ring around the number has an empty middle.',
  'color-contrast elmPartiallyObscuring ["#field-addressLine-option':
    'Suggestions have a ground of their own.',
  'color-contrast bgOverlap ["#field-address':
    'Lies under the suggestions; without them it is looked at too.',
};

/** What axe finds and we leave as it is. */
const accepted: Readonly<Record<string, string>> = {
  'business-loading page-has-heading-one':
    'What stands there for a moment before a screen has no heading yet.',
};

/**
 * The entries that hold every kind of coloured part between them; all twelve looks are tried on these, the program's
 * own light one on all.
 */
const coloured: readonly string[] = [
  'intro-of-the-demonstration',
  'share-information-in-error',
  'business-2-in-error',
  'business-3-industry-results',
  'business-address-suggestions',
  'business-additional-proof-uploaded-image',
  'applicant-2-saved',
  'owner-list-no-other-in-error',
  'section-review',
  'review',
  'agreement-esign-agreed',
  'agreement-esign-unread-clicked',
  'agreement-esign-dialog',
  'finish-completed',
  'finish-pending',
  'business-field-help',
  'business-save-failed',
  'business-no-connection',
  'business-inactive',
];

const [served, persisting, browser] = await Promise.all([
  setUpServer(),
  setUpServer({ persistsSession: true }),
  setUpBrowser(),
]);

/** Two browsers of one phone each, so that one loads while the other is measured. */
const free = await Promise.all(
  [1, 2].map(() => browser.newContext({ viewport: phone, reducedMotion: 'reduce' })),
);
const waiting: ((context: BrowserContext) => void)[] = [];

/** Runs with a person who is alone at one of the browsers. */
async function withApplicant(run: (applicant: Applicant) => Promise<void>): Promise<void> {
  const context = free.pop() ?? (await new Promise<BrowserContext>((resolve) => waiting.push(resolve)));
  try {
    const applicant = await nextApplicant(context);
    // What the document's policy refuses shows in the console, and that fails the test at `close` (X7).
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

/** One line for each element: the rule, why it could not be decided, the element, what is said of it. */
const inWords = (found: readonly Result[]) =>
  found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any: [first] }) =>
      [id, first?.data?.messageKey, JSON.stringify(target), first?.message].filter(Boolean).join(' '),
    ),
  );

/** Room for a notice that comes meanwhile, in pixels. */
const spareHeight = 200;

/** Everything axe knows, once; in a window higher than the page, where the bar covers nothing. */
async function brokenRules(page: Page, name: string): Promise<readonly string[]> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const fillsWindow = height <= phone.height && (await page.locator('dialog[open]').count()) > 0;
  if (!fillsWindow) await page.setViewportSize({ ...phone, height: height + spareHeight });
  const { violations, incomplete } = await axeFindings(page, tags);
  const isDecided = (line: string) => Object.keys(decided).some((start) => line.startsWith(start));
  return [
    ...inWords(violations.filter(({ id }) => accepted[`${name} ${id}`] === undefined)),
    ...inWords(incomplete)
      .filter((line) => !isDecided(line))
      .map((line) => `undecided: ${line}`),
  ];
}

const faintTexts = async (page: Page) => inWords((await axeFindings(page, ['color-contrast'])).violations);

/** Every program's colours, light and dark, and those of a person who has set their own. */
async function faintInAnyLook(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  const programs = served.services.programs.all;
  await addStyle(page, themeCss(programs));
  for (const { themeKey } of programs)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.evaluate((key) => document.documentElement.setAttribute('data-theme', key), themeKey);
      await page.emulateMedia({ colorScheme });
      found.push(...(await faintTexts(page)).map((text) => `${themeKey} ${colorScheme}: ${text}`));
    }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  found.push(...(await faintTexts(page)).map((text) => `forced colours: ${text}`));
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** The smallest screens, with the text as it is and set widely (A3). */
async function troubleWhenSmall(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const height of [640, 256]) {
    await page.setViewportSize({ width: 320, height });
    found.push(...(await overflowing(page)).map((text) => `320 × ${height}: ${text}`));
  }
  await addStyle(page, widelySpaced);
  found.push(...(await overflowing(page)).map((text) => `widely spaced: ${text}`));
  return found;
}

/** What a program, a moment or a port makes different is written the same. */
const withoutChance = (text: string) =>
  text
    .replaceAll(/[A-Z]{4}-\d{4}-\d{4}/g, 'AAAA-9999-9999')
    .replaceAll(/localhost:\d+/g, 'localhost')
    .replaceAll(/in \d+ seconds/g, 'in 30 seconds')
    .replaceAll(/\?v=[0-9a-f]{64}/g, '?v=…')
    .replaceAll(/PDF, \d+ KB/g, 'PDF, 20 KB')
    .replaceAll(String(new Date().getFullYear() - 17), 'YYYY');

async function look(entry: GalleryEntry, applicant: Applicant, expectHere: typeof expect): Promise<void> {
  const { page } = applicant;
  const { name, only = 'toro', asFound } = entry;
  await entry.open(applicant, { served, persisting }, only);
  if (asFound) expectHere(await page.evaluate(() => document.activeElement?.tagName), 'the focus').toBe('H1');
  const aloud = withoutChance(await readAloud(page));
  await expectHere(aloud).toMatchFileSnapshot(`read-aloud/${name}.yaml`);
  const found = [
    ...(await brokenRules(page, name)),
    ...(await smallTargets(page)),
    ...(await movements(page)),
    ...(coloured.includes(name) ? await faintInAnyLook(page) : []),
    ...(await troubleWhenSmall(page)),
  ];
  expectHere(found).toEqual([]);
}

describe('is accessible', () => {
  test.concurrent.for(gallery.map((entry) => [entry.name, entry] as const))(
    '%s',
    ([, entry], { expect: expectHere }) =>
      withApplicant((applicant) => look(entry, applicant, expectHere as typeof expect)),
  );
});

test('names in other lists are names of the gallery', () => {
  const names = gallery.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(coloured.filter((name) => !names.includes(name))).toEqual([]);
  const kept = readdirSync(join(import.meta.dirname, 'read-aloud')).map((file) => file.replace('.yaml', ''));
  expect(kept.sort()).toEqual(names.toSorted());
});
