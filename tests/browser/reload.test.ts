/**
 * Tests that a reload keeps all answers if the page was built to persist the session (D18, D49), and that no reload shows the
 * prerendered intro in place of another screen.
 */
import { expect } from 'vitest';
import { setUp } from '../support/browser/set-up.ts';
import { begin, describeBusiness } from '../support/browser/steps.ts';
import { lastFour } from '../support/last-four.ts';

const { server: persisting, test } = await setUp({ persistsSession: true });

test('the prerendered intro is served only at its addresses, so no reload shows a wrong screen', async () => {
  const shown = async (url: string) =>
    (await persisting.app.inject({ url, headers: { host: 'toro.localhost' } })).payload.includes(
      'Swipe or tap',
    );
  for (const url of ['/', '/apply', '/start', '/start/some-key', '/some-key'])
    expect(await shown(url), url).toBe(true);
  for (const url of ['/apply/business', '/apply/finish/timeout', '/error', '/no/such/page'])
    expect(await shown(url), url).toBe(false);
});

test('with VITE_PERSIST_SESSION, the answers come back from the server, and browser storage contains none of them', async ({
  applicant: person,
}) => {
  const { page, sees, fill, next } = person;
  await begin(person, persisting.at('demo'));
  await person.pick('Partnership');
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await fill('Business email', 'office@lawns.example');
  await next();
  await sees('Tax ID and industry');
  await describeBusiness(person, '84-7315926');
  await person.allSaved();
  const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await sees('Where is your business?');
  expect(await kept()).not.toMatch(/Bright|partnership/i);
  expect(await kept()).not.toMatch(lastFour('5926'));
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByText('ending in 5 9 2 6').waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await sees('About your business');
  expect(await page.getByRole('radio', { name: 'Partnership' }).isChecked()).toBe(true);
  await page.goto(`${persisting.at('demo')}/start`);
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).waitFor();
  await expect.poll(kept).not.toContain('"applicationId":"');
});
