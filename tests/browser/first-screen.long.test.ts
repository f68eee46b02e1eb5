/** Tests the first screen on a slow phone: its requests before and after the first paint, and what a press of its button does. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { resume } from '../../copy/en/resume.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import {
  expectFilesAtOnce,
  expectFilesOnce,
  keepBackFiles,
  startButton,
} from '../support/browser/first-screen.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone: test } = await setUp();

const starting = (page: Page) => page.getByRole('button', { name: 'Starting…' });

/** Presses the button this many milliseconds after the first paint. Returns the button's text immediately after the press. */
const pressAfterPaint = (page: Page, millis: number) =>
  page.evaluate(async (wait) => {
    await new Promise<void>((resolve) => {
      new PerformanceObserver(() => setTimeout(resolve, wait)).observe({ type: 'paint', buffered: true });
    });
    const pressed = document.querySelector<HTMLElement>('.swipe');
    pressed?.click();
    return pressed?.innerText;
  }, millis);

test('no file is requested before the first paint, and then all files are requested at the same time', async ({
  applicant,
}) => {
  for (const path of ['/', '/start/spring-show', '/spring-show', '/apply/business'])
    await expectFilesAtOnce(applicant, server.at('toro') + path);
});

test('a press 200 ms after the first paint, on slow 3G and a slow phone, shows a response at once and takes effect', async ({
  applicant,
}) => {
  const { page, context, sees } = applicant;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  page.setDefaultTimeout(60_000);
  await page.goto(server.at('toro'), { waitUntil: 'commit' });
  expect(await pressAfterPaint(page, 200)).toBe('Starting…');
  await sees('How we share your information');
});

test('a swipe, Enter or Space before the files are loaded starts the form, and only once if repeated', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/apply/start')) starts.push(request.method());
  });
  for (const press of ['swipe', 'Enter', 'Space']) {
    starts.length = 0;
    const { release } = await keepBackFiles(page);
    await page.goto(server.at('toro'), { waitUntil: 'domcontentloaded' });
    if (press === 'swipe') {
      const track = (await startButton(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const middle = track.y + track.height / 2;
      await page.mouse.move(track.x + 30, middle);
      await page.mouse.down();
      await page.mouse.move(track.x + 30 + track.width * 0.3, middle, { steps: 4 });
      await page.mouse.up();
      expect(await starting(page).count(), 'an early release does not count as a press').toBe(0);
      await page.mouse.move(track.x + 30, middle);
      await page.mouse.down();
      await page.mouse.move(track.x + 30 + track.width * 0.7, middle, { steps: 4 });
      await page.mouse.up();
    } else {
      await startButton(page).focus();
      await page.keyboard.press(press);
    }
    await page.getByRole('status').getByText('Starting…').waitFor();
    await starting(page).click({ force: true });
    release();
    await sees('How we share your information');
    expect(starts, press).toEqual(['POST']);
    await page.unrouteAll();
  }
});

test('a press on Help before the files are loaded opens Help', async ({ applicant }) => {
  const { page } = applicant;
  const { release } = await keepBackFiles(page);
  await page.goto(server.at('toro'), { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Help' }).click();
  release();
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
});

/** Returns the status message of the first screen. It is empty if the page has nothing to say. */
const statusOf = (page: Page) => page.getByRole('main').getByRole('status');

/** Dispatches the event that a browser dispatches when the network is back. */
const tellOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')));

test('if the files cannot be loaded, the page says so after a press, and the form starts once they load', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  for (const comesBack of ['told', 'untold']) {
    await page.route('**/assets/**', (route) => route.abort());
    const missed = page.waitForEvent('requestfailed');
    await page.goto(server.at('toro'));
    await missed;
    expect(await statusOf(page).textContent()).toBe('');
    await startButton(page).click();
    await statusOf(page).getByText(en.page.noConnection).waitFor();
    await page.unrouteAll();
    if (comesBack === 'told') await tellOnline(page);
    await sees('How we share your information');
  }
});

test('if the files cannot be loaded, a press on Help opens Help once they load', async ({ applicant }) => {
  const { page } = applicant;
  await page.route('**/assets/**', (route) => route.abort());
  await page.goto(server.at('toro'));
  await page.getByRole('button', { name: 'Help' }).click();
  await statusOf(page).getByText(en.page.noConnection).waitFor();
  await page.unrouteAll();
  await tellOnline(page);
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  expect(await statusOf(page).textContent()).toBe('');
});

test('if no session can be started, the page says so after a press and starts later, and Help needs no session', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  await page.route('**/apply/start', (route) => route.abort('internetdisconnected'));
  const missed = page.waitForEvent('requestfailed');
  await page.goto(server.at('toro'));
  await missed;
  expect(await statusOf(page).textContent()).toBe('');
  const help = page.getByRole('button', { name: 'Help' });
  await help.click();
  const sheet = page.getByRole('dialog', { name: 'Help' });
  await sheet.getByText('Most questions have a help button.').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await help.evaluate((button) => button === document.activeElement)).toBe(true);
  await startButton(page).click();
  await statusOf(page).getByText(en.page.noConnection).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await page.unrouteAll();
  await tellOnline(page);
  await sees('How we share your information');
});

/**
 * Opens the page of a canceled application. If the person then starts a new application, React renders the first screen, which
 * otherwise comes with the HTML document.
 */
async function arriveAtDrawnIntro({ page, sees }: Applicant): Promise<void> {
  await page.goto(`${server.at('toro')}/apply/finish/cancel`);
  await sees('You ended your application');
}

test('the first screen has the same content if React renders it later', async ({ applicant }) => {
  const { page, press, sees } = applicant;
  await arriveAtDrawnIntro(applicant);
  await page.clock.install();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/apply/start', async (route) => {
    await isReleased;
    await route.continue();
  });
  await press(resume.startNew);
  await sees('Apply for the');
  await startButton(page).click();
  await starting(page).waitFor();
  await statusOf(page).getByText('Starting…').waitFor();
  await page.clock.runFor(3000);
  await page.getByRole('button', { name: 'Slow connection…' }).waitFor();
  expect(await statusOf(page).textContent()).toBe('Slow connection…');
  release();
  await sees('How we share your information');
});

test('if React renders the first screen later, it says that there is no network, and starts once the network is back', async ({
  applicant,
}) => {
  const { page, press, sees } = applicant;
  await arriveAtDrawnIntro(applicant);
  await page.route('**/apply/start', (route) => route.abort('internetdisconnected'));
  await press(resume.startNew);
  await sees('Apply for the');
  await startButton(page).click();
  await statusOf(page).getByText(en.page.noConnection).waitFor();
  await page.unrouteAll();
  await tellOnline(page);
  await sees('How we share your information');
});

test('each file is requested once, and a second visit requests only the HTML document and its session', async ({
  applicant,
}) => expectFilesOnce(applicant, server, 'toro', '/start/spring-show'));
