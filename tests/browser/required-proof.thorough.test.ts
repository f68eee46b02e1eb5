/** Tests the screen for proof in programs that require it, and the names of sent files. */
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { card, chooseDocument, pdf } from '../support/browser/documents.ts';
import { setUpUploads } from '../support/browser/set-up-uploads.ts';

const { server, test } = await setUpUploads();

test('if the program requires proof, no screen calls it optional, and a deferred document is not requested again', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  const proof = '/apply/business/additional/proof';
  await arriveAt(server, applicant, proof);
  await sees('Proof of business (optional)');
  await page.getByRole('button', { name: 'Skip for now' }).waitFor();
  await arriveAt(server, applicant, proof, { domainKey: 'yard-card' });
  const heading = page.getByRole('heading', { level: 1 });
  expect(await heading.innerText()).toBe('Proof of business');
  expect(await page.title()).toBe('Yard Card Commercial Credit Card – Proof of business');

  await arriveAt(server, applicant, '/apply/entity-required', { domainKey: 'yard-card' });
  await page.evaluate((path) => history.pushState(null, '', path), proof);
  await sees('Proof of business');
  await page.getByText('We need one of these documents').waitFor();
  await page.getByRole('button', { name: 'Provide it later' }).click();
  await heading.filter({ hasNotText: 'Proof of business' }).waitFor();
  await page.evaluate(() => history.pushState(null, '', '/apply/entity-required'));
  await sees('Add proof of your business');
  await next();
  await sees('Check your answers before you agree and submit');
});

test('a file with backslashes in its name is sent under a name without them', async ({ applicant }) => {
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  await chooseDocument(applicant, pdf('2026\\\\charter.pdf'));
  await card(applicant, '2026__charter.pdf').getByText('Added', { exact: true }).waitFor();
});
