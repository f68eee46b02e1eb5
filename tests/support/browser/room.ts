/** Checks that a screen or dialog fits small phones and large text, and that nothing covers the focus (A2, A3, A8). */
import type { Page } from 'playwright-core';
import { phone } from './applicant.ts';
import { coveringHalos, strayOrder } from './focus-checks.ts';
import { addStyle, overflowing, widelySpaced } from './page-checks.ts';
import { brokenWords, coveredFocus, hiddenRest, strayNext } from './room-checks.ts';

const smallestPhone = { width: 320, height: 568 };

/** The viewport of a window of 1280 × 1024 px at 400% zoom (WCAG 1.4.10). */
const magnified = { width: 320, height: 256 };

/** A style that doubles the text size, as some people do in the browser's settings. */
const largeText = 'html { font-size: 200% }';

/** Additional window height in pixels, for content that appears while the focus moves. */
const spareHeight = 200;

type Check = (page: Page) => Promise<readonly string[]>;

/**
 * Runs the checks and returns their findings. Each finding begins with a label that says under which circumstances the check ran.
 */
async function findings(page: Page, when: string, checks: readonly Check[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const check of checks) found.push(...(await check(page)).map((text) => `${when}: ${text}`));
  return found;
}

/**
 * Finds horizontal scrolling, cut-off text, broken words, hidden content and a moved main button, in the smallest windows, on an
 * ordinary phone, with wide text spacing, and with large text.
 */
export async function troubleWithRoom(page: Page): Promise<readonly string[]> {
  await page.setViewportSize(smallestPhone);
  const small = await findings(page, '320 × 568', [overflowing, hiddenRest]);
  await page.setViewportSize(magnified);
  const low = await findings(page, '320 × 256', [overflowing]);
  const withoutSpacing = await addStyle(page, widelySpaced);
  const spaced = await findings(page, 'widely spaced', [overflowing]);
  await withoutSpacing();
  await page.setViewportSize(phone);
  const usual = await findings(page, '390 × 844', [strayNext, brokenWords]);
  const withoutLargeText = await addStyle(page, largeText);
  const large = await findings(page, 'large text', [overflowing, brokenWords]);
  await withoutLargeText();
  return [...small, ...low, ...spaced, ...usual, ...large];
}

/**
 * Finds focused controls that are covered on the smallest phone or with large text, focus rings that cover something, and tab
 * stops out of order. Moves the focus, which closes lists that are open only while they have the focus.
 */
export async function troubleWithFocus(page: Page): Promise<readonly string[]> {
  await page.setViewportSize(smallestPhone);
  const small = await findings(page, '320 × 568', [coveredFocus]);
  await page.setViewportSize(phone);
  const withoutLargeText = await addStyle(page, largeText);
  const large = await findings(page, 'large text', [coveredFocus]);
  await withoutLargeText();
  // Makes the window taller than the page, so that the bottom bar is below the form.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...phone, height: height + spareHeight });
  return [...small, ...large, ...(await findings(page, 'focus', [strayOrder, coveringHalos]))];
}
