/** Small promises of single screens that a person would miss, met on as few journeys as they fit into. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Applicant, TestServer } from './applicant.ts';
import { newApplicant, startBrowser, startTestServer } from './applicant.ts';
import { begin, fillApplicant, fillAuthorizedUser, fillBusiness, fillOwner } from './steps.ts';

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

test('what is changed behind the page’s back leads to where it is mended, or is taken as gone (D8, D11)', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, sees, pick, fill } = applicant;
  await begin(applicant, server.at('exmark'));
  await fillBusiness(applicant);
  await next();
  await fillApplicant(applicant, { share: '60' });
  await pick('Yes');
  await next();
  await pick('Yes');
  await next();

  // Whoever was begun is discarded only after a question (D14).
  await fill('Owner’s full legal name', 'Sam Alder');
  await next();
  await sees('Sam Alder: birth date and share');
  await page.getByRole('button', { name: 'Leave this owner out' }).click();
  await page.getByRole('alertdialog', { name: 'Remove Sam Alder?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goBack();
  await fillOwner(applicant, 'Sam Alder', '40');

  // The section is refused for a field of another screen, which the page believes to be answered.
  await sees('Owners of 25% or more');
  expect(await callBehind(applicant, 'PATCH', 'Sam Alder', { occupation: null })).toBe(200);
  await next();
  await sees('Sam Alder: work and housing');
  await page.getByText(/Required Field\. Enter/).waitFor();
  const job = page.getByRole('textbox', { name: 'Sam Alder’s job title' });
  expect(await job.evaluate((input) => input === document.activeElement && input.ariaInvalid)).toBe('true');
  await job.fill('Treasurer');
  await next();
  await sees('Sam Alder: home address');
  await next();
  await sees('Owners of 25% or more');
  await next();
  await sees('Should anyone else have a card?');
  await pick('Yes');
  await next();
  await fillAuthorizedUser(applicant, 'Ola Berg');
  await sees('People who will have a card');
  expect(await callBehind(applicant, 'DELETE', 'Ola Berg')).toBe(204);
  await page.getByRole('button', { name: 'Remove Ola Berg' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await sees('Should anyone else have a card?');
  await pick('No');
  await next();
  await sees('Papers that prove your business');
  const { db } = server.services.database;
  const sections = async () =>
    (
      await db
        .selectFrom('application')
        .select('sections')
        .where('domain_key', '=', 'exmark')
        .executeTakeFirstOrThrow()
    ).sections;
  await expect.poll(sections).toEqual({ business: true, applicant: true, owner: true, authorizedUser: true });
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await applicant.close();
});

/** Makes a call about a person for the session of the page, without the page; answers its status. */
async function callBehind(
  { page }: Applicant,
  method: 'PATCH' | 'DELETE',
  fullName: string,
  body?: object,
): Promise<number> {
  const { db } = server.services.database;
  const people = await db
    .selectFrom('personnel')
    .innerJoin('application', 'application.id', 'personnel.application_id')
    .select(['personnel.id', 'personnel.answers', 'application.session_id'])
    .execute();
  const person = people.find(({ answers }) => answers['fullName'] === fullName);
  return page.evaluate(
    async ({ method, path, session, json }) => {
      const headers = { 'x-web-session-id': session, ...(json && { 'content-type': 'application/json' }) };
      const answer = await fetch(path, { method, headers, ...(json && { body: json }) });
      return answer.status;
    },
    {
      method,
      path: `/api/v1/personnel/${person?.id}`,
      session: person?.session_id ?? '',
      json: body && JSON.stringify(body),
    },
  );
}
