/** Waits until the page has processed responses. */
import type { Page } from 'playwright-core';

/** Resolves once the page has processed the responses that it has received. */
export async function drawnAfter(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/health/live');
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
