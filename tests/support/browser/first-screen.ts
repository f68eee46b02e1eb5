/** Checks how the first screen loads, from the HTML document until its button works. */
import type { IncomingMessage } from 'node:http';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Applicant, TestServer } from './applicant.ts';

/** Returns the first screen's button. */
export const startButton = (page: Page) => page.getByRole('button', { name: 'Swipe or tap to get started' });

/**
 * Holds back the responses for the page's files until `release` is called, and records which files were requested. Turns off the
 * browser's cache.
 */
export async function keepBackFiles(
  page: Page,
): Promise<{ readonly asked: ReadonlySet<string>; readonly release: () => void }> {
  const asked = new Set<string>();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    asked.add(new URL(route.request().url()).pathname);
    await promise;
    await route.continue();
  });
  return { asked, release: resolve };
}

/** Returns the URLs of the files that the HTML document lists to load after the first paint. */
const filesOf = (page: Page) =>
  page
    .locator('#rest')
    .evaluate((list: HTMLTemplateElement) =>
      [...list.content.querySelectorAll('link:not([rel="prefetch"]), [data-at-once]')].map(
        (link) => link.getAttribute('href') ?? '',
      ),
    );

/**
 * Opens a URL and presses the first screen's button. Fails if the page requests a file before the first paint, or if it
 * requests a file only after another file has arrived.
 */
export async function expectFilesAtOnce({ page, sees }: Applicant, address: string): Promise<void> {
  const { asked, release } = await keepBackFiles(page);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForLoadState('domcontentloaded');
  const files = (await filesOf(page)).toSorted();
  // The page must request all files although none of them has arrived yet.
  await expect.poll(() => [...asked].toSorted(), { message: address }).toEqual(files);
  release();
  await page.waitForURL(`${new URL(address).origin}/apply`);
  await startButton(page).click();
  await sees('How we share your information');
  expect([...asked].toSorted(), address).toEqual(files);
  const { paint, requests } = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    requests: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  }));
  expect(
    requests.filter(({ startTime }) => startTime < paint),
    address,
  ).toEqual([]);
  await page.unrouteAll();
}

/** Opens a program's page, and then opens the page again at this path. Fails if the browser requests a file both times. */
export async function expectFilesOnce(
  { page }: Applicant,
  server: TestServer,
  program: string,
  secondPath: string,
): Promise<void> {
  const requests: string[] = [];
  const count = ({ method, url }: IncomingMessage) => method === 'GET' && requests.push(String(url));
  server.app.server.on('request', count);
  await page.goto(server.at(program));
  await page.waitForURL('**/apply');
  const known = await filesOf(page);
  expect(requests.toSorted()).toEqual(['/', ...known].toSorted());
  requests.length = 0;
  await page.goto(server.at(program) + secondPath);
  await page.waitForURL('**/apply');
  server.app.server.off('request', count);
  const others = (await filesOf(page)).filter((file) => !known.includes(file));
  expect(requests.toSorted()).toEqual([secondPath, ...others].toSorted());
}
