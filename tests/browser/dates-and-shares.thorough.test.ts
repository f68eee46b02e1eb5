/** Tests that limits on dates of birth are exact to the day, and that limits on shares are exact to a hundredth of a percent. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { control, descriptions, errorOf, isFocused } from '../support/browser/field.ts';
import { setUp, setUpServer } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });
/** Starts a server whose clock shows this moment. The device's clock shows the real time. */
const serverAt = (moment: string) => setUpServer({ persistsSession: true, moment: new Date(moment) });
const [leapDay, lastMinute, birthday] = await Promise.all([
  serverAt('2024-02-29T12:00:00Z'),
  serverAt('2022-03-01T09:58:00Z'),
  serverAt('2022-03-01T10:00:00Z'),
]);

const birth = (page: Page) => page.getByRole('group', { name: 'Date of birth' });
const part = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const calendar = (page: Page) => page.locator('input[type=date]');

/** Enters a date of birth, presses Next and returns the error. The name stays empty, so Next fails even if the date is valid. */
async function verdict({ page, fillDate, next }: Applicant, date: string): Promise<string | undefined> {
  const [month = '', day = '', year = ''] = date.split('/');
  await fillDate(month, day, year);
  await next();
  return errorOf(birth(page));
}

const month = 'Enter the month as a number from 1 to 12. Invalid Field';
const day = 'Enter the day as a number from 1 to 31. Invalid Field';
const year = 'Enter all 4 digits of the year. Invalid Field';
const whole = 'That date doesn’t exist. Check the month, day, and year. Invalid Field';
const early = 'Enter a valid date, 1900 or later. Invalid Field';
const young = 'Check your date of birth. Must be at least 18 years old';
const all = ['Month', 'Day', 'Year'];

test('the error of a date says which part is wrong, and the focus goes to this part', async ({
  applicant,
}) => {
  await arriveAt(server, applicant, '/apply/applicant');
  const { page, fill, fillDate } = applicant;
  await fill('Your full legal name', 'Dana Okafor');
  await fill('Social Security number', '123-45-6789');
  for (const [typed, message, parts] of [
    ['', 'Enter your date of birth. Required Field', all],
    ['13/1/1990', month, ['Month']],
    ['28/4/1986', month, ['Month']],
    ['Foo/1/1990', month, ['Month']],
    ['/1/1990', month, ['Month']],
    ['4//1986', day, ['Day']],
    ['4/32/1986', day, ['Day']],
    ['4/28/86', year, ['Year']],
    ['4/31/1986', whole, all],
    ['2/29/1900', whole, all],
    ['12/31/1899', early, all],
    ['1/1/2999', 'Enter today’s date or an earlier one. Date must be today or in the past', all],
  ] as const) {
    expect(await verdict(applicant, typed), typed).toBe(message);
    for (const name of all) {
      const isWrong = (parts as readonly string[]).includes(name);
      expect(await part(page, name).getAttribute('aria-invalid'), `${typed} ${name}`).toBe(
        isWrong ? 'true' : null,
      );
    }
    expect(await isFocused(part(page, parts[0])), typed).toBe(true);
  }
  expect(await descriptions(birth(page))).toHaveLength(2);
  await fillDate('1', '1', '1900');
  expect(await errorOf(birth(page))).toBeUndefined();
});

test('a month can be a word, a whole date can be pasted or picked in the calendar, and an extra slash is ignored', async ({
  applicant,
}) => {
  await arriveAt(server, applicant, '/apply/applicant');
  const { page, fillDate, sees, next, fill } = applicant;
  const parts = () => Promise.all(all.map((name) => part(page, name).inputValue()));
  await part(page, 'Month').fill('4/28/1986');
  expect(await parts()).toEqual(['4', '28', '1986']);
  await part(page, 'Month').press('End');
  await part(page, 'Month').press('/');
  expect(await parts()).toEqual(['4', '28', '1986']);

  await calendar(page).evaluate((input: HTMLInputElement) => {
    input.showPicker = () => input.setAttribute('data-opened', '');
  });
  await page.getByRole('button', { name: 'Choose from calendar' }).click();
  expect(await calendar(page).getAttribute('data-opened')).toBe('');
  expect(await calendar(page).inputValue()).toBe('1986-04-28');
  await calendar(page).fill('1990-01-02');
  expect(await parts()).toEqual(['1', '2', '1990']);

  await fillDate('Apr', '２８', '1986');
  await fill('Your full legal name', 'Dana Okafor');
  await fill('Social Security number', '123-45-6789');
  await next();
  await sees('Your contact details and job');
  await page.goBack();
  await sees('Who’s applying?');
  expect(await parts()).toEqual(['4', '28', '1986']);
});

test('a whole date can be typed or pasted into any part, in any common format', async ({ applicant }) => {
  await arriveAt(server, applicant, '/apply/applicant');
  const { page } = applicant;
  const parts = () => Promise.all(all.map((name) => part(page, name).inputValue()));
  const clear = async () => {
    for (const name of all) await part(page, name).fill('');
  };
  for (const [text, into] of [
    ['3/4/1980', 'Month'],
    ['03-04-1980', 'Day'],
    ['1980-03-04', 'Month'],
    ['03.04.1980', 'Month'],
    ['03041980', 'Month'],
    ['March 4, 1980', 'Year'],
    ['4 Mar 1980', 'Month'],
    ['０３／０４／１９８０', 'Month'],
  ] as const) {
    await part(page, into).pressSequentially(text);
    expect(await parts(), `typed ${text}`).toEqual(['3', '4', '1980']);
    await clear();
    await part(page, into).fill(text);
    expect(await parts(), `pasted ${text}`).toEqual(['3', '4', '1980']);
    await clear();
  }

  await part(page, 'Month').pressSequentially('0304');
  expect(await parts()).toEqual(['0304', '', '']);
  await part(page, 'Month').fill('3');
  await part(page, 'Day').pressSequentially('04');
  await part(page, 'Year').pressSequentially('1980');
  expect(await parts()).toEqual(['3', '04', '1980']);
  await clear();

  await part(page, 'Month').pressSequentially('3/4/80');
  expect(await parts()).toEqual(['3/4/80', '', '']);
  await part(page, 'Month').press('Tab');
  expect(await parts()).toEqual(['3', '4', '80']);
  await clear();

  await part(page, 'Month').fill('13/04/1980');
  expect(await parts()).toEqual(['13', '04', '1980']);
  await applicant.next();
  expect(await errorOf(birth(page))).toBe(month);
});

test('no one born on March 1 is 18 on February 29', async ({ applicant }) => {
  await arriveAt(leapDay, applicant, '/apply/applicant');
  expect(await calendar(applicant.page).getAttribute('min')).toBe('1900-01-01');
  expect(await calendar(applicant.page).getAttribute('max')).toBe('2006-02-28');
  expect(await verdict(applicant, '3/1/2006')).toBe(young);
  expect(await verdict(applicant, '2/28/2006')).toBeUndefined();
});

test('the 18th birthday begins at midnight in Honolulu by the server’s clock, and on March 1 for a person born on a leap day', async ({
  applicant,
}) => {
  await arriveAt(lastMinute, applicant, '/apply/applicant');
  expect(await calendar(applicant.page).getAttribute('max')).toBe('2004-02-28');
  expect(await verdict(applicant, '2/28/2004')).toBeUndefined();
  expect(await verdict(applicant, '2/29/2004')).toBe(young);
  expect(await verdict(applicant, '3/1/2004')).toBe(young);
  await arriveAt(birthday, applicant, '/apply/applicant');
  expect(await verdict(applicant, '2/29/2004')).toBeUndefined();
  expect(await verdict(applicant, '3/1/2004')).toBeUndefined();
  expect(await verdict(applicant, '3/2/2004')).toBe(young);
  expect(await calendar(applicant.page).getAttribute('max')).toBe('2004-03-01');
});

const number = 'Enter a number like 40 or 33.33. Invalid Field';
const over = 'Enter 100 or less. Must be less than 100';

test('the applicant’s share can have two decimals and must not exceed 100', async ({ applicant }) => {
  const { page, next, sees, pick, fill } = applicant;
  await arriveAt(server, applicant, '/apply/applicant?part=3');
  await pick('Rent');
  await fill(/Monthly housing payment/, '1500');
  await fill('Years at your current home', '4');
  const share = control(page, 'How much of the business do you own?');
  expect(await descriptions(share)).toEqual(['Percent, 0 to 100']);
  for (const [typed, message] of [
    ['', 'Enter your share as a percentage, or 0 if none. Required Field'],
    ['33.333', number],
    ['-1', number],
    ['half', number],
    ['33,3', number],
    ['100.01', over],
  ] as const) {
    await share.fill(typed);
    await next();
    expect(await errorOf(share), typed).toBe(message);
    expect(await isFocused(share)).toBe(true);
  }
  await share.fill('33.33%');
  await next();
  await sees('Where do you live?');
});

test('the question about an owner’s share says how much is unclaimed, and requires a share from 25 up to that', async ({
  applicant,
}) => {
  const { page, next, sees, fill, fillDate } = applicant;
  await arriveAt(server, applicant, '/apply/owner/info?owner=1', { applicant: { percentageOwned: 33.33 } });
  await fillDate('4', '28', '1986');
  await fill('Sam Lee’s email', 'sam@greenacre.example');
  await fill('Sam Lee’s mobile or primary phone number', '202-555-0199');
  const share = control(page, 'How much of the business does Sam Lee own?');
  const unclaimed = 'Others own 33.33%. That leaves 66.67%.';
  expect(await descriptions(share)).toEqual(['Percent, 25 to 66.67', unclaimed]);
  const total =
    'Lower this share or change another one. Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: 66.67%';
  for (const [typed, message] of [
    ['', 'Enter Sam Lee’s share as a percentage. Required Field'],
    ['25.001', number],
    ['24.99', 'Check this share, or remove this owner. Percentage owned must be at lease 25%'],
    ['66.68', total],
    ['101', over],
  ] as const) {
    await share.fill(typed);
    await next();
    expect(await errorOf(share), typed).toBe(message);
    expect(await descriptions(share)).toEqual([`Error: ${message}`, 'Percent, 25 to 66.67']);
  }
  await share.fill('66.67');
  expect(await errorOf(share)).toBeUndefined();
  await next();
  await sees('More about Sam Lee');
});
