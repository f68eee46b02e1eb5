/** Waits for what a page does next. */
import type { Page } from 'playwright-core';

/** Resolves once the page has done what follows from the responses that it has got. */
export async function drawnAfter(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/health/live');
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
