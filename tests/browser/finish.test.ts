/** Tests that an application is submitted exactly once on any network, and leaves no personal data behind (X8). */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { loseNextResponse } from '../support/browser/lost-responses.ts';
import { setUp } from '../support/browser/set-up.ts';
import { agreeTo, passReview, readAndAgree } from '../support/browser/steps.ts';

const { server, test } = await setUp({ persistsSession: true });

const accept = ({ page }: Applicant) => page.getByRole('button', { name: 'Accept and submit application' });

/** Returns a list that collects the submit calls that the page makes. */
function submitsOf({ page }: Applicant): readonly string[] {
  const submits: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/submit')) submits.push(request.method());
  });
  return submits;
}

/** Returns what the server stores about a submitted application. */
async function handedIn(applicationId: string | null) {
  const { db } = server.services.database;
  const id = applicationId ?? '';
  const application = await db
    .selectFrom('application')
    .select(['status', 'reference_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const submissions = await db
    .selectFrom('submission')
    .select('submit_date_time')
    .where('application_id', '=', id)
    .execute();
  const outbox = await db.selectFrom('outbox').select('kind').where('application_id', '=', id).execute();
  return { ...application, submissions: submissions.length, sent: outbox.map(({ kind }) => kind).sort() };
}

/**
 * Matches personal data that must not appear anywhere after the application is submitted. The masked email address and the
 * company's name may appear (D64).
 */
const personal = /Dana|Okafor|Sam Lee|Kim Park|dana@|Oak St|Lyndale/;

const company = 'Greenacre Lawn Care LLC';

test('a double press and a lost response make one submission, and its finish page has no personal data', async ({
  applicant,
}) => {
  const { page, context, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/agreement/guarantor');
  const submits = submitsOf(applicant);
  await agreeTo(applicant, 'Agree to the personal guarantee');
  await sees('Certify and submit');
  await readAndAgree(applicant);
  await loseNextResponse(applicant, '/submit');
  await accept(applicant).dblclick();
  await page.getByRole('alertdialog', { name: 'Checking whether we received your application' }).waitFor();
  expect(submits).toHaveLength(1);
  const first = await handedIn(applicationId);
  expect(first).toMatchObject({ status: 'submitted', submissions: 1 });
  await sees('We received your application');
  expect(new URL(page.url()).pathname).toBe('/apply/finish/completed');
  expect(submits).toHaveLength(2);
  expect(await handedIn(applicationId)).toEqual(first);

  const main = page.getByRole('main');
  const day = /\w+day, \w{3} \d{1,2}(?=\n)/g;
  expect((await main.innerText()).replace(/\s*\n\s*/g, '\n').replaceAll(day, 'day')).toBe(
    [
      'Demo',
      'Quillbrook Bank',
      'Sample card',
      // The card shows a long name on two lines.
      'Greenacre',
      'Lawn Care LLC',
      'We received your application',
      'Reference number',
      String(first.reference_number),
      'Copy',
      'Reference number',
      'Print or save as PDF',
      'Quillbrook Bank will send a confirmation email to d•••@greenacre.example.',
      'What happens next',
      'Done',
      'day',
      'You applied',
      'Up next',
      'By day',
      'We’ll review your answers',
      'We’ll call only if we have a question.',
      // Only screen readers read this word.
      'Later',
      'By day',
      'You’ll get our decision by email',
      'Later',
      'By day',
      'If you’re approved, your card comes in the mail',
      'Questions? Have your reference number ready.',
      '1-800-555-0199',
      'Monday to Friday, 8\u00a0a.m. to 6\u00a0p.m. Central time',
    ].join('\n'),
  );
  expect(await main.getByRole('heading', { level: 1 }).evaluate((h1) => h1 === document.activeElement)).toBe(
    true,
  );

  // The page says that it has copied the reference number. The phone number is a link that starts a call.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy Reference number' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first.reference_number);
  expect(await page.getByRole('link', { name: '1-800-555-0199' }).getAttribute('href')).toBe(
    'tel:+18005550199',
  );

  // The printout has the reference number, the business and the agreements, but no buttons and no footer. It is one page long.
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-printed'))).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText(String(first.reference_number)).isVisible()).toBe(true);
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('contentinfo').count()).toBe(0);
  expect(await page.getByText('Demo: don’t enter real data').isVisible()).toBe(false);
  const record = await page.locator('.sent-record').innerText();
  expect(record).toMatch(
    /^For your records\s+Business\s+Greenacre Lawn Care LLC\s+Bank\s+Quillbrook Bank\s+Card\s/,
  );
  expect(record).toContain('Demo Commercial Credit Card');
  expect(record.match(/November 2\d, 2026\s+\w+ \d+, \d{4}/g)).toHaveLength(
    await page.getByRole('rowheader').count(),
  );
  const printed = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });

  const left = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(await page.content()).not.toMatch(personal);
  expect(await left()).not.toMatch(personal);
  expect(await left()).not.toContain(company);
  await expect.poll(() => context.cookies()).toEqual([]);
  await page.goBack();
  await sees('We received your application');
  expect(new URL(page.url()).pathname).toBe('/apply/finish/completed');
  await page.evaluate(() => history.pushState(null, '', '/apply/finish'));
  await sees('We received your application');
  await page.evaluate(() => history.pushState(null, '', '/apply/review'));
  await sees('We received your application');
  expect(await page.content()).not.toMatch(personal);

  // If someone returns to the address from another site, the page doesn't know whether anyone has applied.
  await page.goto('about:blank');
  await page.goBack();
  await sees('Check your email for the confirmation');
  expect(await page.content()).not.toMatch(personal);
  expect(await page.content()).not.toContain(String(first.reference_number));
  expect(await page.content()).not.toContain(company);
  expect(await left()).not.toMatch(personal);
});

test('an answer that submit refuses is shown at its field, and a corrected answer is accepted', async ({
  applicant,
}) => {
  const { page, sees, fill, next } = applicant;
  const { applicationId, webSessionId } = await arriveAt(
    server,
    applicant,
    '/apply/agreement/controlling-party',
  );
  await readAndAgree(applicant);
  // Changes an answer on the server without the page's knowledge.
  const changed = await page.evaluate(
    ([id, session]) =>
      fetch(`/api/v1/application/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'x-web-session-id': String(session) },
        body: JSON.stringify({ applicationData: { employeeCount: null } }),
      }).then(({ status }) => status),
    [applicationId, webSessionId],
  );
  expect(changed).toBe(200);
  await accept(applicant).click();
  const alert = page.getByRole('alertdialog', { name: 'Application Error' });
  await alert.getByText('Could not submit application, invalid data').waitFor();
  expect(await alert.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await alert.getByRole('button', { name: 'Close' }).click();
  expect(new URL(page.url()).pathname).toBe('/apply/review/question/employeeCount');
  await page.getByText(/^Error: .* Required Field$/).waitFor();
  await fill('Number of employees', '9');
  await page.getByRole('button', { name: 'Save and return' }).click();
  // After an answer changes, the person must confirm the answers again before signing the agreements (D18).
  await passReview(applicant);
  for (const heading of [
    'Agree to sign electronically',
    'Agree to the card terms',
    'Agree to the personal guarantee',
  ]) {
    await sees(heading);
    await next();
  }
  await sees('Certify and submit');
  await accept(applicant).click();
  await sees('We received your application');
  expect(await handedIn(applicationId)).toMatchObject({ status: 'submitted', submissions: 1 });
});

test('the cancel and timeout pages say what happened to the answers, and the address of an unknown ending goes to the start', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const address = server.at('toro');
  for (const [type, heading, text] of [
    [
      'cancel',
      'You ended your application',
      'We deleted your answers. You can start a new application at any time.',
    ],
    [
      'timeout',
      'We ended your session to protect you',
      'If we emailed you a link that you haven’t used yet, open it to continue. Otherwise, we deleted your answers to protect you. You can start a new application at any time.',
    ],
  ] as const) {
    await page.goto(`${address}/apply/finish/${type}`);
    await sees(heading);
    await page.getByText(text).waitFor();
    await page.getByRole('button', { name: 'Start a new application' }).click();
    await sees('Apply for the');
  }
  for (const path of ['/apply/finish', '/apply/finish/won']) {
    await page.goto(address + path);
    await page.waitForURL('**/apply');
    await sees('Apply for the');
  }
});

test('a finish page that is opened without a session says what it means and whom to contact', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const text = async () => (await page.getByRole('main').innerText()).replace(/\s*\n\s*/g, '\n');
  await page.goto(`${server.at('yard-card')}/apply/finish/completed`);
  await sees('Check your email for the confirmation');
  expect(await text()).toBe(
    [
      'Yard Card',
      'Quillbrook Bank',
      'Check your email for the confirmation',
      'If you just applied, the email has your reference number and says what happens next.',
      'Questions? Have your reference number ready.',
      '1-800-555-0199',
      'Monday to Friday, 8\u00a0a.m. to 6\u00a0p.m. Central time',
    ].join('\n'),
  );
  // The page shows no check mark, because it does not know whether the application was submitted.
  expect(await page.locator('.sent-mark').count()).toBe(0);
  await page.goto(`${server.at('yard-card')}/apply/finish/pending`);
  await sees('Check your email for the next step');
  expect(await text()).toBe(
    [
      'Yard Card',
      'Quillbrook Bank',
      'Check your email for the next step',
      'If we still need a document from you, the email lists the ones we accept. It also says where to take yours.',
      'Questions? Have your reference number ready.',
      '1-800-555-0199',
      'Monday to Friday, 8\u00a0a.m. to 6\u00a0p.m. Central time',
    ].join('\n'),
  );
});

test('an ending that was not reached is not shown while an application is open', async ({ applicant }) => {
  const { page, sees } = applicant;
  await arriveAt(server, applicant, '/apply/business');
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(`${server.at('demo')}/apply/finish/completed`);
  await sees('Apply for the');
});
