/** What the page of a sent application has for its applicant: the card, the days, and the number to pass on. */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import type { Given } from '../support/browser/arrive.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';
import { readAndAgree } from '../support/browser/steps.ts';

/** Late on the Tuesday before Thanksgiving in New York, and Wednesday already in London. */
const moment = new Date('2026-11-25T03:30:00Z');

const { server, test } = await setUp({ persistsSession: true, moment });

/** Submits an application from its last agreement. */
async function send(applicant: Applicant, given?: Given): Promise<void> {
  await arriveAt(server, applicant, '/apply/agreement/controlling-party', given);
  await readAndAgree(applicant);
  await applicant.press('Accept and submit application');
  await applicant.sees('We have your application');
}

const cardOf = ({ page }: Applicant) => page.getByRole('main').getByRole('img');

test('the card bears the name of a company, and the days leave out weekends and holidays', async ({
  applicant,
}) => {
  await send(applicant);
  expect(await cardOf(applicant).getAttribute('aria-label')).toContain('for Greenacre Lawn Care LLC');
  expect(await applicant.page.locator('.sent-step-day').allTextContents()).toEqual([
    'Tuesday, Nov 24',
    'By Friday, Nov 27',
    'By Friday, Dec 4',
    'By Tuesday, Dec 15',
  ]);
});

test('the card of a sole proprietorship bears no name: it is a person’s (D64)', async ({ applicant }) => {
  await send(applicant, {
    applicationData: { organizationType: 'sole_proprietorship', businessName: 'Jo Marsh' },
    owners: [],
  });
  expect(await cardOf(applicant).getAttribute('aria-label')).not.toContain(' for ');
  expect(await applicant.page.content()).not.toContain('Jo Marsh');
});

test('the reference number is shared where the browser can, with nothing of the applicant', async ({
  applicant,
}) => {
  const { page } = applicant;
  await page.addInitScript(() => {
    navigator.share = async (data) => void Object.assign(window, { given: data });
  });
  await send(applicant);
  const number = await page.getByText(/^[A-Z]{4}-\d{4}-\d{4}$/).textContent();
  await page.getByRole('button', { name: 'Share Reference number' }).click();
  expect(await page.evaluate(() => (window as unknown as { given: ShareData }).given)).toEqual({
    text: `Demo card application, reference number ${number}`,
  });

  // Closing the browser's sheet says nothing and breaks nothing.
  await page.evaluate(() => {
    navigator.share = () => Promise.reject(new DOMException('closed', 'AbortError'));
  });
  await page.getByRole('button', { name: 'Share Reference number' }).click();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});
