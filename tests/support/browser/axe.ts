/** Runs axe on the current state of a page. */
import type { ElementContext, Result, RunOptions } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

export interface AxeFindings {
  readonly violations: readonly Result[];
  /** Findings that a person must judge, because axe cannot decide whether they are violations. */
  readonly incomplete: readonly Result[];
}

/** The window of a page after axe was injected. */
interface WithAxe {
  axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeFindings> };
}

/**
 * Runs axe on the page. Injects axe once into each document, in a way that the Content Security Policy does not block.
 * @param rules Tags or names of rules; all by default.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<AxeFindings> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (runOnly) => {
      const options: RunOptions = { resultTypes: ['violations', 'incomplete'], elementRef: false };
      const { axe } = window as unknown as WithAxe;
      const found = await axe.run(document, runOnly ? { ...options, runOnly } : options);
      // Leaves out the list of passed rules, which is long and not used.
      return { violations: found.violations, incomplete: found.incomplete };
    },
    rules && [...rules],
  );
}
