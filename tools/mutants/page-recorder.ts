/** Records the sites of an instrumented page that a test file runs in its browser. */
import { type BrowserContext, chromium } from 'playwright-core';

/** Reports each site once per page load. A closing page rejects the report. */
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

/** Records every page of every browser that this process starts from now on. */
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
