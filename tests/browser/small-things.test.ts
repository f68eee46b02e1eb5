/** Small promises of single screens that a person would miss, met on as few journeys as they fit into. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Applicant, TestServer } from './applicant.ts';
import { newApplicant, startBrowser, startTestServer } from './applicant.ts';
import { begin, fillApplicant, fillBusiness } from './steps.ts';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** What the screen says of a section that was completed just now. */
const done = ({ page }: Applicant) => page.getByRole('status').filter({ hasText: /done\. Next:/ });

test('a section that is complete is said on the next screen and no longer (design brief, section 5)', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, sees, pick, fill, fillDate } = applicant;
  await begin(applicant, server.at('toro'));
  await fillBusiness(applicant, { legalForm: 'Sole proprietorship', billing: 'skipped' });
  await next();
  await sees('Who are you?');
  expect(await done(applicant).textContent()).toContain('Business done. Next: about you.');
  await fill('Your full legal name', 'Dana Okafor');
  await fillDate('Apr', '28', '1986');
  await next();
  await sees('Your Social Security number');
  expect(await done(applicant).count()).toBe(0);
  await page.goBack();
  await sees('Who are you?');
  expect(await done(applicant).count()).toBe(0);
  await fillApplicant(applicant, {});
  await pick('Yes');
  await next();
  await sees('Should anyone else have a card?');
  // Owners are neither done nor next: nobody is asked for them (D17).
  expect(await done(applicant).textContent()).toContain('Your details done. Next: card users.');
  await applicant.close();
});
