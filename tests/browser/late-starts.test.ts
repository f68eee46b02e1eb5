/**
 * Tests late responses to two calls: the start of a session, and the end of the session before it. Each test covers a fault
 * that `npm run test:browser -- --late` once found.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { blockCookies } from '../support/browser/blocked-storage.ts';
import { drawnAfter } from '../support/browser/drawn-after.ts';
import { startButton } from '../support/browser/first-screen.ts';
import { setUp, setUpServer } from '../support/browser/set-up.ts';

const { server, testAlone: test } = await setUp();
const persisting = await setUpServer({ persistsSession: true });
const demo = server.at('demo');

/** Holds back the requests for an address. Returns a function that releases them. */
async function hold(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.context().route(address, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('a late response to the end of the previous session keeps the data of the new session', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(persisting, applicant, '/apply/business/address');
  const release = await hold(page, '**/api/v1/apply/finish/*');
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(`${persisting.at('demo')}/start`);
  await page.waitForURL('**/apply');
  const ended = page.waitForResponse('**/api/v1/apply/finish/*');
  release();
  await (await ended).finished();
  await drawnAfter(page);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['card-application']);
});

test('if a start responds after the person went back, the page stays where it is', async ({ applicant }) => {
  const { page, press, sees } = applicant;
  await page.goto(`${demo}/resume`);
  await sees('No saved application on this device');
  const release = await hold(page, '**/api/v1/apply/start*');
  await press('Start a new application');
  await sees('Apply for the');
  await page.goBack();
  await sees('No saved application on this device');
  const started = page.waitForResponse('**/api/v1/apply/start*');
  release();
  await (await started).finished();
  await drawnAfter(page);
  expect(page.url()).toBe(`${demo}/resume`);
});

test('a press of the start button waits for the start that the page began once cookies were allowed', async ({
  applicant,
}) => {
  const { page, context, press } = applicant;
  const allow = await blockCookies(context, page, true);
  await page.goto(`${demo}/start?storeId=20000001`);
  const notice = page.getByRole('alertdialog', { name: 'To apply, allow cookies' });
  await notice.waitFor();
  const release = await hold(page, '**/api/v1/apply/start*');
  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/apply/start')) starts.push(request.url());
  });
  // Once cookies are allowed, the page starts the session without a press.
  await allow();
  await notice.waitFor({ state: 'detached' });
  await press(/Swipe or tap/);
  release();
  await applicant.sees('How we share your information');
  expect(starts).toEqual([expect.stringContaining('20000001')]);
});

test('a swipe in progress continues when the page finishes loading', async ({ applicant }) => {
  const { page } = applicant;
  const release = await hold(page, '**/assets/*.js');
  await page.goto(server.at('toro'), { waitUntil: 'commit' });
  const { x, y, width, height } = (await startButton(applicant.page).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.mouse.move(x + 30, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 30 + width * 0.4, y + height / 2, { steps: 4 });
  const started = page.waitForResponse('**/api/v1/apply/start*');
  release();
  await started;
  await drawnAfter(page);
  const travelled = await startButton(applicant.page).evaluate((button) =>
    button.style.getPropertyValue('--swipe'),
  );
  expect(Number.parseFloat(travelled)).toBeGreaterThan(width * 0.3);
});
