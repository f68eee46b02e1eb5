/**
 * Tests that the page reports a failed submit only if the submit really failed. If the response was lost, the page first sends
 * the submit again (D27, D44).
 */
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { resume } from '../../copy/en/resume.ts';
import { signing } from '../../copy/en/signing.ts';
import { alertOf } from '../support/browser/alert.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';
import { agreeTo, readAndAgree } from '../support/browser/steps.ts';

const { server, test, testAlone } = await setUp({ persistsSession: true });

const checking = ({ page }: Applicant) => page.getByRole('alertdialog', { name: signing.checking });

/** The response of a proxy that can't reach the server. */
const proxyError = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };

/** Returns a response with which the server refuses a submit. */
const refused = (status: number, code: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status, code }),
});

type Answer = (route: Route) => Promise<unknown>;

/** Lets the server accept the application, then drops the response. */
const lose: Answer = async (route) => {
  const request = route.request();
  const { host, pathname } = new URL(request.url());
  const headers = { ...(await request.allHeaders()), host };
  const { statusCode } = await server.app.inject({ method: 'POST', url: pathname, headers });
  expect(statusCode).toBe(200);
  await route.abort('connectionreset');
};

/**
 * Handles the first submit with the first function, the second submit with the second one, and so on. All further submits reach
 * the server. Returns a function that returns the number of submits.
 */
async function onSubmits(page: Page, ...answers: readonly Answer[]): Promise<() => number> {
  let count = 0;
  await page.route('**/submit', async (route) => {
    const answer = answers[count];
    count += 1;
    await (answer ? answer(route) : route.continue());
  });
  return () => count;
}

/** Agrees to the last agreement, and submits the application. */
async function submit(applicant: Applicant): Promise<void> {
  await arriveAt(server, applicant, '/apply/agreement/controlling-party');
  await readAndAgree(applicant);
  await applicant.press('Accept and submit application');
}

test('after an unclear submit, the page submits again until a response says whether the application was submitted', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const answers: readonly Answer[] = [
    lose,
    (route) => route.fulfill(refused(429, 'rate_limited', { 'retry-after': '1' })),
    (route) => route.fulfill(refused(500, 'internal_error')),
    (route) => route.fulfill({ ...proxyError, status: 403 }),
  ];
  const count = await onSubmits(page, ...answers);
  await arriveAt(server, applicant, '/apply/agreement/guarantor');
  await agreeTo(applicant, 'Agree to the personal guarantee');
  await sees('Certify and submit');
  await readAndAgree(applicant);
  await applicant.press('Accept and submit application');
  await checking(applicant).waitFor();
  await page.goBack();
  expect(await checking(applicant).isVisible(), 'Back does not go to the answers').toBe(true);
  // Each time the network comes back, the page immediately sends the submit again.
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')));
      return count();
    })
    .toBe(answers.length + 1);
  await sees('We received your application');
});

test('a refusal after an unclear submit is shown, because the server did not accept the application', async ({
  applicant,
}) => {
  const { page } = applicant;
  await onSubmits(
    page,
    (route) => route.fulfill(proxyError),
    (route) => route.fulfill(refused(409, 'conflict')),
  );
  await submit(applicant);
  await alertOf(applicant).getByText(en.errors.areas.submission.other).waitFor();
  await applicant.press('Try again');
  await applicant.sees('We received your application');
});

test('if the session ended meanwhile, the result stays unknown, and the page says where to look', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  await onSubmits(page, lose, (route) => route.fulfill(refused(401, 'session_invalid')));
  await submit(applicant);
  await sees(resume.errors.unclearTitle);
  await page.getByText(resume.errors.unclear).waitFor();
  // The page offers no new start, because the person might then apply twice.
  expect(await page.getByRole('button', { name: 'Start a new application' }).count()).toBe(0);
  const shown = await page.getByRole('main').innerText();
  expect(shown).not.toContain(resume.ended.deleted);
  expect(shown).not.toContain('Session has time out');
  expect(await page.content()).not.toMatch(/Dana|Okafor|Greenacre/);
});

testAlone('while the result is unclear, the person does not have to do anything', async ({ applicant }) => {
  const { page, sees } = applicant;
  await page.clock.install();
  const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>();
  await onSubmits(page, lose, async (route) => {
    await isBack;
    await route.continue();
  });
  await submit(applicant);
  await checking(applicant).waitFor();
  await page.clock.runFor(11 * 60_000);
  expect(new URL(page.url()).pathname).toBe('/apply/agreement/controlling-party');
  expect(await checking(applicant).isVisible()).toBe(true);
  comeBack();
  await sees('We received your application');
});

testAlone(
  'after the duration of a session, the page stops submitting and keeps no data',
  async ({ applicant }) => {
    const { page, sees } = applicant;
    await page.clock.install();
    await page.route('**/submit', (route) => route.abort('connectionreset'));
    await submit(applicant);
    await checking(applicant).waitFor();
    await page.clock.runFor(11 * 60_000);
    expect(await checking(applicant).isVisible()).toBe(true);
    await page.clock.runFor(2 * 60_000);
    await sees(resume.errors.unclearTitle);
    expect(await page.content()).not.toMatch(/Dana|Okafor|Greenacre/);
  },
);
