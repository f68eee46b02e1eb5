/** Every kind of wrong input, its message, and that it appears and disappears at the right moment. */
import { describe, expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { control, descriptions, errorOf, expectInView, isFocused } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

const required = (fix: string) => ['', `Required Field. ${fix}`] as const;
const tooLong = (max: number) =>
  ['x'.repeat(max + 1), `Must be less than ${max} characters. Use ${max} characters or fewer.`] as const;
const plain = 'Invalid Field. Check what you typed and use plain letters and numbers.';
const whole = 'Invalid Field. Use whole numbers only, like 12.';
const dollars = 'Invalid Field. Use whole dollars only, like 1,250.';
const tooMuch = 'Must be less than 999999999. Enter 999,999,999 or less.';
const phone = 'Invalid phone number. Enter all 10 digits of a US number, like 202-555-0123.';
const email = 'Invalid email address. Enter an address like name@example.com.';
const ssn = 'Invalid Field. Enter all 9 digits.';
const noBox = 'P.O. Boxes are not allowed. Enter the street address where you do business.';

/** Screens with text fields: what is typed where, the error, and finally a valid answer. */
const screens: readonly (readonly [
  address: string,
  fields: Readonly<
    Record<string, { readonly wrong: readonly (readonly [string, string])[]; readonly right: string }>
  >,
])[] = [
  [
    '/apply/business',
    {
      'Legal business name': {
        wrong: [required('Enter your legal business name.'), tooLong(30), ['a\u0007b', plain]],
        right: '🌱'.repeat(30),
      },
      'Trade name, or “doing business as” (optional)': { wrong: [tooLong(50)], right: '' },
    },
  ],
  [
    '/apply/business?part=4',
    {
      'Business email': {
        wrong: [
          required('Enter the email of the business.'),
          ['office', email],
          ['office@localhost', email],
          ['office @x.example', email],
          [`${'o'.repeat(92)}@x.example`, 'Must be less than 100 characters. Use 100 characters or fewer.'],
        ],
        right: 'office@x.example',
      },
    },
  ],
  [
    '/apply/business/address',
    {
      'Business street address': {
        wrong: [
          required('Enter the street address where you do business.'),
          ['P.O. Box 12', noBox],
          ['bin #4', noBox],
          tooLong(100),
        ],
        right: 'Box Elder Rd 5',
      },
      'Business city': { wrong: [required('Enter the city of the business.'), tooLong(50)], right: 'Edina' },
      'Business ZIP code': {
        wrong: [
          required('Enter the ZIP code of the business.'),
          ['5542', 'Invalid Field. Enter all 5 digits.'],
        ],
        right: '55420-1234',
      },
    },
  ],
  [
    '/apply/business/additional',
    {
      'Years in business': {
        wrong: [
          required('Enter how many years the business has run.'),
          ['1.5', whole],
          ['-3', whole],
          ['twelve', whole],
          ['12345', 'Must be less than 4 characters. Use 4 digits or fewer.'],
        ],
        right: '0',
      },
      'Number of employees': {
        wrong: [
          ['1,23', whole],
          ['1000000', 'Must be less than 6 characters. Use 6 digits or fewer.'],
        ],
        right: '999999',
      },
      'Yearly sales, in US dollars': {
        wrong: [
          required('Enter the sales of one year.'),
          ['12.50', dollars],
          ['€5', dollars],
          ['1000000000', tooMuch],
        ],
        right: '999999999',
      },
      'Expected purchases, in US dollars': {
        wrong: [required('Enter about how much you plan to buy.'), ['(100)', dollars]],
        right: '25000',
      },
    },
  ],
  [
    '/apply/applicant?part=2',
    {
      'Social Security number': {
        wrong: [required('Enter your Social Security number.'), ['123-45-678', ssn], ['123-45-67890', ssn]],
        right: '123456789',
      },
    },
  ],
  [
    '/apply/applicant?part=3',
    {
      'Your email': { wrong: [required('Enter your email.')], right: 'dana@x.example' },
      'Your mobile or main phone': {
        wrong: [
          required('Enter your phone number.'),
          ['202-555', phone],
          ['112-555-0123', phone],
          ['+44 20 7946 0018', phone],
        ],
        right: '(202) 555.0123',
      },
    },
  ],
];

describe.each(screens)('%s', (address, fields) => {
  test('says for each wrong answer what is wrong and how to fix it, and keeps what was typed', async ({
    applicant,
  }) => {
    const { page, next } = applicant;
    await arriveAt(server, applicant, address);
    if (address.endsWith('address')) await control(page, 'Business state').selectOption('MN');
    for (const [label, { right }] of Object.entries(fields)) await control(page, label).fill(right);
    for (const [label, { wrong, right }] of Object.entries(fields)) {
      const input = control(page, label);
      for (const [typed, message] of wrong) {
        await input.fill(typed);
        await next();
        expect(await errorOf(input), typed).toBe(message);
        expect(await isFocused(input)).toBe(true);
        expect(await input.getAttribute('aria-invalid')).toBe('true');
        expect(await input.inputValue()).toBe(typed);
        expect(await page.getByRole('group', { name: /^There are/ }).count()).toBe(0);
      }
      await input.fill(right);
      expect(await errorOf(input)).toBeUndefined();
      expect(await input.getAttribute('aria-invalid')).toBeNull();
    }
  });
});

test('several errors are listed above the heading; each link leads to its field, and a fixed one disappears at once', async ({
  applicant,
}) => {
  const { page, next } = applicant;
  await arriveAt(server, applicant, '/apply/business/additional');
  const main = page.getByRole('main');
  await next();
  const summary = page.getByRole('group', { name: 'There are 4 problems' });
  expect(await isFocused(summary)).toBe(true);
  const links = summary.getByRole('link');
  expect(await links.allTextContents()).toEqual([
    'Required Field. Enter how many years the business has run.',
    'Required Field. Enter how many people work in the business.',
    'Required Field. Enter the sales of one year.',
    'Required Field. Enter about how much you plan to buy.',
  ]);
  const labels = ['Years in business', 'Number of employees', /^Yearly sales/, /^Expected purchases/];
  for (const [index, label] of labels.entries()) {
    await links.nth(index).click();
    expect(await isFocused(control(page, label))).toBe(true);
    await expectInView(page, main.getByText(label, { exact: true }));
  }
  expect(await descriptions(control(page, 'Years in business'))).toEqual([
    'Error: Required Field. Enter how many years the business has run.',
    'Whole years, 0 if less than one',
  ]);
  await control(page, /^Expected purchases/).pressSequentially('2');
  await page.getByRole('group', { name: 'There are 3 problems' }).waitFor();
  await control(page, /^Yearly sales/).fill('5');
  await control(page, 'Number of employees').fill('5');
  expect(await page.getByRole('group', { name: /^There are/ }).count()).toBe(0);
  await next();
  expect(await isFocused(control(page, 'Years in business'))).toBe(true);
  await expectInView(page, main.getByText('Years in business', { exact: true }));
});

test('leaving a field says what is wrong with a fixed format, never that it is empty, and takes no focus', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/applicant?part=3');
  const [address, number] = [control(page, 'Your email'), control(page, /phone/)];
  await address.focus();
  await number.focus();
  await page.getByRole('button', { name: 'Next' }).focus();
  expect([await errorOf(address), await errorOf(number)]).toEqual([undefined, undefined]);

  await address.fill('dana');
  await number.focus();
  expect(await errorOf(address)).toBe(email);
  await number.fill('202');
  expect(await errorOf(number)).toBeUndefined();
  await page.keyboard.press('Tab');
  expect(await errorOf(number)).toBe(phone);
  expect(
    await isFocused(
      page
        .getByRole('group', { name: /^There are/ })
        .or(address)
        .first(),
    ),
  ).toBe(false);
  expect(await page.getByRole('group', { name: /^There are/ }).count()).toBe(0);

  await next();
  expect(await isFocused(page.getByRole('group', { name: 'There are 2 problems' }))).toBe(true);
  await number.fill('2025550123');
  await address.pressSequentially('@x.example');
  expect([await errorOf(address), await errorOf(number)]).toEqual([undefined, undefined]);
  await next();
  await sees('Your work and income');
  // None of these has a fixed format.
  await control(page, 'Your yearly income, in US dollars').fill('12.50');
  await control(page, 'Job title').focus();
  expect(await errorOf(control(page, 'Your yearly income, in US dollars'))).toBeUndefined();
});

test('a ZIP code is checked again when its state changes, and the error is shown at the ZIP code', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/business/address');
  const [state, zip] = [control(page, 'Business state'), control(page, 'Business ZIP code')];
  await control(page, 'Business street address').fill('8111 Lyndale Ave S');
  await control(page, 'Business city').fill('Bloomington');
  await next();
  expect(
    await page.getByRole('group', { name: 'There are 2 problems' }).getByRole('link').allTextContents(),
  ).toEqual([
    'Required Field. Pick the state of the business.',
    'Required Field. Enter the ZIP code of the business.',
  ]);
  await zip.fill('55420');
  await state.selectOption('NY');
  const notHere = 'Postal Code is not valid for NY. Check the ZIP code and the state.';
  expect(await errorOf(zip)).toBe(notHere);
  expect(await errorOf(state)).toBeUndefined();
  await next();
  expect(await isFocused(zip)).toBe(true);
  await state.selectOption({ label: 'Minnesota (MN)' });
  expect(await errorOf(zip)).toBeUndefined();
  await next();
  await sees(/Is your billing address the same/);
});

test.for([
  ['/apply/applicant/address', 'Enter the street address of your home.'],
  ['/apply/owner/address?owner=1', 'Enter the street address of the home.'],
  ['/apply/authorized-user/address?user=1', 'Enter the street address of the home.'],
] as const)('%s takes no P.O. box', async ([address, fix], { applicant }) => {
  const { page, next } = applicant;
  await arriveAt(server, applicant, address);
  const street = control(page, /street address$/);
  await street.fill('Post Office Box 7');
  await control(page, /city$/).fill('Edina');
  await control(page, /state$/).selectOption('MN');
  await control(page, /ZIP code$/).fill('55424');
  await next();
  expect(await errorOf(street)).toBe(`P.O. Boxes are not allowed. ${fix}`);
});

test('a bill may go to a P.O. box', async ({ applicant }) => {
  const { page, next, sees, pick } = applicant;
  await arriveAt(server, applicant, '/apply/business/address/same');
  await pick('No');
  await next();
  await control(page, 'Billing street address').fill('P.O. Box 12');
  await control(page, 'Billing city').fill('Edina');
  await control(page, 'Billing state').selectOption('MN');
  await control(page, 'Billing ZIP code').fill('55424');
  await next();
  await sees('How big is your business?');
});
