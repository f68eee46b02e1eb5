/**
 * Tests that a person can open every screen of a whole application with Back and Forward or by its address, and that a reload
 * shows the same screen. A screen after the first unfinished step can't be opened.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { groupCopyAt, pageTitleAt } from '../../copy/screen-words.ts';
import { fieldWords } from '../../copy/sentences.ts';
import { sectionOf } from '../../form/flow/flow.ts';
import type { Step } from '../../form/flow/steps.ts';
import { askedAt, fieldsAt, personAt, stepAt, stepUnderYes } from '../../form/flow/steps.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { complete, everyAddress } from '../support/browser/every-address.ts';
import { setUp, setUpServer } from '../support/browser/set-up.ts';
import {
  addOnlyCardUser,
  addOwner,
  agreeTo,
  begin,
  billingAddress,
  fillApplicant,
  fillBusiness,
  passReview,
} from '../support/browser/steps.ts';

const { server, test } = await setUp({ persistsSession: true });
const forgetting = await setUpServer();

const addressOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Waits until the page is at an address and shows the screen of that address. */
async function arrivedAt(page: Page, address: string): Promise<void> {
  await expect.poll(() => addressOf(page), { interval: 10 }).toBe(address);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: address, interval: 10 })
    .toBe('H1');
}

/**
 * Returns the names of the help buttons that the fields of a step require. Includes the help buttons that appear after the answer
 * Yes.
 */
function helpPromisedAt(step: Step): readonly string[] {
  const name = String(personAt(step, complete)?.answers['fullName']);
  const { record } = askedAt(step, complete);
  const own = fieldsAt(step, complete).flatMap(([key, field]) => {
    const { label, help } = fieldWords(en, { record, key, field }, { name });
    return help ? [`Help: ${label}`] : [];
  });
  const below = stepUnderYes(step);
  return below ? [...own, ...helpPromisedAt(below)] : own;
}

/** Expects a screen to have the title, progress line and help buttons that its step requires. */
async function expectFrame({ page }: Applicant, address: string): Promise<void> {
  const [path = '', search = ''] = address.split('?');
  const step = stepAt(path, search);
  if (!step) throw new Error(`${address} is no step`);
  expect(await page.title()).toBe(`Demo Commercial Credit Card – ${pageTitleAt(en, step)}`);
  const above = page.locator('.group-line');
  const parts = [
    step.screen === 'share-information' || step.screen === 'control-question'
      ? undefined
      : 'Greenacre Lawn Care LLC',
    groupCopyAt(en, step)?.label,
  ].filter(Boolean);
  if (step.screen !== 'share-information' && step.screen !== 'control-question')
    expect(await above.textContent(), address).toBe(parts.join(' · '));
  const section = sectionOf(step.screen);
  const line = await page.locator('.where p').innerText();
  // The person hasn't agreed to the last agreement. The screens from the review on say how long reading it takes.
  const left = section === 'review' ? 'N min left + N min reading' : 'N min left';
  expect(line.replaceAll(/\s+/g, ' ').replaceAll(/\d+(?= (of|min))/g, 'N'), address).toBe(
    section === 'start' ? left : `Section N of 5: ${en.sections[section]} · ${left}`,
  );
  const helps = page.getByRole('button', { name: /^Help: / });
  const names = await helps.evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
  expect(names, address).toEqual(helpPromisedAt(step));
}

test('the Back link goes through every screen; each has its title, its help and the focus', async ({
  applicant,
}) => {
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
});

/** Saves the values of a form whenever Next submits the form. The saved values are keyed by address and element id. */
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

/** Returns the values that the form shows now, and the values that it had when Next last submitted it. */
const inForm = (page: Page): Promise<{ now: Answered; left: Answered }> =>
  page.evaluate(() => {
    const { read, left } = globalThis as unknown as {
      read: () => Answered;
      left: Readonly<Record<string, Answered>>;
    };
    return { now: read(), left: left[location.pathname + location.search] ?? {} };
  });

type Answered = Readonly<Record<string, string>>;

/**
 * Returns the values that a screen must show again when the person comes back. Leaves out masked answers, because saving hides
 * them (D41), and earlier addresses, because their list grows. Replaces a typed “Apr” with 4, as the page does.
 */
const comparable = (answered: Answered) =>
  Object.fromEntries(
    Object.entries(answered)
      .filter(([id]) => !/ssn|taxId|entered-address/.test(id))
      .map(([id, value]) => [id, value === 'Apr' ? '4' : value]),
  );

test('the browser’s Back and Forward go through every screen of a whole application with the typed text', async ({
  applicant,
}) => {
  const { page, next, answer, sees } = applicant;
  await page.addInitScript(keepWhatIsLeft);
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant, { billing: billingAddress });
  await next();
  await fillApplicant(applicant, '60');
  await answer('Yes');
  await addOwner(applicant, 'Sam Lee', '40');
  await next();
  await addOnlyCardUser(applicant, 'Ola Berg');
  await passReview(applicant);
  await agreeTo(applicant, 'Agree to sign electronically');
  await agreeTo(applicant, 'Agree to the card terms');
  await agreeTo(applicant, 'Agree to the personal guarantee');
  await sees('Certify and submit');

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
});

test('no one can skip ahead with an address', async ({ applicant }) => {
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
});

test('with VITE_PERSIST_SESSION, every screen comes back after a reload', async ({ applicant: person }) => {
  const headings = new Map<string, string>();
  for (const address of everyAddress) {
    await arriveAt(server, person, address);
    const heading = person.page.getByRole('heading', { level: 1 });
    headings.set(await heading.innerText(), address);
    expect(new URL(person.page.url()).pathname + new URL(person.page.url()).search).toBe(address);
  }
  expect(headings.size, 'no two screens have the same heading').toBe(everyAddress.length);
});

test('without a session, every address except that of the error screen goes to the start', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const origin = forgetting.at('default');
  const paths = new Set(everyAddress.map((address) => address.split('?')[0]));
  for (const path of [
    ...paths,
    '/apply/review/question/dba',
    '/apply/review/edit',
    '/apply/finish',
    '/apply/no-such-screen',
    '/ab',
    '/no/such/path',
  ]) {
    await page.goto(origin + path);
    await page.waitForURL(`${origin}/apply`);
    await sees('Apply for the');
  }
  await page.goto(`${origin}/error`);
  await sees('It looks like something went wrong');
  await page.getByText('Visit your local merchant for help with your application.').waitFor();
  await page.getByRole('button', { name: 'Start a new application' }).click();
  await page.waitForURL(`${origin}/apply`);
});
