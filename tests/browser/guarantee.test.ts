/**
 * Tests that the page stops a person who declines a required guarantee. Also tests that the page requires a guarantee unless the
 * server says that none is required (D16).
 */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { control, descriptions } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

const question = '/apply/applicant/guarantor-question';

/** Declines the guarantee. Then goes to the screen that ends the application, and changes the answer there. */
async function declineThenAgree({ page, sees, answer }: Applicant): Promise<void> {
  await answer('No');
  await page
    .getByText(
      'To apply online, your business needs a personal guarantee. This is not a credit decision. You can apply on paper at',
    )
    .waitFor();
  // A screen that ends the application doesn't show how many minutes are left.
  expect(await page.locator('.where').innerText()).not.toMatch(/min/);
  await page.getByRole('button', { name: 'Change my answer' }).click();
  await sees('Will you personally guarantee this account?');
  await answer('Yes');
}

test('an applicant who declines a required guarantee is stopped', async ({ applicant }) => {
  await arriveAt(server, applicant, question, { applicant: { percentageOwned: 100 }, owners: [] });
  const asked = control(applicant.page, 'Will you personally guarantee this account?');
  expect(await descriptions(asked)).toEqual([
    'Before you answer:If you say yes and the business doesn’t pay, you must pay everything it owes on this account with your own money. There’s no limit.To get this card, your business needs a guarantee. Without one, you can’t apply online.',
  ]);
  const no = asked.getByRole('radio', { name: 'No', exact: true });
  expect(await descriptions(no)).toEqual(['You can’t apply online']);
  expect(await asked.getByRole('radio', { checked: true }).count()).toBe(0);
  await declineThenAgree(applicant);
  await applicant.sees('Owners of 25% or more');
});

test('if the guarantor call fails, a guarantor is required (D16)', async ({ applicant }) => {
  const { page, sees } = applicant;
  await page.route('**/guarantor-required', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error' } }),
  );
  await arriveAt(server, applicant, question, {
    applicationData: { organizationType: 'municipality' },
    owners: [],
  });
  await declineThenAgree(applicant);
  await sees('Does anyone else need a card?');
  expect(await page.getByText('Not saved yet.', { exact: true }).count()).toBe(0);
});
