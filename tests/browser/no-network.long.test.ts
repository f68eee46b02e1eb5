/** Tests that every screen says when there is no network, and continues once the network is back (D44). */
import { expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { signing } from '../../copy/en/signing.ts';
import { alertOf } from '../support/browser/alert.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { breakNextResponse } from '../support/browser/lost-responses.ts';
import { setUp } from '../support/browser/set-up.ts';
import { readAndAgree } from '../support/browser/steps.ts';

const { server, test } = await setUp({ persistsSession: true });

/** Performs an action without a network, waits until the page says that it is offline, and restores the network. */
async function offline(applicant: Applicant, act: () => Promise<unknown>): Promise<void> {
  const { page, context } = applicant;
  await context.setOffline(true);
  await act();
  await page.getByText(en.page.noConnection).filter({ visible: true }).first().waitFor();
  expect(await alertOf(applicant).count()).toBe(0);
  await context.setOffline(false);
}

test('people are added and removed once the network is back', async ({ applicant }) => {
  const { page, fill, fillDate, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/applicant');
  await offline(applicant, async () => {
    await fill('Your full legal name', 'Dana Okafor');
    await fillDate('4', '28', '1986');
    await fill('Social Security number', '123-45-6789');
    await next();
  });
  await sees('Your contact details and job');

  await arriveAt(server, applicant, '/apply/authorized-user/list');
  await offline(applicant, async () => {
    await page.getByRole('button', { name: 'Remove Kim Park' }).click();
    await alertOf(applicant).getByRole('button', { name: 'Remove' }).click();
  });
  await sees('Does anyone else need a card?');
});

test('the end of a section waits for the network and continues', async ({ applicant }) => {
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  await offline(applicant, applicant.next);
  await applicant.sees('Who’s applying?');
});

test('agreements are read, agreed to and submitted once the network is back', async ({ applicant }) => {
  const { page, context, press, sees, allSaved } = applicant;
  await arriveAt(server, applicant, '/apply/agreement/controlling-party');
  const dialog = page.getByRole('dialog');
  await offline(applicant, () => page.locator('.agreement > .button').click());
  await dialog.getByText(/^Version/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await readAndAgree(applicant);
  await allSaved();
  await offline(applicant, () => page.getByRole('checkbox').click());
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await page.getByText(en.page.noConnection).waitFor({ state: 'detached' });
  await allSaved();
  await offline(applicant, () => page.getByRole('checkbox').click());
  await page.getByRole('checkbox', { checked: true }).waitFor();
  await page.getByText(en.page.noConnection).waitFor({ state: 'detached' });

  await context.setOffline(true);
  await press('Accept and submit application');
  await page.getByRole('alertdialog', { name: signing.checking }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByText(en.page.noConnection).waitFor();
  await context.setOffline(false);
  await sees('We received your application');
});

test('a response of a proxy does not count as a result of a submit', async ({ applicant }) => {
  const { page, press, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/agreement/controlling-party');
  await readAndAgree(applicant);
  await breakNextResponse(applicant, '/submit', 500);
  await press('Accept and submit application');
  await page.getByRole('alertdialog', { name: signing.checking }).waitFor();
  await sees('We received your application');
  const submissions = await server.services.database.db
    .selectFrom('submission')
    .select('application_id')
    .where('application_id', '=', applicationId)
    .execute();
  expect(submissions).toHaveLength(1);
});
