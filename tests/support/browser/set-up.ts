/** Sets up a test file in the browser, for the whole file: a server of its own, and the shared browser. */
import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, test as baseTest } from 'vitest';
import { after, databaseMoment } from '../../../server/db/clock.ts';
import { openTestDatabase } from '../database.ts';
import { keep } from '../left-behind.ts';
import type { Applicant, ServerOptions, TestServer } from './applicant.ts';
import { newApplicant, newPhone, nextApplicant, startBrowser, startTestServer } from './applicant.ts';

/** A server whose clock can be advanced; the browser's clock is not affected. */
export interface ClockedServer extends TestServer {
  /** Advances the server's clock by milliseconds. */
  readonly advance: (millis: number) => void;
}

/** Starts a server with a page and an empty store. With a `moment`, its clock stands still there. */
export async function setUpServer({
  moment,
  ...options
}: ServerOptions & { readonly moment?: Date } = {}): Promise<ClockedServer> {
  const database = await openTestDatabase();
  let ahead = 0;
  const clock = moment
    ? () => sql<Date>`cast(${moment} as timestamptz)`
    : () => after(databaseMoment(), ahead);
  const server = await startTestServer({ database: { ...database, moment: clock }, ...options });
  afterAll(server.stop);
  return {
    ...server,
    advance: (millis) => {
      ahead += millis;
    },
  };
}

let started: Promise<Browser> | undefined;

/** A page lives for a few seconds here, too short for optimizing its script to pay off. */
const withoutOptimizing = '--js-flags=--no-opt --no-maglev';

/**
 * Returns the one browser of all files of this process, which ends with it. A test that depends on stored data opens its own
 * context.
 */
export async function setUpBrowser(): Promise<Browser> {
  if (!(await started)?.isConnected()) {
    started = startBrowser([withoutOptimizing]);
    keep('a child process', 'process.on(SIGINT)', 'process.on(SIGTERM)', 'process.on(SIGHUP)');
  }
  return started as Promise<Browser>;
}

/**
 * Returns a server, a browser, and a `test` whose tests each get an `applicant`: the next person at a phone that the tests of the
 * file share. Their page must not fail; if a test fails, a picture of the page is kept in `test-results/`. `testAlone` gives a
 * new phone, for a test that sets the clock or opens more pages, which cannot be undone.
 */
export async function setUp(options: Parameters<typeof setUpServer>[0] = {}) {
  const [server, browser] = await Promise.all([setUpServer(options), setUpBrowser()]);
  const phone = await newPhone(browser);
  afterAll(() => phone.close());
  const testWith = (arrive: () => Promise<Applicant>) =>
    baseTest.extend('applicant', async ({ task }, { onCleanup }) => {
      const applicant = await arrive();
      onCleanup(async () => {
        if (task.result?.state === 'fail') await keepPicture(applicant, task.name);
        await applicant.close();
      });
      return applicant;
    });
  return {
    server,
    browser,
    test: testWith(() => nextApplicant(phone)),
    testAlone: testWith(() => newApplicant(browser)),
  };
}

/** A closed page has no picture, and its test has failed already. */
async function keepPicture({ page }: Applicant, name: string): Promise<void> {
  const path = `test-results/${name.replaceAll(/[^\p{L}\d]+/gu, '-')}.png`;
  await page.screenshot({ path, fullPage: true }).catch(() => undefined);
}
