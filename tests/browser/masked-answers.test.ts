/**
 * Tests that Social Security numbers and EINs are hidden while a person types them. Once they are saved, the page shows only
 * their last four digits (D41).
 */
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { control, descriptions, errorOf, isFocused } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';
import {
  begin,
  billAndSizeBusiness,
  businessAddress,
  chooseTrade,
  describeBusiness,
  fillAddress,
  nameBusiness,
} from '../support/browser/steps.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, test } = await setUp({ persistsSession: true });

test('a Social Security number is hidden, can be revealed, and is shown as its last four digits once it is saved', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/applicant');
  await applicant.fill('Your full legal name', 'Dana Okafor');
  await applicant.fillDate('Apr', '28', '1986');
  const number = control(page, 'Social Security number');
  const show = page.getByRole('button', { name: 'Show Social Security number' });
  const dots = () =>
    number.evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security'));
  const hide = page.getByRole('button', { name: 'Hide Social Security number' });
  expect(await dots()).toBe('disc');
  await show.click();
  expect(await dots()).toBe('none');
  await hide.click();
  expect(await dots()).toBe('disc');
  await show.click();
  await hide.waitFor();
  await number.fill('123456789');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  const leave = async () => {
    await next();
    await sees('Your contact details and job');
    await page.goBack();
    await sees('Who’s applying?');
  };
  await leave();

  const saved = page.getByRole('group', { name: 'Social Security number' });
  expect(await saved.textContent()).toContain('•••-••-6789ending in 6 7 8 9');
  expect(await number.and(page.getByRole('textbox')).count()).toBe(0);
  const inPage = await page.evaluate(() => [
    document.documentElement.outerHTML,
    ...[...document.querySelectorAll('input')].map(({ value }) => value),
    JSON.stringify({ ...sessionStorage, ...localStorage }),
  ]);
  expect(inPage.join()).not.toMatch(/123-?45-?6789/);

  await leave();
  await page.getByRole('button', { name: 'Change Social Security number' }).click();
  const input = page.getByRole('textbox', { name: 'Social Security number' });
  expect(await isFocused(input)).toBe(true);
  expect(await descriptions(input)).toContain('Leave this blank to keep the number ending in 6789');
  await leave();
  await saved.getByText('ending in 6 7 8 9').waitFor();
  expect(sent.filter((body) => body.includes('"ssn"'))).toHaveLength(1);

  await page.getByRole('button', { name: 'Change Social Security number' }).click();
  await input.fill('987-65-432');
  await next();
  expect(await errorOf(input)).toMatch(/^Enter all 9 digits\. Invalid Field/);
  expect((await descriptions(input)).join()).not.toContain('Leave this blank');
  await input.fill('987-65-4321');
  await leave();
  await saved.getByText('ending in 4 3 2 1').waitFor();
});

test('a saved EIN is shown only as its last four digits', async ({ applicant }) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/business?part=2');
  await describeBusiness(applicant, '123456789');
  await page.goBack();
  await page.getByText('ending in 6 7 8 9').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});

test('an EIN that the IRS never issued gets a warning on leaving the field, which does not stop Next', async ({
  applicant,
}) => {
  const { page, fill } = applicant;
  await arriveAt(server, applicant, '/apply/business?part=2');
  const ein = control(page, 'Federal tax ID (EIN)');
  const doubt = page.getByRole('status').filter({ hasText: 'EINs don’t start with' });
  await ein.pressSequentially('000000000');
  expect(await doubt.count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.getByText('EINs don’t start with 00. Check your IRS letter.').waitFor();
  expect(await descriptions(ein)).toContain('EINs don’t start with 00. Check your IRS letter.');
  expect(await ein.getAttribute('aria-invalid')).toBeNull();

  // The warning about an unusual number disappears at the first keystroke. A number with an error gets no warning.
  await fill('Federal tax ID (EIN)', '00-12');
  expect(await doubt.count()).toBe(0);
  await page.keyboard.press('Tab');
  expect([await doubt.count(), await errorOf(ein)]).toEqual([
    0,
    'Enter all 9 digits. Invalid Federal Tax ID',
  ]);

  await fill('Federal tax ID (EIN)', '07-1234567');
  await page.keyboard.press('Tab');
  await page.getByText('EINs don’t start with 07. Check your IRS letter.').waitFor();
  await describeBusiness(applicant, '07-1234567');
  await page.goBack();
  await page.getByText('ending in 4 5 6 7').waitFor();
});

test('a Social Security number that was never issued gets a warning on leaving the field', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/applicant');
  const number = control(page, 'Social Security number');
  const warning = 'This isn’t a valid Social Security number. Check it.';
  await number.pressSequentially('000000000');
  // The first Tab goes to the button Show, which is a part of the field.
  await page.keyboard.press('Tab');
  expect(await page.getByText(warning).count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.getByText(warning).waitFor();
  expect(await descriptions(number)).toContain(warning);
  expect(await number.getAttribute('aria-invalid')).toBeNull();
});

test('a sole proprietor may give a Social Security number as the tax ID, which is hidden, named and masked as one (D67)', async ({
  applicant,
}) => {
  const { page, fill } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/business?part=2', {
    applicationData: { organizationType: 'sole_proprietorship' },
    owners: [],
  });
  const asSsn = 'Federal tax ID (your Social Security number)';
  const box = page.getByRole('checkbox', {
    name: 'I don’t have an EIN. I’ll use my Social Security number.',
  });
  const said = (label: string) => page.getByRole('status').getByText(`New question: ${label}`).waitFor();
  await fill('Federal tax ID (EIN)', '07-1234567');
  await box.check();
  await said(asSsn);
  expect(await isFocused(box)).toBe(true);
  const number = control(page, asSsn);
  expect(await number.inputValue()).toBe('071-23-4567');
  expect(
    await number.evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security')),
  ).toBe('disc');
  expect(await page.getByText('EINs don’t start').count()).toBe(0);
  await box.uncheck();
  await said('Federal tax ID (EIN)');
  expect(await control(page, 'Federal tax ID (EIN)').inputValue()).toBe('07-1234567');
  await box.check();
  await fill(asSsn, '987-65-432');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await errorOf(number)).toBe('Enter all 9 digits. Invalid Federal Tax ID');
  await fill(asSsn, '123-45-6789');
  await chooseTrade(applicant);
  const answers = async () => (await storedApplication(server.services, applicationId)).answers;
  await expect.poll(answers).toMatchObject({ taxId: '123456789', taxIdKind: 'ssn' });
  await page.goBack();
  expect(await page.getByRole('group', { name: asSsn }).textContent()).toContain('•••-••-6789');
});

test('a Social Security number that was typed as the tax ID is filled in for the applicant, but not after a reload (D67)', async ({
  applicant,
}) => {
  const { page, next, sees, fill } = applicant;
  await begin(applicant, server.at('demo'));
  await nameBusiness(applicant, 'Sole proprietorship');
  await page
    .getByRole('checkbox', { name: 'I don’t have an EIN. I’ll use my Social Security number.' })
    .check();
  await fill('Federal tax ID (your Social Security number)', '123-45-6789');
  await chooseTrade(applicant);
  await fillAddress(applicant, businessAddress);
  await next();
  await billAndSizeBusiness(applicant);
  await next();
  await sees('Who’s applying?');

  const number = control(page, 'Social Security number');
  const note = 'We filled in the Social Security number you entered as your tax ID. You can change it.';
  expect(await number.inputValue()).toBe('123-45-6789');
  expect(await descriptions(number)).toContain(note);
  await number.fill('123-45-6788');
  expect(await descriptions(number)).not.toContain(note);
  const inStorage = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(await inStorage()).not.toMatch(/123-?45-?678/);

  await page.reload();
  await sees('Who’s applying?');
  expect(await number.inputValue()).toBe('');
  expect(await descriptions(number)).not.toContain(note);
});

test('another person’s Social Security number is refused, the typed text stays, and no hint says to leave it blank', async ({
  applicant,
}) => {
  const { page, next, sees, fill, pick } = applicant;
  await arriveAt(server, applicant, '/apply/owner/info?part=2&owner=1');
  await control(page, /Social Security number$/).fill('900000011');
  await fill('Sam Lee’s job title', 'Treasurer');
  await pick('Own');
  await fill('How long has Sam Lee lived at their current home?', '4');
  await next();
  const input = control(page, /Social Security number$/);
  const error = page.getByText('Two people have the same Social Security number. Check both. Invalid Field');
  await error.waitFor();
  expect(await input.inputValue()).toBe('900-00-0011');

  await input.fill('123-45-6789');
  await next();
  await sees('Where does Sam Lee live?');
  await page.goBack();
  await page.getByRole('button', { name: 'Change Sam Lee’s Social Security number' }).click();
  const again = page.getByRole('textbox', { name: /Social Security number$/ });
  expect(await descriptions(again)).toContain('Leave this blank to keep the number ending in 6789');
  await again.fill('900-00-0011');
  await next();
  await error.waitFor();
  expect(await descriptions(again)).not.toContain('Leave this blank to keep the number ending in 6789');
});
