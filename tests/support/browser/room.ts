/** Whether a screen or dialog has room on small phones and in large text, and for the focus (A2, A3, A8). */
import type { Page } from 'playwright-core';
import { phone } from './applicant.ts';
import { coveringHalos, strayOrder } from './focus-checks.ts';
import { addStyle, overflowing, widelySpaced } from './page-checks.ts';
import { brokenWords, coveredFocus, hiddenRest, strayNext } from './room-checks.ts';

const smallestPhone = { width: 320, height: 568 };

/** What 1280 × 1024 px shows at 400 % (WCAG 1.4.10). */
const magnified = { width: 320, height: 256 };

/** As for a person who has set the text of the browser to double size. */
const largeText = 'html { font-size: 200% }';

/** Pixels of room for what may appear while the focus moves. */
const spareHeight = 200;

type Check = (page: Page) => Promise<readonly string[]>;

/** What the checks find, each line with what was special when they were made. */
async function findings(page: Page, when: string, checks: readonly Check[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const check of checks) found.push(...(await check(page)).map((text) => `${when}: ${text}`));
  return found;
}

/** What scrolls sideways, is cut, broken or hidden in the smallest windows, with wide spacing, in large text. */
export async function troubleWithRoom(page: Page): Promise<readonly string[]> {
  await page.setViewportSize(smallestPhone);
  const small = await findings(page, '320 × 568', [overflowing, hiddenRest]);
  await page.setViewportSize(magnified);
  const low = await findings(page, '320 × 256', [overflowing]);
  const withoutSpacing = await addStyle(page, widelySpaced);
  const spaced = await findings(page, 'widely spaced', [overflowing]);
  await withoutSpacing();
  await page.setViewportSize(phone);
  const usual = await findings(page, '390 × 844', [strayNext]);
  const withoutLargeText = await addStyle(page, largeText);
  const large = await findings(page, 'large text', [overflowing, brokenWords]);
  await withoutLargeText();
  return [...small, ...low, ...spaced, ...usual, ...large];
}

/**
 * What lies over the focus on the smallest phone and in large text, what its ring covers, and where Tab strays. It moves
 * the focus, which closes what is open only while it is there.
 */
export async function troubleWithFocus(page: Page): Promise<readonly string[]> {
  await page.setViewportSize(smallestPhone);
  const small = await findings(page, '320 × 568', [coveredFocus]);
  await page.setViewportSize(phone);
  const withoutLargeText = await addStyle(page, largeText);
  const large = await findings(page, 'large text', [coveredFocus]);
  await withoutLargeText();
  // In a window that shows the whole page, so that the bar stands below the form.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...phone, height: height + spareHeight });
  return [...small, ...large, ...(await findings(page, 'focus', [strayOrder, coveringHalos]))];
}
