/** Browsers that let a page store nothing, or that keep no cookies. */
import type { BrowserContext, Page } from 'playwright-core';

/** Each way into storage throws, as where the person has blocked the storage of sites and a browser still takes cookies. */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    const refused = { get: refuse, set: refuse, configurable: true };
    for (const name of ['sessionStorage', 'localStorage', 'indexedDB', 'caches', 'cookieStore'])
      Object.defineProperty(window, name, refused);
    for (const name of ['storage', 'locks', 'serviceWorker']) Object.defineProperty(navigator, name, refused);
    Object.defineProperty(document, 'cookie', refused);
  });
}

/**
 * Has the browser lose every cookie before its next call, until the function is called with which this resolves. Where it
 * `tells`, `navigator.cookieEnabled` is false, as in a browser that blocks cookies; otherwise the page cannot know, as where
 * something on the way drops them.
 */
export async function blockCookies(
  context: BrowserContext,
  page: Page,
  tells: boolean,
): Promise<() => Promise<void>> {
  await page.route('**/api/v1/**', async (route) => {
    await context.clearCookies();
    await route.continue();
  });
  const session = await context.newCDPSession(page);
  const tell = (disabled: boolean) => session.send('Emulation.setDocumentCookieDisabled', { disabled });
  await tell(tells);
  return async () => {
    await page.unrouteAll({ behavior: 'wait' });
    await tell(false);
  };
}
