/** Tests that every kind of wrong input gets its error message, and that the message appears and disappears at the right time. */
import { describe, expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { control, descriptions, errorOf, expectInView, isFocused } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

const required = (fix: string) => ['', `${fix} Required Field`] as const;
const tooLong = (max: number) =>
  ['x'.repeat(max + 1), `Shorten your answer. Must be less than ${max} characters`] as const;
const plain = 'Check what you typed. Use only letters, numbers, and common punctuation. Invalid Field';
const whole = 'Use whole numbers only, like 12. Invalid Field';
const dollars = 'Use whole dollars only, like 1,250. Invalid Field';
const tooMuch = 'Enter 999,999,999 or less. Must be less than 999999999';
const phone = 'Enter all 10 digits of a US number, like 202-555-0123. Invalid phone number';
const email = 'Enter an email address like name@example.com. Invalid email address';
const ssn = 'Enter all 9 digits. Invalid Field';
const noBox = 'Enter the street address where you do business. P.O. Boxes are not allowed';

/** Screens with text fields. For each field, a wrong text to type, the expected error, and a valid answer. */
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
      'Trade name or DBA (optional)': { wrong: [tooLong(50)], right: '' },
      'Business email': {
        wrong: [
          required('Enter your business email.'),
          ['office', email],
          ['office@localhost', email],
          ['office @x.example', email],
          [`${'o'.repeat(92)}@x.example`, 'Shorten your answer. Must be less than 100 characters'],
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
      'Business city': { wrong: [required('Enter the city.'), tooLong(50)], right: 'Edina' },
      'Business ZIP code': {
        wrong: [required('Enter the ZIP code.'), ['5542', 'Enter all 5 digits. Invalid Field']],
        right: '55420-1234',
      },
    },
  ],
  [
    '/apply/business/additional',
    {
      'Years in business': {
        wrong: [
          required('Enter how many years you’ve been in business.'),
          ['1.5', whole],
          ['-3', whole],
          ['twelve', whole],
          ['12345', 'Check the number. It has too many digits. Must be less than 4 characters'],
        ],
        right: '0',
      },
      'Number of employees': {
        wrong: [
          ['1,23', whole],
          ['1000000', 'Check the number. It has too many digits. Must be less than 6 characters'],
        ],
        right: '999999',
      },
      'Yearly sales': {
        wrong: [
          required('Enter your yearly sales.'),
          ['12.50', dollars],
          ['€5', dollars],
          ['1000000000', tooMuch],
        ],
        right: '999999999',
      },
      'Expected yearly purchases': {
        wrong: [required('Estimate how much you plan to spend in a year.'), ['(100)', dollars]],
        right: '25000',
      },
    },
  ],
  [
    '/apply/applicant',
    {
      'Social Security number': {
        wrong: [required('Enter your Social Security number.'), ['123-45-678', ssn], ['123-45-67890', ssn]],
        right: '123456789',
      },
    },
  ],
  [
    '/apply/applicant?part=2',
    {
      'Your email': { wrong: [required('Enter your email.')], right: 'dana@x.example' },
      'Your mobile or primary phone number': {
        wrong: [
          required('Enter your phone number.'),
          ['202-555', phone],
          ['112-555-0123', phone],
          ['+44 20 7946 0018', phone],
        ],
        right: '(202) 555.0123',
      },
      'Job title': { wrong: [required('Enter your job title.')], right: 'Owner' },
      'Your yearly income': { wrong: [['12.50', dollars]], right: '85000' },
    },
  ],
];

describe.each(screens)('%s', (address, fields) => {
  test('each wrong answer gets an error that says how to fix it, and the typed text stays', async ({
    applicant,
  }) => {
    const { page, next } = applicant;
    await arriveAt(server, applicant, address);
    if (address === '/apply/business') await applicant.pick('Limited liability company (LLC)');
    if (address === '/apply/applicant') {
      await applicant.fill('Your full legal name', 'Dana Okafor');
      await applicant.fillDate('4', '28', '1986');
    }
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
        expect(await page.getByRole('group', { name: /to fix$/ }).count()).toBe(0);
      }
      await input.fill(right);
      expect(await errorOf(input)).toBeUndefined();
      expect(await input.getAttribute('aria-invalid')).toBeNull();
    }
  });
});

test('errors are listed above the heading, each link goes to its field, and a fixed error disappears immediately', async ({
  applicant,
}) => {
  const { page, next } = applicant;
  await arriveAt(server, applicant, '/apply/business/additional');
  const main = page.getByRole('main');
  await next();
  const summary = page.getByRole('group', { name: '4 answers to fix' });
  expect(await isFocused(summary)).toBe(true);
  const links = summary.getByRole('link');
  expect(await links.allTextContents()).toEqual([
    'Years in business',
    'Number of employees',
    'Yearly sales',
    'Expected yearly purchases',
  ]);
  const labels = ['Years in business', 'Number of employees', /^Yearly sales/, /^Expected yearly purchases/];
  for (const [index, label] of labels.entries()) {
    await links.nth(index).click();
    expect(await isFocused(control(page, label))).toBe(true);
    await expectInView(page, main.locator('label', { hasText: label }));
  }
  expect(await descriptions(control(page, 'Years in business'))).toEqual([
    'Error: Enter how many years you’ve been in business. Required Field',
    'Whole years, or 0 if less than one',
  ]);
  await control(page, /^Expected yearly purchases/).pressSequentially('2');
  await page.getByRole('group', { name: '3 answers to fix' }).waitFor();
  await control(page, /^Yearly sales/).fill('5');
  await control(page, 'Number of employees').fill('5');
  expect(await page.getByRole('group', { name: /to fix$/ }).count()).toBe(0);
  await next();
  expect(await isFocused(control(page, 'Years in business'))).toBe(true);
  await expectInView(page, main.getByText('Years in business', { exact: true }));
});

test('leaving a field reports a wrong format below the hint, but never an empty field, and moves no focus', async ({
  applicant,
}) => {
  const { page, next } = applicant;
  await arriveAt(server, applicant, '/apply/applicant?part=2');
  const [address, number] = [control(page, 'Your email'), control(page, /phone/)];
  await address.focus();
  await number.focus();
  await page.getByRole('button', { name: 'Next' }).focus();
  expect([await errorOf(address), await errorOf(number)]).toEqual([undefined, undefined]);

  const field = page.locator('.field', { has: page.getByRole('textbox', { name: 'Your email' }) });
  const isHintShown = () =>
    field.locator('.field-hint').evaluate((hint) => getComputedStyle(hint).position === 'static');
  await address.fill('dana');
  await number.focus();
  expect(await errorOf(address)).toBe(email);
  expect(await isHintShown()).toBe(true);
  await number.fill('202');
  expect(await errorOf(number)).toBeUndefined();
  await page.keyboard.press('Tab');
  expect(await errorOf(number)).toBe(phone);
  expect(
    await isFocused(
      page
        .getByRole('group', { name: /to fix$/ })
        .or(address)
        .first(),
    ),
  ).toBe(false);
  expect(await page.getByRole('group', { name: /to fix$/ }).count()).toBe(0);

  await control(page, 'Job title').fill('Owner');
  await control(page, 'Your yearly income').fill('85,000');
  await next();
  expect(await isFocused(page.getByRole('group', { name: '2 answers to fix' }))).toBe(true);
  await number.fill('2025550123');
  await address.pressSequentially('@x.example');
  expect([await errorOf(address), await errorOf(number)]).toEqual([undefined, undefined]);
  // When an amount loses the focus, the page doesn't show its error yet, because amounts have no fixed format.
  await control(page, 'Your yearly income').fill('12.50');
  await control(page, 'Job title').focus();
  expect(await errorOf(control(page, 'Your yearly income'))).toBeUndefined();
});

test('a press that leaves a wrong answer reaches its target before the error moves the target', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/applicant?part=2');
  const [address, number] = [control(page, 'Your email'), control(page, /phone/)];
  await address.fill('dana');
  const before = await number.boundingBox();
  await page.mouse.move((before?.x ?? 0) + 20, (before?.y ?? 0) + 5);
  await page.mouse.down();
  expect(await isFocused(number)).toBe(true);
  expect(await errorOf(address)).toBeUndefined();
  expect(await number.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect.poll(() => errorOf(address)).toBe(email);
  expect(await isFocused(number)).toBe(true);
  expect((await number.boundingBox())?.y).toBeGreaterThan(before?.y ?? 0);
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
    await page.getByRole('group', { name: '2 answers to fix' }).getByRole('link').allTextContents(),
  ).toEqual(['Business state', 'Business ZIP code']);
  await zip.fill('55420');
  await state.selectOption('NY');
  const notHere = 'Check the ZIP code and the state. Postal Code is not valid for NY';
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
  ['/apply/applicant/address', 'Enter your home street address.'],
  ['/apply/owner/address?owner=1', 'Enter Sam Lee’s home street address.'],
  ['/apply/authorized-user/address?user=1', 'Enter Kim Park’s home street address.'],
] as const)('%s accepts no P.O. box', async ([address, fix], { applicant }) => {
  const { page, next } = applicant;
  await arriveAt(server, applicant, address);
  const street = control(page, /street address$/);
  await street.fill('Post Office Box 7');
  await control(page, /city$/).fill('Edina');
  await control(page, /state$/).selectOption('MN');
  await control(page, /ZIP code$/).fill('55424');
  await next();
  expect(await errorOf(street)).toBe(`${fix} P.O. Boxes are not allowed`);
});

test('a billing address may be a P.O. box', async ({ applicant }) => {
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
