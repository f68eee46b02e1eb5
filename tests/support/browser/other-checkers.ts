/** Runs IBM's Equal Access engine and HTML_CodeSniffer, two accessibility checkers, on the current state of a page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Returns the source of a module, to inject into a document. */
const sourceOf = (specifier: string) => readFileSync(fileURLToPath(import.meta.resolve(specifier)), 'utf8');

const engine = sourceOf('accessibility-checker-engine/ace.js');
const sniffer = sourceOf('html_codesniffer/build/HTMLCS.js');

/**
 * Injects a script that defines a global variable, unless the variable already exists. The page's Content Security Policy does
 * not block the script.
 */
async function addScript(page: Page, name: string, source: string): Promise<void> {
  if (!(await page.evaluate((variable) => variable in window, name))) await page.evaluate(`${source};\nnull`);
}

interface WithEngine {
  ace: {
    Checker: new () => {
      check: (
        node: Document,
        guidelines: readonly string[],
      ) => Promise<{
        readonly results: readonly {
          readonly ruleId: string;
          readonly reasonId: string;
          readonly value: readonly [string, string];
          readonly message: string;
          readonly snippet: string;
        }[];
      }>;
    };
  };
}

/**
 * Returns the findings of IBM's engine with its rules for WCAG 2.2, levels A and AA: violations, potential violations, and points
 * to review. Each finding is a line with the rule, reason, element, and message.
 */
export async function equalAccessFindings(page: Page): Promise<readonly string[]> {
  await addScript(page, 'ace', engine);
  return page.evaluate(async () => {
    const { ace } = window as unknown as WithEngine;
    const { results } = await new ace.Checker().check(document, ['WCAG_2_2']);
    return results
      .filter(({ value: [policy, outcome] }) => policy === 'VIOLATION' && outcome !== 'PASS')
      .map(({ ruleId, reasonId, snippet, message }) => `${ruleId} ${reasonId} ${snippet} ${message}`);
  });
}

interface WithSniffer {
  HTMLCS: {
    process: (
      standard: string,
      root: Document,
      done: () => void,
      failed: () => void,
      language: string,
    ) => void;
    getMessages: () => readonly {
      readonly type: number;
      readonly code: string;
      readonly msg: string;
      readonly element: Element | Document;
    }[];
  };
}

/**
 * Returns the errors and warnings of HTML_CodeSniffer with its rules for level AA, but not its notices, which only list what a
 * machine cannot check. Each finding is a line with the rule, element, and message.
 */
export async function codeSnifferFindings(page: Page): Promise<readonly string[]> {
  await addScript(page, 'HTMLCS', sniffer);
  return page.evaluate(async () => {
    const { HTMLCS } = window as unknown as WithSniffer;
    await new Promise<void>((resolve, reject) =>
      HTMLCS.process('WCAG2AA', document, resolve, () => reject(new Error('HTML_CodeSniffer failed')), 'en'),
    );
    const notice = 3;
    return HTMLCS.getMessages()
      .filter(({ type }) => type < notice)
      .map(({ code, element, msg }) => {
        const tag =
          element instanceof Element ? element.outerHTML.slice(0, element.outerHTML.indexOf('>') + 1) : '';
        return `${code.replace('WCAG2AA.', '')} ${tag} ${msg}`;
      });
  });
}
