/**
 * Tests what stops an application: too many calls, a lost connection, a missing program, a screen that throws, and a session that
 * has ended.
 */
import { expect, onTestFinished } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { fill } from '../../copy/sentences.ts';
import { alerted, alertOf, answer, press } from '../support/browser/alert.ts';
import { newApplicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { offerOf } from '../support/browser/coming-back.ts';
import { setUp, setUpServer } from '../support/browser/set-up.ts';
import { begin, readAndAgree } from '../support/browser/steps.ts';
import { rewriteAnswers } from '../support/rewrite-answers.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, browser, test } = await setUp({ persistsSession: true });
/** A server that allows only six starts per minute and one submit per hour. Its clock never moves, so these limits never end. */
const strict = await setUpServer({
  env: { LIMITS_FACTOR: '0.1' },
  persistsSession: true,
  moment: new Date(),
});

test('too many starts and a host without a program are reported, and the page waits for a lost connection', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const origin = strict.at('demo');
  const swipe = page.getByRole('button', { name: 'Swipe or tap to get started' });
  for (let count = 0; count < 6; count += 1)
    await strict.app.inject({
      method: 'POST',
      url: '/api/v1/apply/start',
      headers: { host: new URL(origin).host },
    });
  await page.goto(origin);
  await alerted(applicant, 'domain', 'Unable to fetch programs from the server');
  await press(applicant, 'Close');
  await alertOf(applicant).waitFor({ state: 'detached' });
  await strict.services.database.db.deleteFrom('rate_limit').execute();
  await swipe.click();
  await sees('How we share your information');

  await page.route('**/api/v1/apply/start', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(`${server.at('exmark')}/start`);
  await failed;
  await page.unroute('**/api/v1/apply/start');
  await page.waitForURL('**/apply');

  const { hostname } = new URL(origin);
  await answer(applicant, ['POST', '/apply/start'], 404);
  await page.goto(origin);
  await alerted(applicant, 'domain', `Unable to find program mapped to URL [${hostname}]`);
  await press(applicant, 'Close');

  await page.goto(origin.replace('demo', 'nobody'));
  await sees('There’s no card application at this address');
  await page.getByText('Unable to find program mapped to URL [nobody.localhost]').waitFor();
  await page.getByText('You haven’t entered anything here, so nothing is lost.').waitFor();
  // The style sheet and the picture are inline in this page. Its content security policy allows both.
  expect(await page.locator('main svg').evaluate((svg) => getComputedStyle(svg).strokeWidth)).toBe('3px');
});

test('a person who submits too often is asked to try later, and no answer is lost', async ({ applicant }) => {
  const { page } = applicant;
  const { applicationId } = await arriveAt(strict, applicant, '/apply/agreement/controlling-party');
  const { db } = strict.services.database;
  await readAndAgree(applicant);
  const { email } = (await storedApplication(strict.services, applicationId)).answers;
  await rewriteAnswers(strict.services, applicationId ?? '', { applicationData: { email: null } });
  const submit = page.getByRole('button', { name: 'Accept and submit application' });
  await submit.click();
  await alerted(applicant, 'submission', 'Could not submit application, invalid data');
  await press(applicant, 'Close');
  await rewriteAnswers(strict.services, applicationId ?? '', { applicationData: { email } });
  await page.goBack();
  await submit.click();
  await alerted(applicant, 'submission', 'Error submitting application');
  await press(applicant, 'Close');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Accept and submit application',
  );
  const row = await db
    .selectFrom('application')
    .select('status')
    .where('id', '=', applicationId ?? '')
    .executeTakeFirst();
  expect(row).toEqual({ status: 'draft' });
});

test('a finish page that throws still says that the application was sent', async () => {
  // Don't use `applicant`. Its final checks would fail, because the browser's console contains the error that the page is meant
  // to throw.
  const applicant = await newApplicant(browser);
  onTestFinished(() => applicant.context.close());
  const { page, sees } = applicant;
  await arriveAt(server, applicant, '/apply/agreement/controlling-party');
  await readAndAgree(applicant);
  await page.evaluate(() => {
    Intl.DateTimeFormat.prototype.formatToParts = () => {
      throw new RangeError('no dates here');
    };
  });
  await page.getByRole('button', { name: 'Accept and submit application' }).click();
  await sees('Your application was submitted');
  expect(await page.getByRole('main').innerText()).toMatch(/Reference number: [A-Z]{4}-\d{4}-\d{4}/);
  expect(new URL(page.url()).pathname).toBe('/apply/finish/completed');
});

test('a screen that throws shows the error page, from which the draft can be resumed or a new one started', async () => {
  // Don't use `applicant`. Its final checks would fail, because the browser's console contains the error that the screen is meant
  // to throw.
  const applicant = await newApplicant(browser);
  onTestFinished(() => applicant.context.close());
  const { page, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/agreement/esign');
  // A response in the wrong format makes the agreement's pages throw.
  await page.route('**/api/v1/agreement/esign', async (route) => {
    await route.fulfill({ json: { title: 'Agreement', version: '1', html: '<p>Text</p>', pages: 1 } });
  });
  await page.getByRole('button', { name: /^Read the/ }).click();
  await sees('It looks like something went wrong');
  expect(new URL(page.url()).pathname).toBe('/error');
  await page.getByText('Visit your local merchant for help with your application.').waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(/TypeError|undefined|pagesUrl/);
  await offerOf(applicant).waitFor();
  const kept = await storedApplication(server.services, applicationId);
  expect(kept).toMatchObject({ status: 'draft', isErased: false });
  await page.getByRole('button', { name: 'Start a new application' }).click();
  await page.waitForURL('**/apply');
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await sees('How we share your information');
});

test('a session that ended elsewhere goes to the session-invalid screen, even with calls waiting', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  const { webSessionId } = await arriveAt(server, applicant, '/apply/applicant');
  await applicant.fill('Your full legal name', 'Dana Okafor');
  await applicant.fillDate('4', '28', '1986');
  await applicant.fill('Social Security number', '123-45-6789');
  await server.services.database.db
    .updateTable('session')
    .set({ end_date_time: new Date(), end_type: 'expired' })
    .where('id', '=', webSessionId)
    .execute();
  const { hostname } = new URL(page.url());
  await next();
  await sees('Your session has ended');
  await page.getByText(fill(en, en.errors.unauthorized, { hostname })).waitFor();
  expect(await alertOf(applicant).count()).toBe(0);
  await page.goto(`${server.at('demo')}/apply/applicant`);
  await page.waitForURL('**/apply');
  expect(await page.content()).not.toContain('Dana');
  await begin(applicant, server.at('demo'));
});
