import { expect } from 'vitest';
import { setUp } from '../support/browser/set-up.ts';
import { describeBusiness } from '../support/browser/steps.ts';
import { readableText } from '../support/readable-text.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, testAlone: test } = await setUp();

test('an answer goes from the browser to its sealed row, and is read back by its last four digits only', async ({
  applicant,
}) => {
  const { page, next, sees, fill, pick } = applicant;
  await page.goto(server.at('toro'));
  expect(await page.title()).toBe('Toro Commercial Credit Card');
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await sees('How we share your information');
  await page.getByRole('checkbox', { name: 'I have read this and I agree' }).check();
  await next();
  await sees(/authorized to act/);
  await pick('Yes');
  await next();
  await sees('About your business');
  const industries = page.waitForResponse((response) => /\/assets\/industry-search-/.test(response.url()));
  const title = 'Toro Commercial Credit Card – About your business';
  expect(await page.title()).toBe(title);
  await next();
  await expect.poll(() => page.title()).toBe(`Error: ${title}`);
  await applicant.pick('Limited liability company (LLC)');
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await fill('Business email', 'office@lawns.example');
  await expect.poll(() => page.title()).toBe(title);
  // The page loads the list of industries for the next screen while this screen is open (P5).
  await industries;
  await next();
  await sees('Tax ID and industry');
  await describeBusiness(applicant, ' 12-3456789 ');

  const storedRow = () =>
    server.services.database.db.selectFrom('application').selectAll().executeTakeFirstOrThrow();
  await expect
    .poll(async () => (await storedApplication(server.services, (await storedRow()).id)).answers)
    .toMatchObject({ businessName: 'Bright Lawn Care LLC', taxId: '123456789' });
  expect(readableText(await storedRow())).not.toMatch(/123456789|Bright|llc/);

  await page.goBack();
  await sees('Tax ID and industry');
  expect(await page.getByText('••-•••6789').first().isVisible()).toBe(true);
});
