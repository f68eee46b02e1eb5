/** The ways through the page: back and forth over every screen, its help, what leaving it means, and waiting. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fill } from '../../form/catalogue.ts';
import { progressAt, screenOf } from '../../form/flow.ts';
import type { Place } from '../../form/places.ts';
import { fieldsAt, groupAt, personAt, placeAt, urlOf } from '../../form/places.ts';
import { allConfirmed, personOf, situationOf } from '../../form/test-situations.ts';
import { placesOf } from '../../form/walk.ts';
import type { Applicant, TestServer } from './applicant.ts';
import { newApplicant, startBrowser, startTestServer } from './applicant.ts';
import { arriveAt } from './arrive.ts';
import {
  agreeTo,
  begin,
  fillApplicant,
  fillAuthorizedUser,
  fillBusiness,
  fillOwner,
  passReview,
} from './steps.ts';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({}, { persistsSession: true }), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The application that the walk goes through: an LLC with an owner and a card user beside the applicant. */
const walked = situationOf({
  personnel: [
    personOf('applicant', 1, { fullName: 'Dana Okafor', percentageOwned: 60 }),
    personOf('owner', 1, { fullName: 'Sam Lee', percentageOwned: 40 }),
    personOf('authorized_user', 1, { fullName: 'Kim Park' }),
  ],
  documentCount: 0,
  sections: allConfirmed,
});
const everyAddress = placesOf(walked).map(urlOf);

const addressOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Waits until the page is at an address and shows its screen. */
async function arrivedAt(page: Page, address: string): Promise<void> {
  await expect.poll(() => addressOf(page), { interval: 10 }).toBe(address);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: address, interval: 10 })
    .toBe('H1');
}

/** The help buttons that the declaration of a place promises. */
function helpPromisedAt(place: Place): readonly string[] {
  const name = String(personAt(place, walked)?.answers['fullName']);
  return fieldsAt(place, walked).flatMap(([, { label, help }]) =>
    help ? [`Help with ${fill(label, { name })}`] : [],
  );
}

/** Everything that stands around the form of a place and is read off its declaration. */
async function expectFrame({ page }: Applicant, address: string): Promise<void> {
  const [path = '', search = ''] = address.split('?');
  const place = placeAt(path, search);
  if (!place) throw new Error(`${address} is no place`);
  const { title } = screenOf(place.screen);
  expect(await page.title()).toBe(`Demo Commercial Credit Card – ${title}`);
  const above = page.locator('.group-line');
  const parts = [
    place.screen === 'share-information' || place.screen === 'control-question'
      ? undefined
      : 'Greenacre Lawn Care LLC',
    groupAt(place)?.label,
  ].filter(Boolean);
  if (place.screen !== 'share-information' && place.screen !== 'control-question')
    expect(await above.innerText(), address).toBe(parts.join(' · '));
  const progress = progressAt(place.screen);
  const line = page.getByText(/^Section \d of \d/);
  if (progress)
    expect(await line.innerText(), address).toBe(
      `Section ${progress.number} of ${progress.of} · ${progress.label}`,
    );
  else expect(await line.count(), address).toBe(0);
  const helps = page.getByRole('button', { name: /^Help with/ });
  const names = await helps.evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
  expect(names, address).toEqual(helpPromisedAt(place));
}

test('the Back link leads through every screen; each is named, helped with and focused', async () => {
  const applicant = await newApplicant(browser);
  const { page } = applicant;
  await arriveAt(server, applicant, everyAddress.at(-1) ?? '');
  for (const address of everyAddress.slice(1, -1).toReversed()) {
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await arrivedAt(page, address);
    await expectFrame(applicant, address);
  }
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await arrivedAt(page, '/apply');
  expect(await page.title()).toBe('Demo Commercial Credit Card');
  await applicant.close();
});

/** Keeps in the page what stands in a form as it is left by Next, by address and element. */
function keepWhatIsLeft(): void {
  const read = () =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement>('form input, form select')].map((input) => [
        input.id,
        /radio|checkbox/.test(input.type) ? String(input.checked) : input.value,
      ]),
    );
  const left: Record<string, object> = {};
  Object.assign(globalThis, { read, left });
  addEventListener(
    'submit',
    () => {
      left[location.pathname + location.search] = read();
    },
    { capture: true },
  );
}

/** What stands in the form now, and what stood there when it was left. */
const inForm = (page: Page): Promise<{ now: Answered; left: Answered }> =>
  page.evaluate(() => {
    const { read, left } = globalThis as unknown as {
      read: () => Answered;
      left: Readonly<Record<string, Answered>>;
    };
    return { now: read(), left: left[location.pathname + location.search] ?? {} };
  });

type Answered = Readonly<Record<string, string>>;

/** Without what is hidden once it is saved (D41) and the addresses to choose from, which grow; a month that was written as a word has become its number. */
const comparable = (answered: Answered) =>
  Object.fromEntries(
    Object.entries(answered)
      .filter(([id]) => !/ssn|taxId|entered-address/.test(id))
      .map(([id, value]) => [id, value === 'Apr' ? '4' : value]),
  );

test('the browser’s Back leads through every screen of a whole application with what was typed, and Forward again', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, pick, sees } = applicant;
  await page.addInitScript(keepWhatIsLeft);
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant, {
    billing: { street: 'PO Box 12', city: 'Austin', state: 'TX', zip: '78701' },
  });
  await next();
  await fillApplicant(applicant, { share: '60' });
  await pick('Yes');
  await next();
  await pick('Yes');
  await next();
  await fillOwner(applicant, 'Sam Lee', '40');
  await next();
  await sees('Should anyone else have a card?');
  await pick('Yes');
  await next();
  await fillAuthorizedUser(applicant, 'Ola Berg');
  await sees('People who will have a card');
  await pick('No');
  await next();
  await sees('Papers that prove your business');
  await next();
  await passReview(applicant);
  await agreeTo(applicant, 'Agree to sign electronically');
  await agreeTo(applicant, 'Agree to the card terms');
  await agreeTo(applicant, 'Agree to the personal guarantee');
  await sees('Certify the owners and submit');

  const shown: { readonly address: string; readonly now: Answered }[] = [];
  const seen = new Set([await page.getByRole('heading', { level: 1 }).innerText()]);
  for (let address = addressOf(page); address !== '/apply'; address = addressOf(page)) {
    const { now, left } = await inForm(page);
    if (shown.length > 0) expect(comparable(now), address).toEqual(comparable(left));
    shown.push({ address, now });
    await page.goBack();
    await expect.poll(() => addressOf(page), { interval: 10 }).not.toBe(address);
    await arrivedAt(page, addressOf(page));
    seen.add(await page.getByRole('heading', { level: 1 }).innerText());
  }
  const screens = everyAddress.length + 1;
  expect(shown.length, 'with the billing address, without the intro').toBe(screens - 1);
  expect(seen.size, 'each press shows another screen').toBe(screens);
  for (const { address, now } of shown.toReversed()) {
    await page.goForward();
    await arrivedAt(page, address);
    expect((await inForm(page)).now, address).toEqual(now);
  }
  await applicant.close();
});

test('nobody gets ahead of the answers by an address', async () => {
  const applicant = await newApplicant(browser);
  const { page } = applicant;
  page.on('dialog', (dialog) => dialog.accept());
  await arriveAt(server, applicant, '/apply/business/address');
  const ahead = everyAddress.slice(everyAddress.indexOf('/apply/business/address') + 1);
  const tried = ahead.filter((address, index) => index % 6 === 0 || /agreement|review/.test(address));
  for (const address of [...tried, '/apply/review/question/dba', '/apply/review/edit']) {
    await page.goto(server.at('demo') + address);
    await page.waitForURL('**/apply/business/address');
    await applicant.sees('Where is your business?');
  }
  await applicant.close();
});

test('help rises from the bottom of a phone, Esc closes it, and the focus returns', async () => {
  const applicant = await newApplicant(browser);
  const { page } = applicant;
  const sheet = page.getByRole('dialog');
  const headerHelp = page.getByRole('button', { name: 'Help', exact: true });
  const where: unknown[] = [];
  await page.goto(server.at('demo'));
  await page.waitForURL('**/apply');
  where.push(await headerHelp.boundingBox());
  await arriveAt(server, applicant, '/apply/business?part=2');
  where.push(await headerHelp.boundingBox());

  const button = page.getByRole('button', { name: 'Help with Federal tax ID (EIN)' });
  await button.click();
  await page
    .getByRole('dialog', { name: 'Federal tax ID (EIN)' })
    .getByText('Look on your IRS letter or tax return.')
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
    .getByText('Ask at the service desk, or call (202) 555-0119.')
    .waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await headerHelp.evaluate((element) => element === document.activeElement)).toBe(true);

  await arriveAt(server, applicant, '/apply/agreement/esign');
  where.push(await headerHelp.boundingBox());
  await page.goto(`${server.at('demo')}/error`);
  await applicant.sees('It looks like something went wrong');
  where.push(await headerHelp.boundingBox());
  expect(new Set(where.map((place) => JSON.stringify(place))).size).toBe(1);
  await applicant.close();
});

test('on a wide screen help stands beside the form, for the field in focus or the one asked for', async () => {
  const applicant = await newApplicant(browser, { width: 1280, height: 900 });
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/business?part=2');
  const panel = page.getByRole('region', { name: 'Help' });
  await panel.getByText('Go to a question to see help about it here.').waitFor();
  await page.getByRole('textbox', { name: 'Federal tax ID (EIN)' }).focus();
  await panel.getByRole('heading', { name: 'Federal tax ID (EIN)' }).waitFor();
  await page.getByRole('button', { name: 'Help with Legal form of the business' }).click();
  await panel.getByRole('heading', { name: 'Legal form of the business' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('status').allTextContents()).toContain(await panel.locator('p').innerText());
  await applicant.close();
});

test('the terms open in a tab of their own that knows nothing of the application', async () => {
  const applicant = await newApplicant(browser);
  const { page, context } = applicant;
  await context.route('https://cards.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Terms</title>' }),
  );
  await arriveAt(server, applicant, '/apply/business', { domainKey: 'toro' });
  const opened = context.waitForEvent('page');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of the card program' }).click();
  const terms = await opened;
  await terms.waitForURL('https://cards.example.com/toro/terms');
  expect(await terms.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, '']);
  await applicant.sees('What is your business called?');
  await applicant.close();
});

test('the browser asks before the page is left, while there are answers to lose', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, sees, fill: type } = applicant;
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
  await type('Legal business name', 'Staying Lawns');
  await reload();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  expect(await page.getByRole('textbox', { name: 'Legal business name' }).inputValue()).toBe('Staying Lawns');
  await next();
  await sees('Tax ID and legal form');

  await page.goto(`${origin}/start`);
  expect(asked).toEqual(['beforeunload', 'beforeunload']);
  await page.waitForURL('**/apply');
  await page.reload();
  expect(asked).toHaveLength(2);
  await applicant.close();
});

/** Holds the calls that match until they are let go. */
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

test('while an answer is waited for the page says so, and a second press does nothing', async () => {
  const applicant = await newApplicant(browser);
  const { page, sees, next } = applicant;
  await page.clock.install();
  await arriveAt(server, applicant, '/apply/applicant');
  await applicant.fill('Your full legal name', 'Dana Okafor');
  await applicant.fillDate('4', '28', '1986');
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
  await sees('Your Social Security number');
  expect(held).toHaveLength(1);
  expect(await page.getByRole('status').getByText('Still working').count()).toBe(0);
  await applicant.close();
});

test('a page that goes on says that it is loading until its answers are there', async () => {
  const applicant = await newApplicant(browser);
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/business/address');
  const { letGo } = await hold(page, '**/api/v1/application/*', 'GET');
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(`${server.at('demo')}/apply/business`);
  await page.getByRole('status').getByText('Loading…').waitFor();
  letGo();
  await applicant.sees('What is your business called?');
  expect(await page.getByRole('textbox', { name: 'Legal business name' }).inputValue()).toBe(
    'Greenacre Lawn Care LLC',
  );
  await applicant.close();
});
