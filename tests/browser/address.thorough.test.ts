/** Tests that the page suggests addresses while a person types a street, and that using a suggestion is optional. */
import { expect } from 'vitest';
import { addressOf, fillInAsBrowser } from '../support/browser/address.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { axeFindings } from '../support/browser/axe.ts';
import { brokenReferences } from '../support/browser/page-checks.ts';
import { setUp, setUpServer } from '../support/browser/set-up.ts';
import { businessAddress, fillAddress, goToBusinessAddress } from '../support/browser/steps.ts';

const { server, test, testAlone } = await setUp();
const persisting = await setUpServer({ persistsSession: true });

const begun = '8111 Lyndale Ave S Bloom';
const bloomington = /^Bloomington, MN 55420$/;

test('a suggested city can be picked with the keyboard, and fills in all four fields', async ({
  applicant: person,
}) => {
  await goToBusinessAddress(person, server.at('demo'));
  const { page, sees } = person;
  const { street, options, parts } = addressOf(person);
  await street.pressSequentially(begun);
  await options.first().waitFor();
  expect(await street.getAttribute('aria-expanded')).toBe('true');
  const count = await options.count();
  await page.getByRole('status').getByText(`${count} suggestions`).waitFor();
  expect((await axeFindings(page)).violations).toEqual([]);
  expect(await brokenReferences(page)).toEqual([]);

  const labels = await options.allTextContents();
  const wanted = labels.findIndex((label) => bloomington.test(label));
  expect(wanted).toBeGreaterThanOrEqual(0);
  for (let step = 0; step <= wanted; step += 1) await street.press('ArrowDown');
  const current = page.locator(`[id="${await street.getAttribute('aria-activedescendant')}"]`);
  expect(await current.textContent()).toMatch(bloomington);
  expect(await street.inputValue()).toBe(begun);
  await street.press('Enter');
  await page.getByRole('status').getByText('Filled in: Bloomington, MN 55420').waitFor();
  expect(await parts()).toEqual(['8111 Lyndale Ave S', 'Bloomington', 'MN', '55420']);
  expect(await options.count()).toBe(0);
  await street.press('Enter');
  await sees(/Is your billing address the same/);
});

test('Esc closes the suggestions, and so does leaving the field; what was typed stays', async ({
  applicant: person,
}) => {
  await goToBusinessAddress(person, server.at('demo'));
  const { street, options, parts } = addressOf(person);
  await street.pressSequentially(begun);
  await options.first().waitFor();
  await street.press('Escape');
  await options.first().waitFor({ state: 'detached' });
  expect(await street.getAttribute('aria-expanded')).toBe('false');
  expect(await brokenReferences(person.page)).toEqual([]);
  await street.pressSequentially('i');
  await options.first().waitFor();
  await street.press('Tab');
  await options.first().waitFor({ state: 'detached' });
  expect(await parts()).toEqual([`${begun}i`, '', '', '']);
});

test('suggestions stay until those for the newest text arrive', async ({ applicant: person }) => {
  await goToBusinessAddress(person, server.at('demo'));
  const { page } = person;
  const { street, options } = addressOf(person);
  await street.pressSequentially(begun);
  await options.first().waitFor();
  const shown = await options.allTextContents();
  await page.route('**/api/v1/places', () => undefined);
  const asksFor = (query: string) =>
    page.waitForRequest(
      (request) => request.url().endsWith('/places') && request.postData()?.includes(query) === true,
    );
  for (const [letter, query] of [
    ['i', 'Bloomi"'],
    ['n', 'Bloomin"'],
  ] as const) {
    const asked = asksFor(query);
    await street.press(letter);
    await asked;
  }
  // The call for “Bloomi” has been aborted by now, and the one for “Bloomin” has no response yet.
  expect(await options.allTextContents()).toEqual(shown);
});

test('an address can be typed if the suggestion service fails', async ({ applicant: person }) => {
  await goToBusinessAddress(person, server.at('demo'));
  const { page, sees, next } = person;
  const { street, options } = addressOf(person);
  await page.route('**/api/v1/places', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await street.pressSequentially(begun);
  await failed;
  expect(await options.count()).toBe(0);
  await fillAddress(person, businessAddress);
  await next();
  await sees(/Is your billing address the same/);
});

testAlone(
  'three typed characters request suggestions, but fewer characters, a paste or autofill do not',
  async ({ applicant: person }) => {
    await goToBusinessAddress(person, server.at('demo'));
    const { page } = person;
    const { street, options } = addressOf(person);
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/places')) asked.push(request.postDataJSON());
    });
    await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((text) => navigator.clipboard.writeText(text), begun);
    await page.clock.install();
    await street.press('ControlOrMeta+v');
    expect(await street.inputValue()).toBe(begun);
    await page.clock.runFor(2000);
    await fillInAsBrowser(street, begun);
    await page.clock.runFor(2000);
    await street.clear();
    await street.pressSequentially('81');
    await page.clock.runFor(2000);
    expect(asked).toEqual([]);
    await street.pressSequentially('1');
    await page.clock.runFor(2000);
    await expect.poll(() => asked).toEqual([{ query: '811' }]);
    await fillInAsBrowser(street, begun);
    await street.pressSequentially('i');
    await options.first().waitFor();
    expect(asked.slice(1)).toEqual([{ query: `${begun}i` }]);
  },
);

test('cities in the chosen state come first, then cities near the business', async ({ applicant }) => {
  await arriveAt(persisting, applicant, '/apply/business/address/same');
  await applicant.answer('No');
  const { street, options } = addressOf(applicant);
  const first = () => options.first().textContent();
  await street.pressSequentially('100 Main St Glen');
  await expect.poll(first).toBe('Glencoe, MN 55336');
  await applicant.page.getByRole('combobox', { name: /state/ }).selectOption('TX');
  await street.pressSequentially(' ');
  await expect.poll(first).toBe('Glen Rose, TX 76043');
});

test('skipping a started address says what is discarded and where bills are sent', async ({ applicant }) => {
  const { page, sees, answer } = applicant;
  await arriveAt(persisting, applicant, '/apply/business/address/same');
  await answer('No');
  const skip = page.getByRole('button', { name: 'Use business address' });
  const question = page.getByRole('alertdialog', { name: 'Use business address?' });
  const street = page.getByRole('combobox', { name: 'Billing street address' });
  await street.fill('1 Bill St');
  await skip.click();
  await question.getByText('We won’t keep what you typed here. We’ll use your business address.').waitFor();
  await question.getByRole('button', { name: 'Keep what I typed' }).click();
  expect(await street.inputValue()).toBe('1 Bill St');
  await skip.click();
  await question.getByRole('button', { name: 'Use business address' }).click();
  await sees('How big is your business?');

  // The started address was discarded. Now nothing can be lost, so the button does not ask for confirmation.
  await page.goBack();
  await sees(/Is your billing address the same/);
  await answer('No');
  await skip.click();
  await sees('How big is your business?');
});
