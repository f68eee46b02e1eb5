/**
 * Tests that the page says that the service is busy if the server responds with an error. The page says “You’re offline.” only if
 * there is no network (D44).
 */
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { signing } from '../../copy/en/signing.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin, fillBusiness, readAndAgree } from '../support/browser/steps.ts';

const { server, test, testAlone } = await setUp({ persistsSession: true });

const { busy, noConnection } = en.page;
const ours = { code: 'unavailable', status: 503 };

type Answer = Parameters<Route['fulfill']>[0];

/** In place of the server, responds to the page's requests for a URL, until the caller calls the returned function. */
async function answerWith(page: Page, url: string, answer: Answer): Promise<() => Promise<void>> {
  await page.route(url, (route) => route.fulfill(answer));
  return () => page.unroute(url);
}

/** Waits until the page says that the service is busy. Expects the page not to mention the network. */
async function saysBusy(page: Page): Promise<void> {
  await page.getByText(busy).filter({ visible: true }).first().waitFor();
  expect(await page.getByText(noConnection).filter({ visible: true }).count()).toBe(0);
}

test.for<[string, Answer]>([
  ['the service', { status: 503, json: ours, headers: { 'retry-after': '1' } }],
  ['a proxy', { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
  ['a gateway', { status: 504, json: { message: 'Endpoint request timed out' } }],
  ['a gateway with codes of its own', { status: 502, json: { code: 'ORIGIN_UNREACHABLE', errors: null } }],
])(
  'if %s responds to a submit with an error, the page says that the service is busy and submits again',
  async ([, answer], { applicant }) => {
    const { page, press, sees } = applicant;
    await arriveAt(server, applicant, '/apply/agreement/controlling-party');
    await readAndAgree(applicant);
    const end = await answerWith(page, '**/submit', answer);
    await press('Accept and submit application');
    await page.getByRole('alertdialog', { name: signing.checking }).getByText(busy).waitFor();
    await saysBusy(page);
    await end();
    await sees('We received your application');
  },
);

testAlone(
  'if a screen’s file cannot be loaded, the page says that the service is busy, and later shows the screen',
  async ({ applicant }) => {
    const { page } = applicant;
    const end = await answerWith(page, '**/assets/custom-screens-*.js', { status: 503 });
    await begin(applicant, server.at('demo'));
    const filled = fillBusiness(applicant, { suggestions: false });
    await saysBusy(page);
    await end();
    await filled;
  },
);
