/** Notes the places of an instrumented page that the browser of a test passes through, for the file that runs. */
import { type BrowserContext, chromium } from 'playwright-core';

/** Reports each place once a load of the page. A page that is just closing takes no report. */
const inPage = `{
  const seen = new Set();
  globalThis.hit = (place) => {
    if (seen.has(place)) return;
    seen.add(place);
    globalThis.recordPlace(place).catch(() => {});
  };
}`;

async function recordContext(context: BrowserContext): Promise<void> {
  await context.exposeBinding('recordPlace', (_source, place: number) => {
    (globalThis as { hit?: (place: number) => void }).hit?.(place);
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
