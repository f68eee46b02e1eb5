/**
 * Tests address suggestions from Google (D40). The page offers them if the operator has set a key. A person can always ignore
 * them.
 */
import type { Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import { addressOf } from '../support/browser/address.ts';
import { axeFindings } from '../support/browser/axe.ts';
import { setUp } from '../support/browser/set-up.ts';
import { fillAddress, goToBusinessAddress } from '../support/browser/steps.ts';
import { autocompleteResponse, placeResponse } from '../support/google-responses.ts';

const key = 'AIza-key_1';

const { server, test } = await setUp({ env: { PLACES_API_KEY: key } });

/** Intercepts the page's calls to Google. `answer` handles each call. Returns a list that collects the calls. */
async function standInForGoogle(page: Page, answer: (route: Route) => Promise<void>): Promise<Route[]> {
  const calls: Route[] = [];
  await page.route('https://places.googleapis.com/**', (route) => {
    calls.push(route);
    return answer(route);
  });
  return calls;
}

/** Responds to a call as Google's documentation describes. */
async function respondWell(route: Route): Promise<void> {
  const isPick = route.request().method() === 'GET';
  await route.fulfill({ json: isPick ? placeResponse : autocompleteResponse });
}

/** Never responds to a call. */
async function hold(): Promise<void> {}

/** Waits for the call that follows the first `count` calls. Returns it. */
async function callAfter(calls: readonly Route[], count: number): Promise<Route> {
  await expect.poll(() => calls.length).toBeGreaterThan(count);
  const call = calls[count];
  if (!call) throw new Error('There is no call.');
  return call;
}

/** Returns the session token of a call, which is in the body or in the URL. */
function tokenOf(request: Request): unknown {
  return request.postDataJSON()?.sessionToken ?? new URL(request.url()).searchParams.get('sessionToken');
}

test('a suggestion from Google fills in all four fields, with one session token from the first letter to the pick', async ({
  applicant: person,
}) => {
  const { page, next, sees } = person;
  let answer: (route: Route) => Promise<void> = hold;
  const calls = await standInForGoogle(page, (route) => answer(route));
  await goToBusinessAddress(person, server.at('toro'));
  const { street, options, parts } = addressOf(person);

  await street.pressSequentially('8111');
  const first = (await callAfter(calls, 0)).request();
  const dropped = page.waitForEvent('requestfailed', (request) => request === first);
  answer = respondWell;
  await street.pressSequentially(' Lyndale');
  await dropped;
  await options.first().waitFor();
  expect(await options.allTextContents()).toEqual([
    '8111 Lyndale Avenue South, Bloomington, MN, USA',
    '8111 Lyndale Street, Brooklyn, NY, USA',
  ]);
  await page.getByText('Google Maps', { exact: true }).waitFor();
  expect((await axeFindings(page)).violations).toEqual([]);

  await street.press('ArrowDown');
  await street.press('Enter');
  await page
    .getByRole('status')
    .getByText(/^Filled in: 8111 Lyndale/)
    .waitFor();
  expect(await parts()).toEqual(['8111 Lyndale Ave S', 'Bloomington', 'MN', '55420']);
  expect(await options.count()).toBe(0);
  expect(await page.getByText('Google Maps', { exact: true }).count()).toBe(0);
  const pick = calls.at(-1)?.request();
  expect(new URL(pick?.url() ?? '').pathname).toBe('/v1/places/ChIJLyndale-8111');

  await street.pressSequentially(' 2');
  await options.first().waitFor();
  const asked = calls.map((call) => call.request());
  expect(asked.at(-1)?.postDataJSON()).toMatchObject({
    input: '8111 Lyndale Ave S 2',
    includedRegionCodes: ['us'],
  });
  const tokens = asked.map(tokenOf);
  expect(new Set(tokens.slice(0, -1))).toEqual(new Set([tokens[0]]));
  expect(tokens.at(-1)).not.toBe(tokens[0]);

  for (const request of asked) {
    const headers = request.headers();
    expect(headers).toMatchObject({ 'x-goog-api-key': key, 'x-goog-fieldmask': expect.any(String) });
    expect(headers['referer']).toBe(`${server.at('toro')}/`);
  }
  await street.press('Escape');
  await next();
  await sees(/Is your billing address the same/);
});

test('an address can be typed if Google fails while a person types or picks a suggestion', async ({
  applicant: person,
}) => {
  const { page, next, sees } = person;
  let answer: (route: Route) => Promise<void> = (route) => route.abort();
  const calls = await standInForGoogle(page, (route) => answer(route));
  await goToBusinessAddress(person, server.at('demo'));
  const { street, options, parts } = addressOf(person);

  const failed = page.waitForEvent('requestfailed');
  await street.pressSequentially('8111');
  await failed;
  answer = (route) => route.fulfill({ status: 403, json: { error: { status: 'PERMISSION_DENIED' } } });
  const refused = page.waitForResponse(/places:autocomplete/);
  await street.pressSequentially(' Lyn');
  await refused;
  expect(await options.count()).toBe(0);

  answer = respondWell;
  await street.pressSequentially('d');
  await options.first().waitFor();
  const before = calls.length;
  answer = hold;
  await options.first().click();
  const late = await callAfter(calls, before);
  const dropped = page.waitForEvent('requestfailed', (request) => request === late.request());
  answer = respondWell;
  await fillAddress(person, { street: '9 Elm St', city: 'Denver', state: 'Colorado (CO)', zip: '80202' });
  await respondWell(late);
  await dropped;
  expect(await parts()).toEqual(['9 Elm St', 'Denver', 'CO', '80202']);
  await next();
  await sees(/Is your billing address the same/);
});
