/**
 * Tests uploads that are interrupted, canceled, or refused while another screen is open. Also tests that no document is stored
 * twice (D29, F11, X12).
 */
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import {
  card,
  cards,
  chooseDocument,
  chooser,
  keptDocuments,
  pdf,
  photo,
  refusedText,
} from '../support/browser/documents.ts';
import { cutUploads, loseNextResponse } from '../support/browser/lost-responses.ts';
import { setUpUploads } from '../support/browser/set-up-uploads.ts';
import { readAndAgree } from '../support/browser/steps.ts';
import { testPdf } from '../support/pdf.ts';

const { clamd, server, test } = await setUpUploads();

test('an upload shows its progress, is sent once, survives a lost network, and continues after leaving the screen', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/business/additional/proof');
  const progress = page.getByRole('progressbar', { name: 'Uploading charter.pdf' });
  const large = pdf('charter.pdf', Buffer.concat([testPdf(), Buffer.alloc(2_000_000)]));

  // While the server checks a document, the page can't send another one. If the person cancels during this check, the server
  // doesn't store the document.
  clamd.verdict = 'slow';
  await chooseDocument(applicant, large);
  await expect.poll(() => progress.getAttribute('value')).toBe('99');
  expect(await page.getByRole('button', { name: 'Choose a file' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await page.getByRole('button', { name: 'Cancel charter.pdf' }).click();
  clamd.release();
  await progress.waitFor({ state: 'detached' });
  expect(await cards(applicant).count()).toBe(0);
  expect(await keptDocuments(server, applicationId)).toEqual([]);

  // If an upload is interrupted, the page says so, waits, and then sends the document again by itself.
  const fix = cutUploads(server, '/api/v1/document');
  await chooseDocument(applicant, large);
  await page.getByText('You’re offline. We’ll upload your document when you’re back online.').waitFor();
  expect(await keptDocuments(server, applicationId)).toEqual([]);
  fix();
  await card(applicant, 'charter.pdf').waitFor();
  expect(await keptDocuments(server, applicationId)).toEqual(['charter.pdf']);
  await page.getByRole('button', { name: 'Remove charter.pdf' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await card(applicant, 'charter.pdf').waitFor({ state: 'detached' });

  // If the response is lost, the page sends the document again with the same idempotency key. The server stores it only once.
  await loseNextResponse(applicant, '/api/v1/document');
  await chooseDocument(applicant, large);
  await card(applicant, 'charter.pdf').waitFor();
  expect(await keptDocuments(server, applicationId)).toEqual(['charter.pdf']);

  // Choose the same file twice. At the second press, the button is already busy.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/document')) sent.push(request.method());
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/document', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const first = await chooser(applicant);
  await first.setFiles(photo);
  await page.getByRole('progressbar', { name: 'Uploading filing.jpg' }).waitFor();
  await page.getByText(/^\d+% of 1 KB uploaded$/).waitFor();
  await first.setFiles(photo);
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter');

  // Back and Next leave the screen, but the upload continues.
  await page.getByRole('link', { name: 'Back' }).click();
  await sees(/mainly online/);
  await next();
  await page.getByRole('progressbar', { name: 'Uploading filing.jpg' }).waitFor();
  await next();
  await sees('Who’s applying?');
  await page.getByText(/^Uploading 1 document, \d+%$/).waitFor();
  expect(sent).toEqual(['POST']);
  release();
  await page.unroute('**/api/v1/document');
  await expect.poll(() => keptDocuments(server, applicationId)).toEqual(['charter.pdf', 'filing.jpg']);
  await page.goBack();
  await card(applicant, 'filing.jpg').waitFor();
  expect(await cards(applicant).count()).toBe(2);
  expect(await page.getByText('Error: ').count()).toBe(0);
});

test('the screen for proof lists accepted documents (D54), says that no document is added yet, and shows added documents', async ({
  applicant,
}) => {
  const { page } = applicant;
  const accepted = () => page.getByRole('listitem').allTextContents();
  await arriveAt(server, applicant, '/apply/business/additional/proof', {
    applicationData: { organizationType: 'partnership' },
  });
  await page.getByRole('heading', { level: 2, name: 'Documents we accept', exact: true }).waitFor();
  expect(await accepted()).toEqual([
    'Partnership agreement',
    'State certificate of partnership',
    'DBA or fictitious-name filing',
  ]);
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  expect(await accepted()).toEqual(['Articles of organization', 'Certificate of good standing']);

  const documents = page.getByRole('group', { name: 'Your documents' });
  expect(await documents.getByText('0 of 5 files added.').isVisible()).toBe(true);
  clamd.verdict = 'slow';
  await chooseDocument(applicant, pdf('charter.pdf'));
  await page.getByText(/^\d+% of \d KB uploaded$/).waitFor();
  clamd.release();
  await card(applicant, 'charter.pdf').getByText('Added', { exact: true }).waitFor();
  await documents.getByText('1 of 5 files added.').waitFor();
});

test('if a required document is refused later, the page returns to the document’s screen, which alone reports it', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/entity-required', { domainKey: 'yard-card' });
  clamd.verdict = 'slow';
  await chooseDocument(applicant, pdf('charter.pdf'));
  await page.getByRole('progressbar', { name: 'Uploading charter.pdf' }).waitFor();
  // The program requires a document. The person can continue during the upload, but not after it has failed.
  await next();
  await sees('Check your answers before you agree and submit');
  await page.getByRole('progressbar', { name: 'Uploading charter.pdf' }).waitFor();
  clamd.release('infected');
  await sees('Add proof of your business');
  const refused = page.getByText(refusedText('charter.pdf', 'infected'));
  await refused.waitFor();
  await next();
  await page.getByRole('button', { name: 'Provide it later' }).click();
  await sees('Check your answers before you agree and submit');
  expect(await refused.count()).toBe(0);
  clamd.verdict = 'clean';
});

test('submit waits for a document that is uploading', async ({ applicant }) => {
  const { page, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/agreement/controlling-party');
  await readAndAgree(applicant);
  await page.evaluate(() => history.pushState(null, '', '/apply/entity-required'));
  await sees('Add proof of your business');
  clamd.verdict = 'slow';
  await chooseDocument(applicant, pdf('charter.pdf'));
  await page.getByRole('progressbar', { name: 'Uploading charter.pdf' }).waitFor();
  await page.goBack();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Accept and submit application' }).click();
  await page
    .getByText('Your document is still uploading. When it’s done, we’ll submit your application.')
    .waitFor();
  expect(calls.filter((path) => path.endsWith('/submit'))).toEqual([]);
  clamd.release();
  await sees('We received your application');
  expect(await keptDocuments(server, applicationId)).toEqual(['charter.pdf']);
});
