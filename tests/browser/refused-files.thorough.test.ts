/** Tests every kind of file that the page or the server refuses (D29, X12). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { expect } from 'vitest';
import { customScreens } from '../../copy/en/custom-screens.ts';
import type { DocumentError } from '../../form/limits/document-limits.ts';
import { largestDocument } from '../../form/limits/document-limits.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import type { Document } from '../support/browser/documents.ts';
import {
  card,
  chooseDocument,
  chooser,
  keptDocuments,
  pdf,
  photo,
  refusedText,
  uploadError,
} from '../support/browser/documents.ts';
import { setUpUploads } from '../support/browser/set-up-uploads.ts';
import { finished, pdfWithoutFont, testPdf, testStream } from '../support/pdf.ts';

const { clamd, server, test } = await setUpUploads();

test('every unusable file is refused with a reason, and the next file can be chosen immediately', async ({
  applicant,
}) => {
  const { page } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/business/additional/proof');
  const locked = new PDFDocument({ userPassword: 'secret' });
  locked.text('Articles of Organization');
  const attached = testPdf('/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>', [
    testStream('/Type /EmbeddedFile', Buffer.from('a')),
    '<< /Type /Filespec /F (a) /EF << /F 4 0 R >> >>',
  ]);
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const refused: readonly (readonly [Document, DocumentError])[] = [
    [{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('articles') }, 'unknown_type'],
    [pdf('large.pdf', Buffer.concat([testPdf(), Buffer.alloc(largestDocument)])), 'too_large'],
    [pdf('empty.pdf', Buffer.alloc(0)), 'empty'],
    [pdf('locked.pdf', await finished(locked)), 'encrypted_pdf'],
    [pdf('attached.pdf', attached), 'pdf_with_files'],
    [pdf('fonts.pdf', pdfWithoutFont), 'missing_fonts'],
    [pdf('torn.pdf', Buffer.from('%PDF-1.7\n')), 'broken_pdf'],
    [{ ...photo, name: 'torn.jpg', buffer: photo.buffer.subarray(0, 60) }, 'broken_image'],
    [{ name: 'IMG_1.heic', mimeType: 'image/heic', buffer: heic }, 'unknown_type'],
    [pdf('program.pdf', Buffer.from('MZ'.padEnd(512, '\0'))), 'broken_pdf'],
  ];
  for (const [file, reason] of refused) {
    await chooseDocument(applicant, file);
    await uploadError(applicant, file.name, reason).waitFor();
    const described = page.getByRole('button', { name: 'Choose a file' });
    expect(
      await described.evaluate((button) => button.ariaDescribedByElements?.[0]?.textContent?.trim()),
    ).toBe(`Error: ${refusedText(file.name, reason)}`);
    expect(await page.getByRole('button', { name: 'Try again' }).count(), file.name).toBe(0);
  }
  expect(await keptDocuments(server, applicationId)).toEqual([]);

  // The page accepts a file of exactly the maximum size, and removes the error. The PDF that the server redraws has only 2 KB.
  const largest = Buffer.concat([testPdf(), Buffer.alloc(largestDocument - testPdf().length)]);
  await chooseDocument(applicant, pdf('largest.pdf', largest));
  await card(applicant, 'largest.pdf').getByText('2 KB').waitFor();
  expect(await page.getByText('Error: ').count()).toBe(0);

  clamd.verdict = 'infected';
  await chooseDocument(applicant, photo);
  await uploadError(applicant, photo.name, 'infected').waitFor();
  clamd.verdict = 'silent';
  await chooseDocument(applicant, photo);
  await page.getByText(customScreens.proof.failing).waitFor();
  clamd.verdict = 'clean';
  await page.getByRole('button', { name: 'Try again filing.jpg' }).click();
  await card(applicant, 'filing.jpg').waitFor();
  expect(await keptDocuments(server, applicationId)).toEqual(['largest.pdf', 'filing.jpg']);
});

test('a file that can no longer be read must be chosen again, and is not retried forever', async ({
  applicant,
}) => {
  const { page } = applicant;
  const folder = await mkdtemp(join(tmpdir(), 'moved-'));
  const sent: string[] = [];
  try {
    await arriveAt(server, applicant, '/apply/business/additional/proof');
    await page.route('**/api/v1/document', (route) => {
      sent.push(route.request().method());
      return route.abort('internetdisconnected');
    });
    const path = join(folder, 'charter.pdf');
    await writeFile(path, testPdf());
    await (await chooser(applicant)).setFiles(path);
    await page.getByText(customScreens.proof.offline).waitFor();
    await rm(path);
    await uploadError(applicant, 'charter.pdf', 'gone').waitFor();
    await page.getByText(customScreens.proof.offline).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    const attempts = sent.length;
    await page.unroute('**/api/v1/document');
    await writeFile(path, testPdf());
    const [another] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose another' }).click(),
    ]);
    await another.setFiles(path);
    await card(applicant, 'charter.pdf').waitFor();
    expect(sent).toHaveLength(attempts);
  } finally {
    await rm(folder, { recursive: true });
  }
});
