/** Prepares a browser test file: gives it a separate server, and the browser that all files of the process share. */
import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, test as baseTest } from 'vitest';
import { after, databaseMoment } from '../../../server/db/clock.ts';
import { openTestDatabase } from '../database.ts';
import { keep } from '../left-behind.ts';
import type { Applicant, ServerOptions, TestServer } from './applicant.ts';
import { newApplicant, newPhone, nextApplicant, startBrowser, startTestServer } from './applicant.ts';
import { recentPresses } from './recent-presses.ts';

/** A server whose clock can be advanced. The browser's clock is not affected. */
export interface ClockedServer extends TestServer {
  /** Advances the server's clock by this many milliseconds. */
  readonly advance: (millis: number) => void;
}

/**
 * Starts a server with a page and an empty store, for the whole test file. With a `moment`, the server's clock always shows that
 * time.
 */
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

/**
 * Turns off the optimizing compilers for scripts. On a page that is open for a few seconds, they cost more time than they save.
 */
const withoutOptimizing = '--js-flags=--no-opt --no-maglev';

/**
 * Returns the browser that all test files of this process share. The browser ends with the process. A test that depends on
 * cookies or other stored data opens its own browser context.
 */
export async function setUpBrowser(): Promise<Browser> {
  if (!(await started)?.isConnected()) {
    started = startBrowser([withoutOptimizing]);
    keep('a child process', 'process.on(SIGINT)', 'process.on(SIGTERM)', 'process.on(SIGHUP)');
  }
  return started as Promise<Browser>;
}

/**
 * Returns a server, a browser, and a function `test` that passes an `applicant` to each test: a new person on the phone that the
 * tests of the file share. Errors on the page fail the test. A failed test saves a screenshot and a list of the last presses in
 * `test-results/`. `testAlone` uses a new phone. Use it in tests that set the clock or open more pages, because both would affect
 * later tests on the shared phone.
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

/** Saves a screenshot of the page, and a list of the last presses on it. Does nothing if the page is closed. */
async function keepPicture({ page }: Applicant, name: string): Promise<void> {
  const path = `test-results/${name.replaceAll(/[^\p{L}\d]+/gu, '-')}`;
  const presses = await page
    .screenshot({ path: `${path}.png`, fullPage: true })
    .then(() => recentPresses(page))
    .catch(() => undefined);
  if (presses !== undefined) await writeFile(`${path}.txt`, presses);
}
