import type { Page, Request } from 'playwright-core';

/**
 * Watches the calls of a page from now on. Returns a function that waits until the page has sent everything: no call is in
 * progress, and none follows from the last one.
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
      // Lets the page send what was pressed, read the response, and send what waited for it. The page sends in background tasks,
      // which run in the order in which they were posted.
      for (let turn = 0; turn < 3; turn += 1)
        await page.evaluate(() => window.scheduler?.postTask(() => undefined, { priority: 'background' }));
      if (underWay.size === 0) return;
      await new Promise<void>((resolve) => {
        onEnd = resolve;
      });
    }
  };
}
