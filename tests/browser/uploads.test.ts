/** Uploads: refused with a reason, interrupted, cancelled, and sent once (D29, F11, X12). */
import PDFDocument from 'pdfkit';
import { afterAll, expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { largestDocument } from '../../form/lists/document-limits.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import type { Document } from '../support/browser/documents.ts';
import {
  card,
  chooseDocument,
  chooser,
  keptDocuments,
  pdf,
  photo,
  uploadError,
} from '../support/browser/documents.ts';
import { cutUploads, loseNextResponse } from '../support/browser/lost-responses.ts';
import { setUp } from '../support/browser/set-up.ts';
import { startClamd } from '../support/browser/stand-in-clamd.ts';
import { readAndAgree } from '../support/browser/steps.ts';
import { finished, testPdf, testStream } from '../support/pdf.ts';

const clamd = await startClamd();
afterAll(clamd.stop);
const { server, test } = await setUp({ env: { CLAMD_URL: clamd.url }, persistsSession: true });

test('every file that cannot be used is refused in words, and the next one can be chosen at once', async ({
  applicant,
}) => {
  const { page } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/business/additional/proof');
  const locked = new PDFDocument({ userPassword: 'secret' });
  locked.text('Articles of Organization');
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
  const attached = testPdf('', [
    testStream('/Type /EmbeddedFile', Buffer.from('a')),
    '<< /Type /Filespec /EF << /F 4 0 R >> >>',
  ]);
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const refused: readonly (readonly [Document, keyof typeof en.documentErrors])[] = [
    [{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('articles') }, 'unknown_type'],
    [pdf('large.pdf', Buffer.concat([testPdf(), Buffer.alloc(largestDocument)])), 'too_large'],
    [pdf('empty.pdf', Buffer.alloc(0)), 'empty'],
    [pdf('locked.pdf', await finished(locked)), 'encrypted_pdf'],
    [pdf('script.pdf', testPdf(`/OpenAction ${script}`)), 'active_pdf'],
    [pdf('attached.pdf', attached), 'pdf_with_files'],
    [pdf('torn.pdf', Buffer.from('%PDF-1.7\n')), 'broken_pdf'],
    [{ ...photo, name: 'torn.jpg', buffer: photo.buffer.subarray(0, 60) }, 'broken_image'],
    [{ name: 'IMG_1.heic', mimeType: 'image/heic', buffer: heic }, 'unknown_type'],
    [pdf('program.pdf', Buffer.from('MZ'.padEnd(512, '\0'))), 'unknown_type'],
  ];
  for (const [file, reason] of refused) {
    await chooseDocument(applicant, file);
    await uploadError(applicant, en.documentErrors[reason]).waitFor();
    const described = page.getByRole('button', { name: 'Choose a file' });
    expect(await described.evaluate((button) => button.ariaDescribedByElements?.[0]?.textContent)).toBe(
      `Error: ${en.documentErrors[reason]}`,
    );
    expect(await page.getByRole('button', { name: 'Try again' }).count(), file.name).toBe(0);
  }
  expect(await keptDocuments(server, applicationId)).toEqual([]);

  // To the byte: the largest size is accepted, and the error disappears.
  const largest = Buffer.concat([testPdf(), Buffer.alloc(largestDocument - testPdf().length)]);
  await chooseDocument(applicant, pdf('largest.pdf', largest));
  await card(applicant, 'largest.pdf').getByText('10 MB').waitFor();
  expect(await page.getByText('Error: ').count()).toBe(0);

  clamd.verdict = 'infected';
  await chooseDocument(applicant, photo);
  await uploadError(applicant, en.documentErrors.infected).waitFor();
  clamd.verdict = 'silent';
  await chooseDocument(applicant, photo);
  const alert = page.getByRole('alertdialog', { name: 'Application Error' });
  await alert.getByText('Error uploading document').waitFor();
  clamd.verdict = 'clean';
  await alert.getByRole('button', { name: 'Try again' }).click();
  await card(applicant, 'filing.jpg').waitFor();
  expect(await keptDocuments(server, applicationId)).toEqual(['largest.pdf', 'filing.jpg']);
});

test('an upload shows how far it is, is sent once, survives the network, and goes on after the screen is left', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/business/additional/proof');
  const progress = page.getByRole('progressbar', { name: 'Uploading charter.pdf' });
  const large = pdf('charter.pdf', Buffer.concat([testPdf(), Buffer.alloc(2_000_000)]));

  // While the server checks it nothing else can be sent; cancelled even then, it is not kept.
  clamd.verdict = 'slow';
  await chooseDocument(applicant, large);
  await expect.poll(() => progress.getAttribute('value')).toBe('99');
  expect(await page.getByRole('button', { name: 'Choose a file' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await page.getByRole('button', { name: 'Cancel charter.pdf' }).click();
  clamd.release();
  clamd.verdict = 'clean';
  await progress.waitFor({ state: 'detached' });
  expect(await page.getByRole('listitem').count()).toBe(0);
  expect(await keptDocuments(server, applicationId)).toEqual([]);

  // Interrupted: the chosen document can be sent again.
  const fix = cutUploads(server, '/api/v1/document');
  await chooseDocument(applicant, large);
  await uploadError(applicant, en.documentErrors.failed).waitFor();
  fix();
  expect(await keptDocuments(server, applicationId)).toEqual([]);

  // With its response lost: sent again, it is still one document.
  await loseNextResponse(applicant, '/api/v1/document');
  await page.getByRole('button', { name: 'Try again' }).click();
  await uploadError(applicant, en.documentErrors.failed).waitFor();
  expect(await keptDocuments(server, applicationId)).toEqual(['charter.pdf']);
  await page.getByRole('button', { name: 'Try again' }).click();
  await card(applicant, 'charter.pdf').waitFor();
  expect(await keptDocuments(server, applicationId)).toEqual(['charter.pdf']);

  // Two choices at once: at the second press the button is busy.
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
  await first.setFiles(photo);
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter');

  // Leaving the screen, by Back or by Next, drops nothing.
  await page.getByRole('link', { name: 'Back' }).click();
  await sees(/mainly on the internet/);
  await next();
  await page.getByRole('progressbar', { name: 'Uploading filing.jpg' }).waitFor();
  await next();
  await sees('Who are you?');
  expect(sent).toEqual(['POST']);
  release();
  await page.unroute('**/api/v1/document');
  await expect.poll(() => keptDocuments(server, applicationId)).toEqual(['charter.pdf', 'filing.jpg']);
  await page.goBack();
  await card(applicant, 'filing.jpg').waitFor();
  expect(await page.getByRole('listitem').count()).toBe(2);
  expect(await page.getByText('Error: ').count()).toBe(0);
});

test('a document refused while on another screen is reported at once, and again at the review', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/entity-required');
  clamd.verdict = 'slow';
  await chooseDocument(applicant, pdf('charter.pdf'));
  await page.getByRole('progressbar', { name: 'Uploading charter.pdf' }).waitFor();
  await next();
  await sees('Your sections');
  await next();
  await next();
  await sees('Check your answers before you agree and submit');
  await page.getByText('charter.pdf is still being sent.').waitFor();
  clamd.verdict = 'infected';
  clamd.release('infected');
  const alert = page.getByRole('alertdialog');
  await alert.getByText(`charter.pdf: ${en.documentErrors.infected}`).waitFor();
  clamd.verdict = 'clean';
  await alert.getByRole('button', { name: 'Close' }).click();
  await page.getByText(`charter.pdf was not added. ${en.documentErrors.infected}`).waitFor();
  await page.goBack();
  await sees('Almost done');
});

test('submit waits for a document that is being sent', async ({ applicant }) => {
  const { page, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/agreement/controlling-party');
  await readAndAgree(applicant);
  await page.evaluate(() => history.pushState(null, '', '/apply/entity-required'));
  await sees('Documents that prove your business');
  clamd.verdict = 'slow';
  await chooseDocument(applicant, pdf('charter.pdf'));
  await page.getByRole('progressbar', { name: 'Uploading charter.pdf' }).waitFor();
  await page.goBack();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Accept and submit application' }).click();
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  expect(calls.filter((path) => path.endsWith('/submit'))).toEqual([]);
  clamd.verdict = 'clean';
  clamd.release();
  await sees('We have your application');
  expect(await keptDocuments(server, applicationId)).toEqual(['charter.pdf']);
});
