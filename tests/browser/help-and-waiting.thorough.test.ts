/** Tests the parts of the page around the questions: help, terms, the warning before leaving, and loading indicators. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { descriptions } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin, readAndAgree } from '../support/browser/steps.ts';

const { server, test, testAlone } = await setUp({ persistsSession: true });

test('help opens as a sheet on a phone, Esc closes it, and the focus returns', async ({ applicant }) => {
  const { page } = applicant;
  const sheet = page.getByRole('dialog');
  const headerHelp = page.getByRole('button', { name: 'Help', exact: true });
  const where: unknown[] = [];
  await page.goto(server.at('demo'));
  await page.waitForURL('**/apply');
  where.push(await headerHelp.boundingBox());
  await arriveAt(server, applicant, '/apply/business?part=2');
  where.push(await headerHelp.boundingBox());

  const button = page.getByRole('button', { name: 'Help: Federal tax ID (EIN)' });
  await button.click();
  await page
    .getByRole('dialog', { name: 'Federal tax ID (EIN)' })
    .getByText('You’ll find it on your IRS letter or tax return.')
    .waitFor();
  const box = await sheet.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
  expect(box?.x).toBe(0);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

  await button.click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });

  await headerHelp.click();
  await page
    .getByRole('dialog', { name: 'Help' })
    .getByText('The service desk can help, or you can call 202-555-0119.')
    .waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await headerHelp.evaluate((element) => element === document.activeElement)).toBe(true);

  await arriveAt(server, applicant, '/apply/agreement/esign');
  where.push(await headerHelp.boundingBox());
  await page.goto(`${server.at('demo')}/error`);
  await applicant.sees('It looks like something went wrong');
  where.push(await headerHelp.boundingBox());
  expect(new Set(where.map((step) => JSON.stringify(step))).size).toBe(1);
});

test('on a wide screen, help is next to the form, for the first, the focused or the requested field', async ({
  applicant,
}) => {
  const { page } = applicant;
  await page.setViewportSize({ width: 1280, height: 900 });
  await arriveAt(server, applicant, '/apply/business');
  const panel = page.getByRole('region', { name: 'Help' });
  // Before a field has the focus, the panel shows the help of the first field.
  await panel.getByRole('heading', { name: 'Business structure' }).waitFor();
  // The help is at the top, and the card at the bottom.
  const parts = page.getByRole('complementary').locator(':scope > *');
  expect(await parts.first().getAttribute('aria-label')).toBe('Help');
  expect(await parts.last().getAttribute('role')).toBe('img');
  // The help button directly follows the text of its label.
  const [label, button] = await Promise.all([
    page.getByText('Business email', { exact: true }).boundingBox(),
    page.getByRole('button', { name: 'Help: Business email' }).boundingBox(),
  ]);
  const gap = (button?.x ?? 0) - (label?.x ?? 0) - (label?.width ?? 0);
  expect(Math.abs(gap)).toBeLessThan(8);
  await page.getByRole('textbox', { name: 'Business email' }).focus();
  await panel.getByRole('heading', { name: 'Business email' }).waitFor();
  await page.getByRole('button', { name: 'Help: Business structure' }).click();
  await panel.getByRole('heading', { name: 'Business structure' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('status').allTextContents()).toContain(await panel.locator('p').innerText());
  // The help about the whole page opens in a dialog even in a wide window.
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('dialog', { name: 'Help' }).getByText('The service desk can help').waitFor();
});

test('on a wide screen, the area for help is empty if no field has help', async ({ applicant }) => {
  const { page, answer, sees } = applicant;
  await page.setViewportSize({ width: 1280, height: 900 });
  const help = page.getByRole('region', { name: 'Help' });
  const beside = page.getByRole('complementary');
  await arriveAt(server, applicant, '/apply/business/additional/internet');
  // The question is already the heading, so the panel does not repeat it above the help.
  await help.getByRole('heading', { name: 'Help', exact: true }).waitFor();
  await answer('No');
  await sees('Proof of business (optional)');
  await help.waitFor({ state: 'detached' });
  // The panel still shows the card, the phone number for help, and the offer to finish later.
  expect(await beside.locator(':scope > *').count()).toBe(3);
  for (const address of ['/apply/review', '/apply/agreement/esign']) {
    await arriveAt(server, applicant, address);
    await beside.getByRole('img').waitFor();
    expect(await help.count(), address).toBe(0);
  }
});

test('on a tablet, dialogs are cards at most 640 px wide', async ({ applicant }) => {
  const { page } = applicant;
  await page.setViewportSize({ width: 768, height: 1024 });
  await arriveAt(server, applicant, '/apply/business?part=2');
  const dialog = page.getByRole('dialog');
  for (const name of ['Help: Federal tax ID (EIN)', /^Industry/]) {
    await page.getByRole('button', { name }).click();
    const { x, y, width, height } = (await dialog.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(width).toBe(640);
    expect(Math.min(x, y), 'space on the left and at the top').toBeGreaterThan(0);
    expect(y + height).toBeLessThan(1024);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

testAlone('the terms open in a new tab that knows nothing of the application', async ({ applicant }) => {
  const { page, context } = applicant;
  await context.route('https://cards.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Terms</title>' }),
  );
  await arriveAt(server, applicant, '/apply/business', { domainKey: 'toro' });
  const opened = context.waitForEvent('page');
  // On a phone, the link is in Help, so that nothing on the screen comes after the bottom bar.
  expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Rates and terms' }).click();
  const terms = await opened;
  await terms.waitForURL('https://cards.example.com/toro/terms');
  expect(await terms.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, '']);
  await page.getByRole('button', { name: 'Close' }).click();
  await applicant.sees('About your business');
});

test('the browser asks before leaving the page while there are answers to lose', async ({ applicant }) => {
  const { page, next, sees, pick, fill: type } = applicant;
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return asked.length < 2 ? dialog.dismiss() : dialog.accept();
  });
  const reload = () => page.evaluate(() => location.reload());
  const origin = server.at('exmark');
  await page.goto(origin);
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await sees('How we share your information');
  await page.reload();
  await sees('How we share your information');
  expect(asked).toEqual([]);

  await begin(applicant, origin);
  await pick('Limited liability company (LLC)');
  await type('Legal business name', 'Staying Lawns');
  await type('Business email', 'office@lawns.example');
  await reload();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  expect(await page.getByRole('textbox', { name: 'Legal business name' }).inputValue()).toBe('Staying Lawns');
  await next();
  await sees('Tax ID and industry');

  await page.goto(`${origin}/start`);
  expect(asked).toEqual(['beforeunload', 'beforeunload']);
  await page.waitForURL('**/apply');
  await page.reload();
  expect(asked).toHaveLength(2);
});

/**
 * Holds back the calls that match the pattern and the method. Returns a list that collects their URLs, and a function that
 * releases them.
 */
async function hold(page: Page, pattern: string, method: string) {
  const held: string[] = [];
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(pattern, async (route) => {
    if (route.request().method() === method) {
      held.push(route.request().url());
      await gate;
    }
    await route.continue();
  });
  return { held, letGo };
}

testAlone(
  'while the page waits for a response, it says so, and a second press does nothing',
  async ({ applicant }) => {
    const { page, sees, next } = applicant;
    await page.clock.install();
    await arriveAt(server, applicant, '/apply/applicant');
    await applicant.fill('Your full legal name', 'Dana Okafor');
    await applicant.fillDate('4', '28', '1986');
    await applicant.fill('Social Security number', '123-45-6789');
    const { held, letGo } = await hold(page, '**/api/v1/personnel', 'POST');
    await page.clock.pauseAt(Date.now() + 60_000);
    await next();
    const busy = page.getByRole('button', { name: 'Saving…' });
    await busy.waitFor();
    await page.getByRole('status').getByText('Saving…').waitFor();
    expect(await busy.getAttribute('aria-disabled')).toBe('true');
    const spinner = busy.locator('.spinner');
    await page.clock.runFor(499);
    expect(await spinner.count()).toBe(0);
    await page.clock.runFor(1);
    await spinner.waitFor();
    await busy.press('Enter');
    await busy.click({ force: true });
    const explanation = page.getByRole('status').getByText('Still working. Keep this page open.');
    await page.clock.runFor(9_400);
    expect(await explanation.count()).toBe(0);
    await page.clock.runFor(200);
    await explanation.waitFor();
    letGo();
    await sees('Your contact details and job');
    expect(held).toHaveLength(1);
    expect(await page.getByRole('status').getByText('Still working').count()).toBe(0);
  },
);

test('on a desktop, the button that submits keeps its place and its size while the page waits', async ({
  applicant,
}) => {
  const { page, press, sees } = applicant;
  await page.setViewportSize({ width: 1280, height: 900 });
  await arriveAt(server, applicant, '/apply/agreement/controlling-party');
  await readAndAgree(applicant);
  const { letGo } = await hold(page, '**/submit', 'POST');
  const button = page.locator('.bottom-bar button[type=submit]');
  const before = await button.boundingBox();
  await press('Accept and submit application');
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  expect(await button.boundingBox()).toEqual(before);
  letGo();
  await sees('We received your application');
});

test('a page that continues a session says that it is loading until the answers have arrived', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/business/address');
  const { letGo } = await hold(page, '**/api/v1/application/*', 'GET');
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(`${server.at('demo')}/apply/business`);
  await page.getByRole('status').getByText('Loading…').waitFor();
  letGo();
  await applicant.sees('About your business');
  expect(await page.getByRole('textbox', { name: 'Legal business name' }).inputValue()).toBe(
    'Greenacre Lawn Care LLC',
  );
});

/**
 * Before giving their income, a person must be able to read which income need not be listed. They must not have to open the help
 * for this, on a phone or in a wide window (D60).
 */
test.for([390, 1280])(
  'the sentence about income that need not be listed is above its input, at a width of %i',
  async (width, { applicant }) => {
    const { page } = applicant;
    await page.setViewportSize({ width, height: 844 });
    await arriveAt(server, applicant, '/apply/applicant?part=2');
    const sentence = page.getByText(
      'You don’t have to include income from alimony, child support, or separate maintenance payments unless you want us to count it.',
    );
    const income = page.getByRole('textbox', { name: /^Your yearly income/ });
    await income.waitFor();
    expect(await sentence.filter({ visible: true }).count()).toBe(1);
    const [above, input] = await Promise.all([sentence.boundingBox(), income.boundingBox()]);
    expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(input?.y ?? 0);
    expect((await descriptions(income)).join(' ')).toContain('You don’t have to include income from alimony');
  },
);
