/** What axe finds on a page in its present state. */
import type { ElementContext, Result, RunOptions } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

export interface AxeFindings {
  readonly violations: readonly Result[];
  /** What axe cannot decide by itself. */
  readonly incomplete: readonly Result[];
}

/** What runs in the page once axe is loaded; without axe the run fails. */
interface WithAxe {
  axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeFindings> };
}

/**
 * Runs axe, which is put into each document once, whatever the page's policy says about scripts.
 * @param rules Tags or names of rules; all by default.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<AxeFindings> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (runOnly) => {
      const options: RunOptions = { resultTypes: ['violations', 'incomplete'], elementRef: false };
      const { axe } = window as unknown as WithAxe;
      const found = await axe.run(document, runOnly ? { ...options, runOnly } : options);
      // The list of what passed is long, and nobody needs it.
      return { violations: found.violations, incomplete: found.incomplete };
    },
    rules && [...rules],
  );
}
