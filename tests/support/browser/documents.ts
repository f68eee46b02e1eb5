/** Provides sample documents for uploads, and access to the upload part of the page. */

import sharp from 'sharp';
import { en } from '../../../copy/en/en.ts';
import type { DocumentError } from '../../../form/limits/document-limits.ts';
import { openForOperator } from '../../../server/applications/act-on-application.ts';
import { testPdf } from '../pdf.ts';
import type { Applicant, TestServer } from './applicant.ts';

/** A file to choose in the file picker. */
export interface Document {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const pdf = (name: string, buffer = testPdf()): Document => ({
  name,
  mimeType: 'application/pdf',
  buffer,
});

/** A photo with a width of 60 pixels. */
export const photo: Document = {
  name: 'filing.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#987' } })
    .jpeg()
    .toBuffer(),
};

/** Presses the button that opens the file picker, and returns the picker. */
export async function chooser({ page }: Applicant, button = 'Choose a file') {
  const [opened] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return opened;
}

export async function chooseDocument(
  applicant: Applicant,
  document: Document,
  button?: string,
): Promise<void> {
  await (await chooser(applicant, button)).setFiles(document);
}

/** Chooses a document in the file picker, and waits until the page lists it. */
export async function sendDocument(applicant: Applicant, document: Document, button?: string): Promise<void> {
  await chooseDocument(applicant, document, button);
  await applicant.page.getByRole('button', { name: `Remove ${document.name}` }).waitFor();
}

/** Returns the cards of the uploaded documents. */
export const cards = ({ page }: Applicant) =>
  page.getByRole('group', { name: 'Your documents' }).getByRole('listitem');

/** Returns the card of an uploaded document. */
export const card = (applicant: Applicant, name: string) => cards(applicant).filter({ hasText: name });

/** Returns the error text that the page shows for a refused document. */
export function refusedText(fileName: string, reason: DocumentError): string {
  return reason.startsWith('broken_')
    ? `We couldn’t open ${fileName}. It may be damaged.`
    : `${fileName} wasn’t added. ${en.documentErrors[reason]}`;
}

/** Returns the element that shows the error text for a refused document. */
export const uploadError = ({ page }: Applicant, fileName: string, reason: DocumentError) =>
  page.getByRole('group', { name: 'Your documents' }).getByText(refusedText(fileName, reason));

/** Returns the names of an application's documents on the server. */
export async function keptDocuments(
  server: TestServer,
  applicationId: string | null,
): Promise<readonly string[]> {
  const { database, keys } = server.services;
  const act = { database, keys, applicationId: applicationId ?? '', operator: 'ada' };
  const { documents } = await openForOperator(act);
  return documents.map(({ fileName }) => fileName);
}
