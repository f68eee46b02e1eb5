import type { Page, Request } from 'playwright-core';

/**
 * Starts to watch a page's API calls. Returns a function that waits until the page has sent everything: no call is in progress,
 * and the last response has caused no further call.
 */
export function watchCalls(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let onEnd = () => {};
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) underWay.add(request);
  });
  const end = (request: Request) => {
    underWay.delete(request);
    onEnd();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    for (;;) {
      // Waits for three background tasks. The page also sends its calls in background tasks, which run in order. After three
      // tasks, the page has sent the call that the latest press causes, processed a response, and sent the call that waited for
      // that response.
      for (let turn = 0; turn < 3; turn += 1)
        await page.evaluate(() => window.scheduler?.postTask(() => undefined, { priority: 'background' }));
      if (underWay.size === 0) return;
      await new Promise<void>((resolve) => {
        onEnd = resolve;
      });
    }
  };
}
