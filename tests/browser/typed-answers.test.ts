/** Typing, pasting and leaving: what a field accepts, how it formats it, and what it tells the browser's keyboard. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { control, descriptions, errorOf, isFocused } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

/** Pastes a text into a control. */
async function paste(page: Page, into: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await into.fill('');
  await into.press('ControlOrMeta+v');
}

/** What is pasted into a field of a screen, and what it shows after it is left. */
const pasted: Readonly<Record<string, readonly (readonly [label: string, given: string, shown: string])[]>> =
  {
    '/apply/business?part=2': [
      ['Federal tax ID (EIN)', ' 12-3456789 ', '12-3456789'],
      ['Federal tax ID (EIN)', '１２３４５６７８９', '12-3456789'],
    ],
    '/apply/business/address': [['Business ZIP code', '55420-1234', '55420']],
    '/apply/business/additional': [
      ['Yearly sales, in US dollars', '$1,250,000.00', '1,250,000'],
      ['Number of employees', ' １２ ', '12'],
    ],
    '/apply/applicant?part=2': [['Social Security number', '123 45 6789', '123-45-6789']],
    '/apply/applicant?part=3': [['Your mobile or main phone', '+1 (202) 555-0123', '202-555-0123']],
    '/apply/applicant?part=6': [['How much of the business do you own?', ' 33.30 %', '33.3']],
  };

test.for(Object.entries(pasted))(
  '%s: what is pasted or filled in is tidied on leaving',
  async ([address, fields], { applicant }) => {
    const { page } = applicant;
    await arriveAt(server, applicant, address);
    const leave = () => page.getByRole('heading', { level: 1 }).click();
    for (const [label, given, shown] of fields) {
      const input = control(page, label);
      await paste(page, input, given);
      expect(await input.inputValue()).toBe(given);
      await leave();
      expect(await input.inputValue()).toBe(shown);
      // Autofill writes the whole value at once.
      await input.fill(given);
      expect(await input.inputValue()).toBe(given);
      await leave();
      expect(await input.inputValue()).toBe(shown);
      expect(await errorOf(input)).toBeUndefined();
    }
  },
);

test('the caret stays where someone types into the middle', async ({ applicant }) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/applicant?part=3');
  const number = control(page, 'Your mobile or main phone');
  const address = control(page, 'Your email');
  await number.fill('2025550123');
  await address.fill('dna@x.example');
  await address.press('Home');
  await address.press('ArrowRight');
  await address.press('a');
  expect(await address.inputValue()).toBe('dana@x.example');
  await address.press('b');
  expect(await address.inputValue()).toBe('dabna@x.example');
  expect(await number.inputValue()).toBe('202-555-0123');
  // A digit is missing; with it the number could be formatted, but not while the person types.
  await number.fill('202555012');
  await number.press('Home');
  await number.press('ArrowRight');
  await number.press('4');
  const caret = () => number.evaluate((input) => (input as HTMLInputElement).selectionStart);
  expect([await number.inputValue(), await caret()]).toEqual(['2402555012', 2]);
});

test('money is read back while it is typed, and announced once it is left', async ({ applicant }) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/business/additional');
  const sales = control(page, 'Yearly sales, in US dollars');
  await sales.pressSequentially('1250000');
  expect(await sales.inputValue()).toBe('1250000');
  expect(await descriptions(sales)).toEqual(['Whole dollars, before costs', 'You entered $1,250,000']);
  const spoken = page.getByRole('status').getByText('You entered');
  expect(await spoken.count()).toBe(0);
  await page.keyboard.press('Tab');
  await spoken.waitFor();
  await sales.fill('1,25');
  expect(await descriptions(sales)).toEqual(['Whole dollars, before costs']);
});

/** The attributes of a control, in the order of `names`. */
const names = ['type', 'inputmode', 'autocomplete', 'autocapitalize', 'spellcheck', 'enterkeyhint'] as const;
const attributes = (element: Locator) =>
  element.evaluate((node, of) => of.map((name) => node.getAttribute(name)), names);

const literal = ['none', 'false'] as const;
const plain = [null, null] as const;

/** Attributes by screen and label. */
const told: Readonly<Record<string, readonly (readonly [label: string | RegExp, ...told: unknown[]])[]>> = {
  '/apply/business': [['Legal business name', 'text', null, 'organization', ...plain, 'next']],
  '/apply/business?part=2': [['Federal tax ID (EIN)', 'text', 'numeric', 'off', ...literal, 'next']],
  '/apply/business?part=4': [['Business email', 'email', 'email', 'work email', ...literal, 'go']],
  '/apply/business/address': [
    ['Business street address', 'text', null, 'section-business address-line1', ...plain, 'next'],
    ['Business state', null, null, 'section-business address-level1', ...plain, null],
    ['Business ZIP code', 'text', 'numeric', 'section-business postal-code', ...literal, 'go'],
  ],
  '/apply/business/billing': [
    ['Billing street address', 'text', null, 'section-billing billing address-line1', ...plain, 'next'],
  ],
  '/apply/business/additional': [
    ['Years in business', 'text', 'numeric', 'off', ...literal, 'next'],
    [/^Expected purchases/, 'text', 'numeric', 'off', ...literal, 'go'],
  ],
  '/apply/applicant': [
    ['Your full legal name', 'text', null, 'name', ...plain, 'next'],
    ['Month', 'text', 'numeric', 'bday-month', ...literal, 'next'],
    ['Day', 'text', 'numeric', 'bday-day', ...literal, 'next'],
    ['Year', 'text', 'numeric', 'bday-year', ...literal, 'go'],
  ],
  '/apply/applicant?part=2': [['Social Security number', 'text', 'numeric', 'off', ...literal, 'go']],
  '/apply/applicant?part=3': [
    ['Your email', 'email', 'email', 'email', ...literal, 'next'],
    ['Your mobile or main phone', 'tel', 'tel', 'tel', ...literal, 'go'],
  ],
  '/apply/applicant?part=4': [['Job title', 'text', null, 'organization-title', ...plain, 'next']],
  '/apply/applicant?part=6': [[/How much/, 'text', 'decimal', 'off', ...literal, 'go']],
  '/apply/applicant/address': [['Home city', 'text', null, 'section-home address-level2', ...plain, 'next']],
};

/** Screens about someone other than the person at the device. */
const aboutOthers = [
  '/apply/owner?part=2&owner=1',
  '/apply/owner/info?owner=1',
  '/apply/owner/info?part=2&owner=1',
  '/apply/owner/info?part=3&owner=1',
  '/apply/owner/info?part=4&owner=1',
  '/apply/owner/address?owner=1',
  '/apply/authorized-user?part=2&user=1',
  '/apply/authorized-user/info?user=1',
  '/apply/authorized-user/address?user=1',
];

test('each field tells the keyboard and the browser what it is, and of someone else nothing is filled in', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/authorized-user/list', {
    applicationData: {
      billingAddressLine: 'P.O. Box 12',
      billingCity: 'Edina',
      billingState: 'MN',
      billingPostalCode: '55424',
    },
  });
  const open = async (address: string) => {
    await page.goto(new URL(address, page.url()).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const change = page.getByRole('button', { name: /^Change .*(EIN|Social Security)/ });
    if (await change.isVisible()) await change.click();
  };
  for (const [address, fields] of Object.entries(told)) {
    await open(address);
    for (const [label, ...expected] of fields)
      expect(await attributes(control(page, label)), `${address} ${label}`).toEqual(expected);
  }
  for (const address of aboutOthers) {
    await open(address);
    const typed = page.getByRole('main').getByRole('textbox').or(page.getByRole('combobox'));
    expect(await typed.count(), address).toBeGreaterThan(0);
    for (const input of await typed.all())
      expect(await input.getAttribute('autocomplete'), address).toBe('off');
  }
});

test('Enter goes to the next field on a touch screen, and presses Next elsewhere', async ({ applicant }) => {
  const { page, sees } = applicant;
  await arriveAt(server, applicant, '/apply/applicant?part=3');
  const [address, number] = [control(page, 'Your email'), control(page, 'Your mobile or main phone')];
  await address.press('Enter');
  await page.getByRole('group', { name: 'There are 2 problems' }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  await address.fill('dana@x.example');
  await address.press('Enter');
  expect(await isFocused(number)).toBe(true);
  await number.fill('2025550123');
  await number.press('Enter');
  await sees('Your work and income');
});

test('a double press of Next saves once and leaves the next screen alone', async ({ applicant }) => {
  const { page, next, sees, pick } = applicant;
  await arriveAt(server, applicant, '/apply/business/additional');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postData() ?? '');
  });
  for (const label of ['Years in business', 'Number of employees', /^Yearly sales/, /^Expected/])
    await control(page, label).fill('7');
  await page.getByRole('button', { name: 'Next' }).dblclick();
  await sees(/internet gambling/);
  expect(await errorOf(page.getByRole('radiogroup'))).toBeUndefined();
  const following = page.waitForRequest((request) => /internetGambling/.test(request.postData() ?? ''));
  await pick('No');
  await next();
  await following;
  expect(sent.filter((body) => body.includes('annualSalesAmount'))).toHaveLength(1);
});

test('a double press of Next adds a person once', async ({ applicant }) => {
  const { page, next, sees, pick, fill } = applicant;
  await arriveAt(server, applicant, '/apply/owner');
  const added: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/personnel')) added.push(request.url());
  });
  await pick('Yes');
  await next();
  await sees('Who is the other owner?');
  await fill('Owner’s full legal name', 'Sam Alder');
  await page.getByRole('button', { name: 'Next' }).dblclick();
  await sees('Sam Alder: birth date and share');
  expect(await errorOf(page.getByRole('group', { name: /date of birth/ }))).toBeUndefined();
  expect(added).toHaveLength(1);
});
