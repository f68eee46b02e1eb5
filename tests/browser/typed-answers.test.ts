/** Tests that fields accept typed and pasted text, and format it when they lose the focus. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addressOf } from '../support/browser/address.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { drawnAfter } from '../support/browser/drawn-after.ts';
import { control, descriptions, errorOf, isFocused } from '../support/browser/field.ts';
import { readAloud } from '../support/browser/page-checks.ts';
import { setUp } from '../support/browser/set-up.ts';
import { someOf } from '../support/rounds.ts';

const { server, test } = await setUp({ persistsSession: true });

async function paste(page: Page, into: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await into.fill('');
  await into.press('ControlOrMeta+v');
}

/** Texts to paste into the fields of a screen, each with the text that the field shows after it has lost the focus. */
const pasted: Readonly<Record<string, readonly (readonly [label: string, given: string, shown: string])[]>> =
  {
    '/apply/business?part=2': [
      ['Federal tax ID (EIN)', ' 12-3456789 ', '12-3456789'],
      ['Federal tax ID (EIN)', '１２３４５６７８９', '12-3456789'],
    ],
    '/apply/business/address': [['Business ZIP code', '55420-1234', '55420']],
    '/apply/business/additional': [
      ['Yearly sales', '$1,250,000.00', '1,250,000'],
      ['Number of employees', ' １２ ', '12'],
    ],
    '/apply/applicant': [['Social Security number', '123 45 6789', '123-45-6789']],
    '/apply/applicant?part=2': [['Your mobile or primary phone number', '+1 (202) 555-0123', '202-555-0123']],
    '/apply/applicant?part=3': [['How much of the business do you own?', ' 33.30 %', '33.3']],
  };

test.for(someOf(Object.entries(pasted)))(
  '%s: pasted and filled-in text is formatted when the field loses the focus',
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
      // Fill in the whole value in one step, as autofill does.
      await input.fill(given);
      expect(await input.inputValue()).toBe(given);
      await leave();
      expect(await input.inputValue()).toBe(shown);
      expect(await errorOf(input)).toBeUndefined();
    }
  },
);

test('a screen reader reads the position of the section, and a period after an error and after a hint', async ({
  applicant,
}) => {
  await arriveAt(server, applicant, '/apply/applicant?part=2');
  await applicant.next();
  const heard = await readAloud(applicant.page);
  expect(heard).toMatch(/paragraph: "?Section 2 of 5: You · /);
  expect(heard).toMatch(/Error: Enter your email\. Required Field\. Like name@example\.com\.$/m);
});

test('the caret stays in place when a person types into the middle of a text', async ({ applicant }) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/applicant?part=2');
  const number = control(page, 'Your mobile or primary phone number');
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
  // One digit is missing. When the person types it, the number is complete, but the page must not format it during typing.
  await number.fill('202555012');
  await number.press('Home');
  await number.press('ArrowRight');
  await number.press('4');
  const caret = () => number.evaluate((input) => (input as HTMLInputElement).selectionStart);
  expect([await number.inputValue(), await caret()]).toEqual(['2402555012', 2]);
});

test('an amount is shown formatted while a person types, and announced when the field loses the focus', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/business/additional');
  const sales = control(page, 'Yearly sales');
  await sales.pressSequentially('1250000');
  expect(await sales.inputValue()).toBe('1250000');
  expect(await descriptions(sales)).toEqual(['Whole US dollars, before expenses', 'You entered $1,250,000']);
  const spoken = page.getByRole('status').getByText('You entered');
  expect(await spoken.count()).toBe(0);
  await page.keyboard.press('Tab');
  await spoken.waitFor();
  await sales.fill('1,25');
  expect(await descriptions(sales)).toEqual(['Whole US dollars, before expenses']);
});

test('the sign of an amount and the sign of a share are inside their inputs', async ({ applicant }) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/applicant?part=3');
  for (const label of [/^Monthly housing payment/, 'How much of the business do you own?']) {
    const input = control(page, label);
    const [box, sign] = await Promise.all([
      input.boundingBox(),
      page.locator('.control-row', { has: input }).locator('.control-sign').boundingBox(),
    ]);
    if (!box || !sign) throw new Error('The input or its sign is missing.');
    expect(sign.x).toBeGreaterThan(box.x);
    expect(sign.x + sign.width).toBeLessThan(box.x + box.width);
  }
});

test('a late response never replaces newer suggestions, and the shown ones stay until newer ones arrive', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/business/address');
  const { street, options } = addressOf(applicant);
  const parts = {
    addressLine: '8',
    addressCity: 'Bloomington',
    addressState: 'MN',
    addressPostalCode: '55420',
  };
  const held = new Map<string, () => Promise<void>>();
  await page.route('**/api/v1/places', (route) => {
    const { query } = route.request().postDataJSON();
    held.set(query, () =>
      route.fulfill({ json: { places: [{ id: query, label: `for ${query}`, ...parts }] } }).catch(() => {}),
    );
  });
  let typed = '';
  /** Types additional text, and waits until the page requests suggestions for the whole text. */
  const typeOn = async (text: string) => {
    typed += text;
    await page.keyboard.insertText(text);
    await expect.poll(() => held.has(typed)).toBe(true);
  };
  const shown = () => options.allTextContents();
  await street.focus();
  await typeOn('8111');
  await held.get('8111')?.();
  await expect.poll(shown).toEqual(['for 8111']);
  await typeOn(' L');
  await typeOn('yn');
  await drawnAfter(page);
  expect(await shown()).toEqual(['for 8111']);
  await held.get('8111 Lyn')?.();
  await expect.poll(shown).toEqual(['for 8111 Lyn']);
  await held.get('8111 L')?.();
  await drawnAfter(page);
  expect(await shown()).toEqual(['for 8111 Lyn']);
});

test('Enter goes to the next field on a touch screen, and presses Next elsewhere', async ({ applicant }) => {
  const { page, sees } = applicant;
  await arriveAt(server, applicant, '/apply/applicant?part=2');
  const [address, number] = [
    control(page, 'Your email'),
    control(page, 'Your mobile or primary phone number'),
  ];
  await address.press('Enter');
  await page.getByRole('group', { name: '4 answers to fix' }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  await address.fill('dana@x.example');
  await address.press('Enter');
  expect(await isFocused(number)).toBe(true);
  await number.fill('2025550123');
  await control(page, 'Job title').fill('Owner');
  const income = control(page, /^Your yearly income/);
  await income.fill('85000');
  await income.press('Enter');
  await sees('Your home and your share of the business');
});

test('a double press of Next saves once and does not press Next on the next screen', async ({
  applicant,
}) => {
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
  const { page, sees, pick, fill } = applicant;
  await arriveAt(server, applicant, '/apply/owner');
  const added: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/personnel')) added.push(request.url());
  });
  await pick('Yes');
  await fill('Owner’s full legal name', 'Sam Alder');
  await page.getByRole('button', { name: 'Next' }).dblclick();
  await sees('About Sam Alder');
  expect(await errorOf(page.getByRole('group', { name: /date of birth/ }))).toBeUndefined();
  expect(added).toHaveLength(1);
});

test('a name has a countdown that also shows how far it is over the limit, and is announced only near the limit; Tab goes from the name to its help', async ({
  applicant,
}) => {
  const { page, next } = applicant;
  await arriveAt(server, applicant, '/apply/business');
  const name = control(page, 'Legal business name');
  const count = page.locator('#field-businessName-length');
  const spoken = page.getByRole('status').getByText(/\d+ (characters?|over)/);
  await name.fill('Greenacre Lawn Care LLC');
  expect(await count.innerText()).toBe('7 characters left');
  expect(await descriptions(name)).toEqual(['As shown on your tax forms', '7 characters left']);
  await name.fill(`Greenacre Lawn Care LLC${'x'.repeat(6)}`);
  expect(await count.innerText()).toBe('1 character left');
  await name.press('Tab');
  await page.getByRole('button', { name: 'Help: Legal business name' }).and(page.locator(':focus')).waitFor();
  await name.fill(`Greenacre Lawn Care LLC${'x'.repeat(9)}`);
  expect(await count.innerText()).toBe('2 over the limit of 30');
  await spoken.waitFor();
  await name.fill('Greenacre');
  await spoken.waitFor({ state: 'detached' });

  await page.getByRole('radio', { name: 'Partnership' }).check();
  await name.fill('');
  await control(page, /^Trade name/).fill('Bright '.repeat(9));
  await next();
  const summary = page.getByRole('group', { name: '3 answers to fix' });
  expect((await summary.boundingBox())?.height).toBeLessThan(844 / 3);
  // The link doesn't say “(optional)”, because the person must correct or clear the answer.
  await summary.getByRole('link', { name: 'Trade name or DBA', exact: true }).waitFor();
  // An error starts with a sentence in bold that says what to do. The specification's message follows in regular
  // type, on its own line (D8).
  const error = page.locator('.field-error').first();
  const look = (part: Locator) =>
    part.evaluate((element) => {
      const { fontWeight, fontSize } = getComputedStyle(element);
      return { weight: Number(fontWeight), size: Number.parseFloat(fontSize) };
    });
  const [fix, message] = [await look(error.locator('b')), await look(error)];
  expect(await error.innerText()).toMatch(
    /^Error:\s*Enter your legal business name\.\s*\n\s*Required Field$/,
  );
  expect(fix.weight).toBeGreaterThanOrEqual(600);
  expect(message.weight).toBeLessThan(600);
  expect(message.size).toBe(fix.size);
});
