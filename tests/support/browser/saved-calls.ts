import type { Page, Request } from 'playwright-core';

/**
 * Watches the calls that a page makes from now on. Returns how to wait until it has told the server everything: no call is
 * under way, and none follows from the last one.
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
      // What was pressed is sent, the page reads the response, and sends what waited for it.
      for (let turn = 0; turn < 3; turn += 1) await page.evaluate(() => {});
      if (underWay.size === 0) return;
      await new Promise<void>((resolve) => {
        onEnd = resolve;
      });
    }
  };
}
