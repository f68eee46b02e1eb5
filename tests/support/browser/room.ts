/** Checks whether a screen or dialog fits on small phones and in large text, and leaves space for the focus (A2, A3, A8). */
import type { Page } from 'playwright-core';
import { phone } from './applicant.ts';
import { coveringHalos, strayOrder } from './focus-checks.ts';
import { addStyle, overflowing, widelySpaced } from './page-checks.ts';
import { brokenWords, coveredFocus, hiddenRest, strayNext } from './room-checks.ts';

const smallestPhone = { width: 320, height: 568 };

/** The viewport of 1280 × 1024 px at 400 % zoom (WCAG 1.4.10). */
const magnified = { width: 320, height: 256 };

/** Doubles the browser's text size, as some people set it. */
const largeText = 'html { font-size: 200% }';

/** Pixels of space for what may appear while the focus moves. */
const spareHeight = 200;

type Check = (page: Page) => Promise<readonly string[]>;

/** Returns the findings of the checks, each with the circumstances. */
async function findings(page: Page, when: string, checks: readonly Check[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const check of checks) found.push(...(await check(page)).map((text) => `${when}: ${text}`));
  return found;
}

/** Finds what scrolls sideways, is cut off, broken or hidden in the smallest windows, with wide spacing, and in large text. */
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
 * Finds what covers the focus on the smallest phone and in large text, what its ring covers, and where the tab order strays. It
 * moves the focus, which closes parts that are open only while focused.
 */
export async function troubleWithFocus(page: Page): Promise<readonly string[]> {
  await page.setViewportSize(smallestPhone);
  const small = await findings(page, '320 × 568', [coveredFocus]);
  await page.setViewportSize(phone);
  const withoutLargeText = await addStyle(page, largeText);
  const large = await findings(page, 'large text', [coveredFocus]);
  await withoutLargeText();
  // The window shows the whole page, so that the bar is below the form.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...phone, height: height + spareHeight });
  return [...small, ...large, ...(await findings(page, 'focus', [strayOrder, coveringHalos]))];
}
