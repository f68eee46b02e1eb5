/** Tests that the page tries again if it fails to load a file while a person fills in the form, and what it shows meanwhile. */
import { expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin, fillBusiness, nameBusiness } from '../support/browser/steps.ts';

const { server, testAlone: test } = await setUp();

const { noConnection } = en.page;
const industryFiles = '**/assets/industr*.js';
const screenFiles = '**/assets/custom-screens-*.js';

/** Fills in the form up to the industry, and opens the list of industries. */
async function openIndustries(person: Applicant): Promise<void> {
  await begin(person, server.at('demo'));
  await nameBusiness(person);
  await person.sees('Tax ID and industry');
  await person.press(/Choose an industry/);
}

test('the industry list appears once it can be loaded', async ({ applicant: person }) => {
  const { page } = person;
  await page.route(industryFiles, (route) => route.abort());
  await openIndustries(person);
  await page.getByText(noConnection).waitFor();
  await page.unroute(industryFiles);
  await page.getByText('Type what your business sells or does').first().waitFor();
});

test('after a dead connection, the industry list appears once it can be loaded', async ({
  applicant: person,
}) => {
  const { page } = person;
  // Never respond, like a server at the other end of a dead connection.
  await page.route(industryFiles, () => undefined);
  await openIndustries(person);
  await page.unroute(industryFiles);
  // The browser gives up on a file after 30 seconds of real time, regardless of the page's clock.
  await page.getByText('Type what your business sells or does').first().waitFor({ timeout: 60_000 });
});

test('the industry list appears only with its styles, so that nothing moves under the finger', async ({
  applicant: person,
}) => {
  const { page } = person;
  const held = Promise.withResolvers<void>();
  await page.route(screenFiles, async (route) => {
    await held.promise;
    await route.continue();
  });
  await openIndustries(person);
  const options = page.getByRole('dialog', { name: 'Industry' }).getByRole('option');
  await page.getByRole('dialog', { name: 'Industry' }).getByText(en.first.loading).waitFor();
  expect(await options.count()).toBe(0);
  held.resolve();
  await options.first().waitFor();
  expect(await options.first().evaluate((option) => getComputedStyle(option).listStyleType)).toBe('none');
});

test('a screen that could not be loaded appears after “Try again”, and every answer is kept', async ({
  applicant: person,
}) => {
  const { page, press } = person;
  await page.route(screenFiles, (route) => route.abort());
  await begin(person, server.at('demo'));
  const filled = fillBusiness(person, { suggestions: false });
  await page.getByText(noConnection).waitFor();
  await page.unroute(screenFiles);
  await press('Try again');
  await filled;
});

test('a doubt about an answer has its icon and its size before the later screens have loaded', async ({
  applicant: person,
}) => {
  const { page } = person;
  await page.route(screenFiles, (route) => route.abort());
  await begin(person, server.at('demo'));
  await nameBusiness(person);
  await person.sees('Tax ID and industry');
  await person.fill('Federal tax ID (EIN)', '00-1234567');
  await page.keyboard.press('Tab');
  const doubt = page.locator('.field-caution').filter({ hasText: 'EINs don’t start with 00' });
  const { fontSize, paddingInlineStart } = await doubt.evaluate((element) => getComputedStyle(element));
  expect(fontSize).toBe('15px');
  expect(Number.parseFloat(paddingInlineStart)).toBeGreaterThan(16);
});

test('a screen that is still loading does not show why another one could not be loaded', async ({
  applicant: person,
}) => {
  const { page } = person;
  const show = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
  await page.route(screenFiles, (route) => route.abort());
  await begin(person, server.at('demo'));
  await show('/error');
  await page.getByText(noConnection).waitFor();
  await page.unroute(screenFiles);
  // Never respond, so that the page never stops loading the screen.
  await page.route(screenFiles, () => undefined);
  await show('/start');
  await page.getByText(noConnection).waitFor({ state: 'detached' });
});
