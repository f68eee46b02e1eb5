/** Simulates browsers that block storage or cookies. */
import type { BrowserContext, Page } from 'playwright-core';

/**
 * Makes every storage API throw in the scripts of a page or of all new pages, including `document.cookie`. The browser still
 * stores and sends cookies.
 */
export async function blockStorage(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
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
 * Deletes all cookies before each API call. Resolves to a function that stops these deletions. If `tells` is true,
 * `navigator.cookieEnabled` is false, as in a browser that blocks cookies. If `tells` is false, the page cannot detect that
 * cookies are missing, as when a proxy drops them.
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
