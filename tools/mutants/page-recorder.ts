/** Records which sites of the instrumented page the browser of a test file executes. */
import { type BrowserContext, chromium } from 'playwright-core';

/**
 * The script that runs in the page. It reports each site once per page load, and ignores reports that fail because the page is
 * closing.
 */
const inPage = `{
  const seen = new Set();
  globalThis.hit = (site) => {
    if (seen.has(site)) return;
    seen.add(site);
    globalThis.recordSite(site).catch(() => {});
  };
}`;

async function recordContext(context: BrowserContext): Promise<void> {
  await context.exposeBinding('recordSite', (_source, site: number) => {
    (globalThis as { hit?: (site: number) => void }).hit?.(site);
  });
  await context.addInitScript({ content: inPage });
}

let isRecording = false;

/** Starts to record the pages of all browsers that this process starts from now on. */
export function recordPages(): void {
  if (isRecording) return;
  isRecording = true;
  const launch = chromium.launch.bind(chromium);
  chromium.launch = async (options) => {
    const browser = await launch(options);
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (contextOptions) => {
      const context = await newContext(contextOptions);
      await recordContext(context);
      return context;
    };
    return browser;
  };
}
