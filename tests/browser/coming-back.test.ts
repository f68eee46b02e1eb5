/** Coming back to a draft on the same device (D55): what is offered, what is asked, what is kept. */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { comeBack, offerOf } from '../support/browser/coming-back.ts';
import { setUp } from '../support/browser/set-up.ts';
import { goToBusinessAddress } from '../support/browser/steps.ts';

const { server, test } = await setUp();

/** Reloads as a person does, who confirms to the browser that the page is left. */
async function reload({ page }: Applicant): Promise<void> {
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
}

test('a reload: the offer comes in its place, two facts open it, and all that was given is there', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  await goToBusinessAddress(applicant, server.at('demo'));
  await page.getByText('Saving').waitFor({ state: 'detached' });
  await reload(applicant);
  await sees('Apply for the');
  await offerOf(applicant).waitFor();
  expect(await page.content()).not.toMatch(/Bright|6789|561730/);
  await comeBack(applicant);
  await sees('Where is your business?');
  await page.goBack();
  await page.goto('about:blank');
});
