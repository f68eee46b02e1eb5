/** P4, P5: how quickly the page reacts on a phone that has a quarter of this machine's speed. */
import type { CDPSession, Page } from 'playwright-core';
import { buildPage } from '../../scripts/build.ts';
import type { Applicant, TestServer } from '../support/browser/applicant.ts';
import { newApplicant, startBrowser, startTestServer } from '../support/browser/applicant.ts';
import { ensureBrowser } from '../support/browser/find-browser.ts';
import { begin, fillApplicant, fillBusiness } from '../support/browser/steps.ts';
import type { Figure } from '../support/figures.ts';
import { type Bench, median, percentile } from './bench.ts';

const slowdown = 4;
const journeys = 3;

/** Runs with an applicant at a slowed-down page on a separate server. */
async function slowed(
  work: (applicant: Applicant, browser: CDPSession, server: TestServer) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  buildPage();
  ensureBrowser();
  const [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  try {
    const applicant = await newApplicant(browser);
    const session = await applicant.context.newCDPSession(applicant.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await work(applicant, session, server);
  } finally {
    await browser.close();
    await server.stop();
  }
}

function figure(what: string, millis: number, limit: number): Figure {
  return { what, value: `${millis.toFixed(1)} ms`, demand: `≤ ${limit} ms`, met: millis <= limit };
}

/** Measures every press of Next until the frame that shows the result, by the Event Timing API. */
async function watchNext(page: Page): Promise<readonly number[]> {
  const took: number[] = [];
  await page.exposeFunction('tellPress', (millis: number) => took.push(millis));
  await page.addInitScript(() => {
    const { tellPress } = window as unknown as { tellPress: (millis: number) => void };
    const presses = new Set<number>();
    addEventListener(
      'click',
      ({ target, timeStamp }) => {
        if ((target as Element).closest('button[type="submit"]')) presses.add(timeStamp);
      },
      true,
    );
    const tell = (entry: PerformanceEntry) => {
      if (entry.name === 'click' && presses.has(entry.startTime)) tellPress(entry.duration);
    };
    const options = { type: 'event', durationThreshold: 16 } as PerformanceObserverInit;
    new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe(options);
  });
  return took;
}

export const nextScreen: Bench = {
  name: 'P4',
  about: 'Next to the next screen painted, 4 times slower',
  run: () =>
    slowed(async (applicant, _, server) => {
      const took = await watchNext(applicant.page);
      for (let journey = 0; journey < journeys; journey += 1) {
        await begin(applicant, server.at('demo'));
        await fillBusiness(applicant);
        await applicant.next();
        await fillApplicant(applicant, '60');
      }
      return [
        { what: 'presses', value: String(took.length), demand: '', met: took.length > 0 },
        figure('median, in steps of 8', median(took), 50),
        figure('longest', percentile(took, 1), 100),
      ];
    }),
};

/** Milliseconds of script that the page has run so far. */
async function scriptMillis(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
}

const words = ['lawn care', 'pizza', 'hair salon', '5617', 'plumbing'];

export const industrySearch: Bench = {
  name: 'P5',
  about: 'one keystroke in the search of industries, its results drawn, 4 times slower',
  run: () =>
    slowed(async (applicant, session, server) => {
      const { page, fill, next, answer } = applicant;
      await begin(applicant, server.at('demo'));
      await fill('Legal business name', 'Bright Lawn Care LLC');
      await next();
      await fill('Federal tax ID (EIN)', '12-3456789');
      await answer('Limited liability company (LLC)');
      await page.getByRole('button', { name: /Choose an industry/ }).click();
      const search = page.getByRole('dialog').getByRole('combobox');
      await session.send('Performance.enable');
      const took: number[] = [];
      for (const word of words) {
        await search.fill('');
        for (const letter of word) {
          const before = await scriptMillis(session);
          await page.keyboard.type(letter);
          // The results are drawn in a later task than the letter.
          await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
          took.push((await scriptMillis(session)) - before);
        }
      }
      return [
        { what: 'keystrokes', value: String(took.length), demand: '', met: true },
        figure('script of one, median', median(took), 16),
        { what: 'longest', value: `${percentile(took, 1).toFixed(1)} ms`, demand: '', met: true },
      ];
    }),
};
