/** Tests answers that a person chooses instead of typing: Yes or No, radio buttons, lists, the industry, and a checkbox. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { control, errorOf, isFocused } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';

/** Returns whether an option is in the visible part of its list. */
function isInView(option: Locator): Promise<boolean> {
  return option.evaluate((element) => {
    const list = element.parentElement?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
  });
}

const { server, test } = await setUp({ persistsSession: true });

test('a yes-or-no question has no default, is the heading, and waits for Next', async ({ applicant }) => {
  const { page, next, sees, pick } = applicant;
  await arriveAt(server, applicant, '/apply/business/additional/gambling');
  const question = 'Is your business involved in internet gambling?';
  await page.getByRole('heading', { level: 1, name: question }).waitFor();
  const group = page.getByRole('radiogroup', { name: question });
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  await next();
  expect(await errorOf(group)).toBe('Choose yes or no. Required Field');
  expect(await group.getAttribute('aria-invalid')).toBe('true');
  expect(await isFocused(page.getByRole('radio', { name: 'Yes' }))).toBe(true);
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'No' }).isChecked()).toBe(true);
  expect(await errorOf(group)).toBeUndefined();
  await sees(question);
  await pick('Yes');
  await sees(question);
  await next();
  await sees(/mainly online/);
});

test('radio buttons and lists start empty, and missing answers are reported in the order of the fields', async ({
  applicant,
}) => {
  const { page, next, sees, fill, pick } = applicant;
  await arriveAt(server, applicant, '/apply/business');
  const forms = page.getByRole('radiogroup', { name: 'Business structure' });
  expect(await forms.getByRole('radio').count()).toBe(7);
  expect(await forms.getByRole('radio', { checked: true }).count()).toBe(0);
  const problems = page.getByRole('group', { name: '2 answers to fix' }).getByRole('link');
  await fill('Legal business name', 'Greenacre');
  await next();
  expect(await problems.allTextContents()).toEqual(['Business structure', 'Business email']);
  await fill('Business email', 'office@lawns.example');
  await next();
  expect(await errorOf(forms)).toBe('Choose your business structure. Required Field');
  expect(await isFocused(forms.getByRole('radio').first())).toBe(true);
  await pick('Partnership');
  expect(await errorOf(forms)).toBeUndefined();
  await next();
  await sees('Tax ID and industry');
  await fill('Federal tax ID (EIN)', '123456789');

  const list = page.getByRole('combobox', { name: 'What does your business mainly sell or do?' });
  expect(await list.locator('option:checked').textContent()).toBe('Choose one');
  await next();
  expect(await problems.allTextContents()).toEqual([
    'Industry',
    'What does your business mainly sell or do?',
  ]);
  await problems.last().click();
  expect(await isFocused(list)).toBe(true);
  await list.selectOption('lawn');
  expect(await errorOf(list)).toBeUndefined();
  await next();
  const row = page.getByRole('button', { name: /Choose an industry/ });
  expect(await errorOf(row)).toBe('Choose the industry that fits best. Required Field');
  expect(await isFocused(row)).toBe(true);
});

test('the industry list loads at the first answer on the previous screen, and not before', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/business');
  const isList = (url: string) => /\/industry-search[^/]*\.js$/.test(url);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect((await loaded()).filter(isList)).toEqual([]);
  const asked = page.waitForRequest((request) => isList(request.url()));
  await applicant.pick('Limited liability company (LLC)');
  await asked;
});

test('the industry list can be searched, browsed, used and left with the keyboard alone', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/business?part=2');
  const row = page.getByRole('button', { name: /^Industry/ });
  const sheet = page.getByRole('dialog', { name: 'Industry' });
  const search = sheet.getByRole('combobox', { name: 'Search industries' });
  const options = sheet.getByRole('option');
  const current = async () =>
    page.locator(`[id="${await search.getAttribute('aria-activedescendant')}"]`).textContent();
  await row.focus();
  await page.keyboard.press('Enter');
  expect(await isFocused(search)).toBe(true);
  await sheet.getByText('Type what your business sells or does').first().waitFor();
  // Before the person types anything, the list shows examples. The person can choose an example in the same way as a result.
  expect(await options.first().textContent()).toContain('Landscaping Services');

  await page.keyboard.type('xqzvw');
  await sheet
    .getByRole('status')
    .getByText('No match for “xqzvw”. Can’t find it? Try one plain word')
    .waitFor();
  expect(await options.count()).toBe(0);
  await sheet.getByRole('button', { name: 'Clear' }).click();
  expect(await isFocused(search)).toBe(true);
  expect(await search.inputValue()).toBe('');

  // The number of results doesn't include industries that only resemble the typed word. A button adds them to the list.
  await search.fill('lawn');
  await sheet
    .getByRole('status')
    .getByText(/^\d results$/)
    .waitFor();
  const likely = await options.count();
  await sheet.getByRole('button', { name: /^Show \d+ less likely results$/ }).click();
  await sheet.getByText('Less likely', { exact: true }).waitFor();
  expect(await isFocused(search)).toBe(true);
  expect(Number(await options.first().getAttribute('aria-setsize'))).toBeGreaterThan(likely);
  await search.fill('con');
  const total = /^First 50 of \d+ results\. Type more to narrow the list\.$/;
  await sheet.getByRole('status').getByText(total).waitFor();
  expect(await search.getAttribute('aria-expanded')).toBe('true');
  // At first, the list renders only some of the 50 options. But each option states its position among all 50, and the arrow keys
  // reach the last one.
  expect(await options.first().getAttribute('aria-setsize')).toBe('50');
  expect(await options.count()).toBeLessThan(50);
  await page.keyboard.press('ArrowUp');
  expect(await options.count()).toBe(50);
  expect(await current()).toBe(await options.last().textContent());
  expect(await options.last().getAttribute('aria-posinset')).toBe('50');
  expect(await isInView(options.last())).toBe(true);

  // Typing scrolls the list to its top. Scrolling down renders the remaining options.
  await search.fill('cons');
  await options.nth(12).waitFor({ state: 'detached' });
  expect(await isInView(options.first())).toBe(true);
  const drawn = await options.count();
  await options.last().scrollIntoViewIfNeeded();
  await options.nth(drawn).waitFor();
  expect(String(await options.count())).toBe(await options.first().getAttribute('aria-setsize'));

  // A typed code finds industries by their codes. A typed word finds industries with a word that begins with the typed word.
  await search.fill('5617');
  await options.nth(3).waitFor();
  expect(await options.first().textContent()).toMatch(/5617\d\d$/);
  await search.fill('landscaping');
  await options.first().getByText('561730').waitFor();

  await page.keyboard.press('Enter');
  expect(await isFocused(search)).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await current()).toBe(await options.last().textContent());
  await page.keyboard.press('ArrowDown');
  expect(await current()).toContain('561730');
  expect(await options.first().getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  expect(await isFocused(row)).toBe(true);
  expect(await row.textContent()).toContain('561730');

  await page.keyboard.press('Enter');
  await search.fill('pizza');
  await options.first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await isFocused(row)).toBe(true);
  expect(await row.textContent()).toContain('561730');
  await row.click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await isFocused(row)).toBe(true);
});

test('the typed text is underlined in the results, and the chosen industry has a check mark', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/business?part=2');
  const row = page.getByRole('button', { name: /^Industry/ });
  const sheet = page.getByRole('dialog', { name: 'Industry' });
  const search = sheet.getByRole('combobox');
  const options = sheet.getByRole('option');
  const underlined = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get('match') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
        String(startContainer.textContent).slice(startOffset, endOffset).toLowerCase(),
      ),
    );
  await row.click();
  await search.fill('landscaping serv');
  await expect.poll(underlined).toEqual(expect.arrayContaining(['landscaping', 'serv']));
  expect(
    await options
      .first()
      .evaluate((option) => getComputedStyle(option, '::highlight(match)').textDecorationLine),
  ).toBe('underline');
  // The end of the list says what to do if the industry is missing, with the same words as an empty list.
  await sheet.getByText('Can’t find it? Try one plain word').filter({ visible: true }).waitFor();
  await sheet.getByRole('heading', { name: 'Or call us' }).waitFor();
  expect(await options.locator('svg').count()).toBe(0);
  await search.fill('5617');
  await expect.poll(underlined).toContain('5617');
  expect(new Set(await underlined())).toEqual(new Set(['5617']));
  await options.filter({ hasText: 'Code 561730' }).click();
  await row.getByText('Code 561730').waitFor();

  await row.click();
  await search.fill('561730');
  await sheet.getByRole('status').getByText('1 result', { exact: true }).waitFor();
  const chosen = options.filter({ hasText: 'Code 561730' });
  await chosen.locator('svg').waitFor();
  expect(await chosen.getAttribute('aria-current')).toBe('true');
  await search.fill('');
  await expect.poll(underlined).toEqual([]);
});

test('on a wide screen, the industry list opens below its row, and closes when it loses the focus', async ({
  applicant,
}) => {
  const { page } = applicant;
  await page.setViewportSize({ width: 1280, height: 900 });
  await arriveAt(server, applicant, '/apply/business?part=2');
  const row = page.getByRole('button', { name: /^Industry/ });
  const popover = page.getByRole('dialog', { name: 'Industry' });
  await row.click();
  expect(await isFocused(popover.getByRole('combobox'))).toBe(true);
  await page.keyboard.press('Escape');
  await popover.waitFor({ state: 'detached' });
  expect(await isFocused(row)).toBe(true);
  await row.click();
  await page.keyboard.type('561730');
  await popover.getByRole('option').first().click();
  await popover.waitFor({ state: 'detached' });
  expect(await isFocused(row)).toBe(true);
  await row.click();
  await control(page, /mainly sell or do/).focus();
  await popover.waitFor({ state: 'detached' });
});

test('a consent is never preselected, its whole row can be pressed, and only the required consent is needed', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/share-information');
  const box = page.getByRole('checkbox', { name: 'I have read this and I agree' });
  // The text about the optional consent has a heading of its own, which is the title of this text.
  await page.getByRole('heading', { level: 2, name: 'Sharing with affiliates' }).waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await next();
  expect(await errorOf(box)).toBe('Check the box to agree. Required Field');
  expect(await isFocused(box)).toBe(true);
  await page.getByRole('main').getByText('I have read this and I agree').click();
  expect(await box.isChecked()).toBe(true);
  expect(await errorOf(box)).toBeUndefined();
  await box.uncheck();
  await next();
  expect(await errorOf(box)).toBe('Check the box to agree. Required Field');
  await box.check();
  await next();
  await sees(/authorized to act/);
});
