/**
 * Tests a page of an old build that was open when the servers removed one of its files
 * (docs/decisions/assets-of-other-builds.md).
 */
import { expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin, nameBusiness } from '../support/browser/steps.ts';

const { server, testAlone: test } = await setUp();

const { renewed, reload } = en.page;
const industryFiles = '**/assets/industr*.js';

/** Makes requests for the lists of industries fail, as if the servers no longer had these files. */
async function takeAway({ page }: Applicant): Promise<void> {
  await page.route(industryFiles, (route) => route.fulfill({ status: 404, body: '{}' }));
}

async function openIndustries(applicant: Applicant): Promise<void> {
  await begin(applicant, server.at('demo'));
  await nameBusiness(applicant);
  await applicant.sees('Tax ID and industry');
  await applicant.press(/Choose an industry/);
}

test('the page says that it is outdated, and a reload goes to the same screen with every answer', async ({
  applicant: person,
}) => {
  const { page, press, sees } = person;
  await takeAway(person);
  await openIndustries(person);
  await page.getByText(renewed).waitFor();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const address = page.url();
  await page.unroute(industryFiles);
  await press(reload);
  await sees('Tax ID and industry');
  expect(page.url()).toBe(address);
  await press(/Choose an industry/);
  await page.getByText('Type what your business sells or does').first().waitFor();
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back' }).click();
  await sees('About your business');
  expect(await person.valueIn('Legal business name')).toBe('Bright Lawn Care LLC');
});

test('the reload waits until confirmed answers are saved', async ({ applicant: person }) => {
  const { page, press, sees } = person;
  await takeAway(person);
  let refuse = true;
  let refused = 0;
  await page.route('**/api/v1/application/*', (route) => {
    if (route.request().method() !== 'PATCH' || !refuse) return route.continue();
    refused += 1;
    return route.abort();
  });
  await openIndustries(person);
  await page.getByText(renewed).waitFor();
  await page.unroute(industryFiles);
  await press(reload);
  await expect.poll(() => refused).toBeGreaterThan(1);
  expect(await page.getByText(renewed).isVisible()).toBe(true);
  refuse = false;
  await page.getByText(renewed).waitFor({ state: 'detached' });
  await sees('Tax ID and industry');
  await page.getByRole('link', { name: 'Back' }).click();
  await sees('About your business');
  expect(await person.valueIn('Legal business name')).toBe('Bright Lawn Care LLC');
});

test('a page with an outdated text reloads with the current text', async ({ applicant: person }) => {
  const { page, press, sees, next } = person;
  const agree = page.getByRole('checkbox', { name: 'I have read this and I agree' });
  let isRenewed = false;
  await page.route('**/api/v1/application', (route) => {
    const problem = { type: 'about:blank', status: 409, code: 'agreement_unread' };
    const contentType = 'application/problem+json';
    return isRenewed
      ? route.continue()
      : route.fulfill({ status: 409, contentType, body: JSON.stringify(problem) });
  });
  await person.goTo(server.at('demo'));
  await press('Swipe or tap to get started');
  await agree.check();
  await next();
  const tryAgain = page.locator('dialog').getByRole('button', { name: en.page.tryAgain });
  await tryAgain.waitFor();
  isRenewed = true;
  const loaded = page.waitForEvent('load');
  await tryAgain.click();
  await loaded;
  await sees('How we share your information');
  expect(await agree.isChecked()).toBe(false);
  await agree.check();
  await next();
  await sees(/authorized to act/);
  await person.answer('Yes');
  await sees('About your business');
  const application = server.services.database.db.selectFrom('application');
  const { id } = await application.select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const consents = server.services.database.db.selectFrom('consent').where('application_id', '=', id);
  expect(await consents.select('agreement').execute()).toEqual([{ agreement: 'share-information' }]);
});
