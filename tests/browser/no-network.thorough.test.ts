/** Tests saves and files that are retried once the browser reports that the network is back. */
import { expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone } = await setUp({ persistsSession: true });

type Lose = (url: string) => Promise<unknown>;

/** Actions that need the network. Each action gets a function `lose`, with which it makes requests fail. */
const losses: Readonly<Record<string, (applicant: Applicant, lose: Lose) => Promise<unknown>>> = {
  'a save': async (applicant, lose) => {
    await arriveAt(server, applicant, '/apply/business/additional/proof');
    await lose('**/api/v1/application/*');
    await applicant.next();
  },
  'a file of a later screen': async (applicant, lose) => {
    await lose('**/assets/custom-screens-*.js');
    await arriveAt(server, applicant, '/apply/business/additional/internet');
    await applicant.answer('No');
  },
  'a file of the first screen': async ({ page, press }, lose) => {
    await lose('**/assets/*.js');
    await page.goto(server.at('toro'));
    await press('Swipe or tap to get started');
  },
};

testAlone.for(Object.keys(losses))(
  'once the browser reports that the network is back, %s is retried every second, even after a long outage',
  async (what, { applicant }) => {
    const { page } = applicant;
    const lost: string[] = [];
    const tries = () => lost.filter((url) => url === lost[0]).length;
    await page.clock.install();
    await losses[what]?.(applicant, (url) =>
      page.route(url, (route) => {
        lost.push(route.request().url());
        return route.abort('internetdisconnected');
      }),
    );
    await page.getByText(en.page.noConnection).filter({ visible: true }).first().waitFor();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    // Let the page try several times. Its delay between two attempts grows with each attempt.
    await expect.poll(() => page.clock.runFor(1000).then(tries)).toBeGreaterThan(4);
    const before = tries();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    // At its usual delays, the page would make only two attempts in four seconds. After the event, it must make at least three.
    let seconds = 0;
    const afterOneMore = async () => {
      if (seconds < 4) await page.clock.runFor(1000);
      seconds += 1;
      return tries();
    };
    await expect.poll(afterOneMore, { interval: 200 }).toBeGreaterThan(before + 2);
  },
);
