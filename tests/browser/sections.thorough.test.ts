/** Tests that the page announces a complete section, and reopens the section if it has an error (D11). */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { phone } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { photo, sendDocument } from '../support/browser/documents.ts';
import { setUp } from '../support/browser/set-up.ts';
import {
  begin,
  fillApplicant,
  fillAuthorizedUser,
  fillBusiness,
  fillOwner,
  passReview,
} from '../support/browser/steps.ts';
import { storedApplication, storedApplicationsOf } from '../support/stored-applications.ts';

const { server, test, testAlone } = await setUp({ persistsSession: true });

/** Returns the announcement that a section has just been completed. */
const done = ({ page }: Applicant) => page.getByRole('status').filter({ hasText: /done\. Next:/ });

test('a complete section is announced once, and the message covers nothing', async ({ applicant }) => {
  const { page, next, sees, answer } = applicant;
  await begin(applicant, server.at('toro'));
  await fillBusiness(applicant, { legalForm: 'Sole proprietorship', billing: 'skipped' });
  await sendDocument(applicant, photo);
  await next();
  await sees('Who’s applying?');
  expect(await done(applicant).textContent()).toContain(
    'Your business details are done. Next: your details.',
  );
  await page.setViewportSize({ width: 320, height: 568 });
  for (const control of await page.getByRole('textbox').or(page.getByRole('button')).all())
    expect(await isCovered(control, '.bottom-bar'), await control.innerText()).toBe(false);
  const calendar = page.getByRole('button', { name: 'Choose from calendar' });
  await calendar.focus();
  expect(await isCovered(calendar)).toBe(false);
  await page.setViewportSize(phone);

  await page.goBack();
  await page.waitForURL(/proof/);
  expect(await done(applicant).count()).toBe(0);
  await next();
  await sees('Who’s applying?');
  expect(await done(applicant).count()).toBe(0);

  await fillApplicant(applicant);
  await answer('Yes');
  await sees('Does anyone else need a card?');
  // The announcement skips the section about owners, because this applicant gets no questions about owners (D17).
  expect(await done(applicant).textContent()).toContain('Your details are done. Next: card users.');
  await answer('No');
  await sees('Check your answers before you agree and submit');
  expect(await done(applicant).textContent()).toContain('Card user details are done. Next: review and sign.');
  await page.getByRole('button', { name: 'Everything is correct' }).click();
  await sees('Agree to sign electronically');
  expect(await done(applicant).count()).toBe(0);
});

/**
 * Returns whether another element covers a visible side of an element. Ignores elements that match the selector `allowed`, and
 * sides above or below the window.
 */
async function isCovered(target: Locator, allowed = ':not(*)'): Promise<boolean> {
  return target.evaluate((element, over) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [middle, center] = [(left + right) / 2, (top + bottom) / 2];
    // Check the middle of each side, not the corners, because the corners may be rounded.
    const points = [
      [left + 1, center],
      [right - 1, center],
      [middle, top + 1],
      [middle, bottom - 1],
    ] as const;
    const shown = points.filter(([, y]) => y >= 0 && y < innerHeight);
    return shown.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return !element.contains(hit) && !hit?.closest(over);
    });
  }, allowed);
}

test('after a change on the server that the page did not make, the page goes to the field to fix, or removes the person (D8, D11)', async ({
  applicant,
}) => {
  const { page, next, sees, answer, pick, fill } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/owner', { owners: [] });
  await pick('Yes');

  // If a person already has answers, the page asks for confirmation before it removes them (D14).
  await fill('Owner’s full legal name', 'Sam Alder');
  await next();
  await sees('About Sam Alder');
  await page.getByRole('button', { name: 'Remove Sam Alder' }).click();
  await page.getByRole('alertdialog', { name: 'Remove Sam Alder?' }).waitFor();
  await page.getByRole('button', { name: 'Keep Sam Alder' }).click();
  await page.goBack();
  await fillOwner(applicant, 'Sam Alder', '40');

  // The server refuses the section because an answer on another screen is missing. The page doesn't know that this answer was
  // removed.
  await sees('Owners of 25% or more');
  expect(await callBehind(applicant, 'PATCH', 'Sam Alder', { occupation: null })).toBe(200);
  await next();
  await sees('More about Sam Alder');
  await page.getByText(/Enter .* Required Field/).waitFor();
  const job = page.getByRole('textbox', { name: 'Sam Alder’s job title' });
  expect(await job.evaluate((input) => input === document.activeElement && input.ariaInvalid)).toBe('true');
  await job.fill('Treasurer');
  await next();
  await sees('Where does Sam Alder live?');
  await next();
  await sees('Owners of 25% or more');
  await next();
  await sees('Does anyone else need a card?');
  await pick('Yes');
  await fillAuthorizedUser(applicant, 'Ola Berg');
  await sees('People who need a card');
  expect(await callBehind(applicant, 'DELETE', 'Ola Berg')).toBe(204);
  await page.getByRole('button', { name: 'Remove Ola Berg' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await sees('Does anyone else need a card?');
  await answer('No');
  await sees('Check your answers before you agree and submit');
  const sections = async () => (await storedApplication(server.services, applicationId)).sections;
  await expect.poll(sections).toEqual({ business: true, applicant: true, owner: true, authorizedUser: true });
  expect(await page.getByRole('alertdialog').count()).toBe(0);

  await passReview(applicant);
  await sees('Agree to sign electronically');
});

test('on a wide screen, the list of sections says that a sole proprietorship needs no owners', async ({
  applicant,
}) => {
  const { page } = applicant;
  await page.setViewportSize({ width: 1280, height: 900 });
  await arriveAt(server, applicant, '/apply/applicant', {
    applicationData: { organizationType: 'sole_proprietorship' },
    owners: [],
  });
  const sections = page.getByRole('region', { name: 'Sections' }).getByRole('listitem');
  await expect
    .poll(() => sections.allTextContents())
    .toEqual([
      'Business Completed',
      'You In progress',
      'Owners Not needed for your business',
      'Card users Not started',
      'Review Not started',
    ]);
});

testAlone(
  'in a wide window, the icons of the sections load while the first screen is shown',
  async ({ applicant }) => {
    const { page, sees, press } = applicant;
    await page.setViewportSize({ width: 1280, height: 900 });
    const loaded = page.waitForResponse('**/assets/custom-screens-*.js');
    await page.goto(server.at('demo'));
    await (await loaded).finished();
    await press('Swipe or tap to get started');
    await sees('How we share your information');
    const sections = page.getByRole('region', { name: 'Sections' }).getByRole('listitem');
    await expect.poll(() => sections.locator('.icon:first-child').count()).toBe(await sections.count());
  },
);

/**
 * Changes or removes a person on the server, in the page's session but without the page's knowledge. First waits until the page
 * has saved everything. Returns the status of the response.
 */
async function callBehind(
  { page, allSaved }: Applicant,
  method: 'PATCH' | 'DELETE',
  fullName: string,
  body?: object,
): Promise<number> {
  await allSaved();
  const applications = await storedApplicationsOf(server.services, 'demo');
  const owned = applications.flatMap(({ sessionId, personnel }) =>
    personnel.map((person) => ({ ...person, sessionId })),
  );
  const person = owned.find(({ answers }) => answers['fullName'] === fullName);
  return page.evaluate(
    async ({ method, path, session, json }) => {
      const headers = { 'x-web-session-id': session, ...(json && { 'content-type': 'application/json' }) };
      const response = await fetch(path, { method, headers, ...(json && { body: json }) });
      // Read the body, because `allSaved` waits for each call until its body has been read.
      await response.text();
      return response.status;
    },
    {
      method,
      path: `/api/v1/personnel/${person?.id}`,
      session: person?.sessionId ?? '',
      json: body && JSON.stringify(body),
    },
  );
}
