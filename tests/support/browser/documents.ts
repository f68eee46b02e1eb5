/** Papers that prove the business as a person has them at hand, and the place of the page that takes them. */
import sharp from 'sharp';
import { testPdf } from '../../server/documents/test-pdf.ts';
import type { Applicant, TestServer } from './applicant.ts';

/** A file to choose. */
export interface Paper {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const pdf = (name: string, buffer = testPdf()): Paper => ({
  name,
  mimeType: 'application/pdf',
  buffer,
});

/** A photo, 60 pixels wide. */
export const photo: Paper = {
  name: 'filing.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#987' } })
    .jpeg()
    .toBuffer(),
};

/** Presses a button that lets a file be chosen, and answers what the browser then waits for. */
export async function chooser({ page }: Applicant, button = 'Choose a file') {
  const opened = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  return opened;
}

export async function choosePaper(applicant: Applicant, paper: Paper, button?: string): Promise<void> {
  await (await chooser(applicant, button)).setFiles(paper);
}

/** Chooses a paper, and waits until it is listed. */
export async function sendPaper(applicant: Applicant, paper: Paper, button?: string): Promise<void> {
  await choosePaper(applicant, paper, button);
  await applicant.page.getByRole('button', { name: `Remove ${paper.name}` }).waitFor();
}

/** What stands there for a paper that was sent. */
export const card = ({ page }: Applicant, name: string) =>
  page.getByRole('listitem').filter({ hasText: name });

/** What is said of a paper that was not taken. */
export const refusal = ({ page }: Applicant, text: string) =>
  page.getByRole('group', { name: 'Your papers' }).getByText(text);

/** The names of an application's papers as the server keeps them. */
export async function keptPapers(
  server: TestServer,
  applicationId: string | null,
): Promise<readonly string[]> {
  const rows = await server.services.database.db
    .selectFrom('document')
    .select('file_name')
    .where('application_id', '=', applicationId ?? '')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.file_name);
}
