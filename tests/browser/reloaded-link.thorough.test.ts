/**
 * Tests the page that an emailed link opens (D55). While the person reads the code in the mail app, the phone discards this page.
 */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { askForCode, giveCode, offerOf, openHelp, saveByEmail } from '../support/browser/by-email.ts';
import { codeTo } from '../support/browser/mailbox.ts';
import { setUp } from '../support/browser/set-up.ts';
import { goToBusinessAddress } from '../support/browser/steps.ts';

const { server, testAlone: test } = await setUp();
const demo = server.at('demo');

/** Position of a resume link's first code among all codes sent to an email address. An earlier code verified the address. */
const firstCodeOfLink = 2;

async function savedLink(applicant: Applicant, address: string): Promise<string> {
  await goToBusinessAddress(applicant, demo);
  await openHelp(applicant);
  await offerOf(applicant).click();
  const link = await saveByEmail(applicant, server, address);
  await applicant.press('Leave for now');
  await applicant.sees('Your application is saved');
  return link;
}

/** Returns everything that a script in this tab can read in the browser's storage. */
const kept = ({ page }: Applicant) =>
  page.evaluate(() =>
    JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.cookie]),
  );

test('after a reload, the page continues at the code, and keeps no data of a used link', async ({
  applicant,
}) => {
  const { page, sees, press } = applicant;
  const address = 'dana@greenacre.example';
  const link = await savedLink(applicant, address);
  const secret = new URL(link).hash.slice(1);
  await applicant.goTo(link);
  await sees('Continue your application');
  expect(await kept(applicant)).not.toContain(secret);
  await press('Send me a code');
  await sees('Enter the code');
  await page.reload();
  await sees('Enter the code');
  expect(page.url()).toMatch(/\/resume$/);
  // Visit another page and go back. The browser then loads this page again, as if it had closed the tab and opened it again.
  await page.goto('about:blank');
  await page.goBack();
  await sees('Enter the code');
  await giveCode(applicant, await codeTo(server, address, firstCodeOfLink));
  await page.getByText('Welcome back.').first().waitFor();
  expect(await kept(applicant)).not.toContain(secret);
  await sees('Where is your business?');
  expect(await kept(applicant)).not.toContain(secret);
});

test('after ten minutes, or before a code was requested, the link must be opened again', async ({
  applicant,
}) => {
  const { page, sees, press } = applicant;
  const address = 'kim@greenacre.example';
  const link = await savedLink(applicant, address);
  const secret = new URL(link).hash.slice(1);
  await applicant.goTo(link);
  await sees('Continue your application');
  await page.reload();
  await sees('Open the link in your email again');
  expect(await page.getByRole('main').innerText()).not.toMatch(/No saved application/i);
  await askForCode(applicant, link);
  await page.clock.setFixedTime(Date.now() + 11 * 60_000);
  await page.reload();
  await sees('Open the link in your email again');
  expect(await kept(applicant)).not.toContain(secret);
  await press('Start a new application');
  await sees('Apply for the');
});

test('if the device’s clock is set back, the secret does not remain in the tab', async ({ applicant }) => {
  const { page, sees } = applicant;
  const link = await savedLink(applicant, 'mia@greenacre.example');
  await askForCode(applicant, link);
  await page.clock.setFixedTime(Date.now() - 60 * 60_000);
  await page.reload();
  await sees('Open the link in your email again');
  expect(await kept(applicant)).not.toContain(new URL(link).hash.slice(1));
});

test('“This isn’t my application” and “Start a new application” remove the link from the tab', async ({
  applicant,
}) => {
  const { page, sees, press } = applicant;
  const address = 'lee@greenacre.example';
  const link = await savedLink(applicant, address);
  const secret = new URL(link).hash.slice(1);
  await askForCode(applicant, link);
  await press('Start a new application');
  await sees('Apply for the');
  await page.goBack();
  expect(await kept(applicant)).not.toContain(secret);
  await sees('Open the link in your email again');
  await askForCode(applicant, link);
  expect(await kept(applicant)).toContain(secret);
  await press('This isn’t my application');
  await press('Turn it off');
  await sees('We turned off the link');
  expect(await kept(applicant)).not.toContain(secret);
});

test('without a link in this tab, the page says where to find one', async ({ applicant }) => {
  await applicant.goTo(`${demo}/resume`);
  await applicant.sees('No saved application on this device');
  await applicant.reads('If we emailed you a link that you haven’t used yet, open it to continue.');
});
