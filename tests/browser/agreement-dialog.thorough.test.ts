/** Tests the dialog of an agreement whose text is slow or fails to load. */
import { expect } from 'vitest';
import { box } from '../support/browser/agreement.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

test('the page says that a text is slow, and a text that fails to load can be requested again', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/agreement/terms');
  const failure = { status: 500, json: { code: 'internal_error' } };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/agreement/terms', async (route) => {
    await held;
    await route.fulfill(failure);
  });
  const read = page.getByRole('button', { name: 'Read the Card Terms' });
  await read.click();
  const dialog = page.getByRole('dialog', { name: 'Card Terms' });
  await dialog.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'I agree' }).count(), 'before the text loads').toBe(0);
  release();
  const alert = page.getByRole('alertdialog', { name: 'Application Error' });
  await alert.getByText('Error saving application data').waitFor();
  // Press Enter, because the page takes two quick clicks in one place for a double click and ignores the second click.
  await alert.getByRole('button', { name: 'Close' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await read.evaluate((element) => element === document.activeElement)).toBe(true);

  await read.click();
  await alert.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/api/v1/agreement/terms');
  await alert.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.getByRole('dialog').getByText('SAMPLE TEXT').first().waitFor();

  // If the server fails to store a consent, the dialog stays open, and the person can press “I agree” again.
  await page.route('**/consent/terms', (route) => route.fulfill(failure));
  await page.getByRole('dialog').getByRole('button', { name: 'I agree' }).click();
  await alert.getByRole('button', { name: 'Close' }).press('Enter');
  await page.unroute('**/consent/terms');
  await page.getByRole('dialog').getByRole('button', { name: 'I agree' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await box(applicant).isChecked()).toBe(true);
});
