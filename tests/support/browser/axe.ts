/** Runs axe on a page in its present state. */
import type { ElementContext, Result, RunOptions } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

export interface AxeFindings {
  readonly violations: readonly Result[];
  /** Findings that axe cannot decide by itself. */
  readonly incomplete: readonly Result[];
}

/** The window of a page with axe loaded; without axe the run fails. */
interface WithAxe {
  axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeFindings> };
}

/**
 * Runs axe, injected once into each document, whatever the page's policy says about scripts.
 * @param rules Tags or names of rules; all by default.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<AxeFindings> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (runOnly) => {
      const options: RunOptions = { resultTypes: ['violations', 'incomplete'], elementRef: false };
      const { axe } = window as unknown as WithAxe;
      const found = await axe.run(document, runOnly ? { ...options, runOnly } : options);
      // The list of passed rules is long and unused.
      return { violations: found.violations, incomplete: found.incomplete };
    },
    rules && [...rules],
  );
}
