/** Papers that prove the business: chosen, sent, shown, refused in words, and asked for (D26, D29). */
import PDFDocument from 'pdfkit';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentRefusals } from '../../form/catalogue.ts';
import { largestDocument } from '../../form/document-limits.ts';
import { testPdf, testStream } from '../../server/documents/test-pdf.ts';
import type { Applicant, TestServer } from './applicant.ts';
import { newApplicant, startBrowser, startTestServer } from './applicant.ts';
import { arriveAt } from './arrive.ts';
import { cutUploads, loseNextAnswer } from './lost-answers.ts';
import type { StandInClamd } from './stand-in-clamd.ts';
import { startClamd } from './stand-in-clamd.ts';
import { passReview, signAndSubmit } from './steps.ts';

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

let server: TestServer;
let browser: Browser;
let clamd: StandInClamd;
let photo: ChosenFile;

const pdf = (name: string, buffer = testPdf()): ChosenFile => ({ name, mimeType: 'application/pdf', buffer });

beforeAll(async () => {
  clamd = await startClamd();
  const pixels = { width: 60, height: 40, channels: 3, background: '#987' } as const;
  photo = {
    name: 'filing.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: pixels }).jpeg().toBuffer(),
  };
  [server, browser] = await Promise.all([
    startTestServer({ CLAMD_URL: clamd.url }, { persistsSession: true }),
    startBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await clamd?.stop();
});

/** Presses a button that lets a file be chosen, and answers what the browser then waits for. */
async function chooser({ page }: Applicant, button: string) {
  const opened = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  return opened;
}

async function choose(applicant: Applicant, file: ChosenFile, button = 'Choose a file'): Promise<void> {
  await (await chooser(applicant, button)).setFiles(file);
}

const card = ({ page }: Applicant, name: string) => page.getByRole('listitem').filter({ hasText: name });
const refusal = ({ page }: Applicant, text: string) =>
  page.getByRole('group', { name: 'Your papers' }).getByText(text);

/** The names of an application's papers as the server keeps them. */
async function keptPapers(applicationId: string | null): Promise<readonly string[]> {
  const rows = await server.services.database.db
    .selectFrom('document')
    .select('file_name')
    .where('application_id', '=', applicationId ?? '')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.file_name);
}

/** Starts to write down everything that the papers' status says; what it answers reads it. */
async function listen({ page }: Applicant): Promise<() => Promise<readonly string[]>> {
  const status = await page.getByRole('group', { name: 'Your papers' }).getByRole('status').elementHandle();
  const heard = await page.evaluateHandle((region) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(region?.textContent ?? '')).observe(region as Node, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  }, status);
  return () => page.evaluate((texts) => texts.filter(Boolean), heard);
}

test('a paper is photographed or chosen, shown as what it is, replaced, and removed once that is confirmed', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/business/additional/proof');

  const camera = (await chooser(applicant, 'Take a photo')).element();
  expect([await camera.getAttribute('accept'), await camera.getAttribute('capture')]).toEqual([
    'image/jpeg,image/png',
    'environment',
  ]);
  const files = (await chooser(applicant, 'Choose a file')).element();
  expect([await files.getAttribute('accept'), await files.getAttribute('capture')]).toEqual([
    'application/pdf,image/jpeg,image/png',
    null,
  ]);

  const heard = await listen(applicant);
  await choose(applicant, photo, 'Take a photo');
  await card(applicant, 'filing.jpg').waitFor();
  await expect
    .poll(heard)
    .toEqual(['Uploading filing.jpg', 'filing.jpg is half uploaded', 'filing.jpg is uploaded']);
  await card(applicant, 'filing.jpg').getByText('1 KB').waitFor();
  const picture = card(applicant, 'filing.jpg').locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);

  await choose(applicant, pdf('charter.pdf'));
  await card(applicant, 'charter.pdf').waitFor();
  expect(await card(applicant, 'charter.pdf').locator('img').count()).toBe(0);
  expect(await card(applicant, 'charter.pdf').locator('svg').first().isVisible()).toBe(true);

  // Named like a photo, and a PDF: what is in it decides how it is shown.
  await choose(applicant, { ...pdf('scan.jpg'), mimeType: 'image/jpeg' }, 'Replace filing.jpg');
  await card(applicant, 'scan.jpg').waitFor();
  expect(await card(applicant, 'scan.jpg').locator('img').count()).toBe(0);
  expect(await page.getByRole('listitem').count()).toBe(2);

  await page.getByRole('button', { name: 'Remove charter.pdf' }).click();
  const asks = page.getByRole('alertdialog', { name: 'Remove charter.pdf?' });
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await card(applicant, 'charter.pdf').waitFor();
  await page.getByRole('button', { name: 'Remove charter.pdf' }).click();
  await asks.getByRole('button', { name: 'Remove' }).click();
  await card(applicant, 'charter.pdf').waitFor({ state: 'detached' });
  await expect.poll(heard).toContain('charter.pdf removed');
  expect(await keptPapers(applicationId)).toEqual(['scan.jpg']);

  // Five are taken, and then there is no way to add a sixth until one is gone.
  for (const name of ['2.pdf', '3.pdf', '4.pdf', '5.pdf']) {
    await choose(applicant, pdf(name));
    await card(applicant, name).waitFor();
  }
  await page.getByText(documentRefusals.too_many).waitFor();
  expect(await page.getByRole('button', { name: 'Choose a file' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Remove 4.pdf' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Take a photo' }).waitFor();
  await next();
  await sees('Who are you?');
  await applicant.close();
});

/** A PDF that opens only with a password. */
async function lockedPdf(): Promise<Buffer> {
  const paper = new PDFDocument({ userPassword: 'secret' });
  paper.text('Articles of Organization').end();
  const parts: Buffer[] = [];
  for await (const part of paper) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

test('every file that cannot be used is refused in words, and the next one can be chosen at once', async () => {
  const applicant = await newApplicant(browser);
  const { page } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/business/additional/proof');
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
  const attached = testPdf('', [
    testStream('/Type /EmbeddedFile', Buffer.from('a')),
    '<< /Type /Filespec /EF << /F 4 0 R >> >>',
  ]);
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const refused: readonly (readonly [ChosenFile, keyof typeof documentRefusals])[] = [
    [{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('articles') }, 'unknown_type'],
    [pdf('large.pdf', Buffer.concat([testPdf(), Buffer.alloc(largestDocument)])), 'too_large'],
    [pdf('empty.pdf', Buffer.alloc(0)), 'empty'],
    [pdf('locked.pdf', await lockedPdf()), 'encrypted_pdf'],
    [pdf('script.pdf', testPdf(`/OpenAction ${script}`)), 'active_pdf'],
    [pdf('attached.pdf', attached), 'pdf_with_files'],
    [pdf('torn.pdf', Buffer.from('%PDF-1.7\n')), 'broken_pdf'],
    [{ ...photo, name: 'torn.jpg', buffer: photo.buffer.subarray(0, 60) }, 'broken_image'],
    [{ name: 'IMG_1.heic', mimeType: 'image/heic', buffer: heic }, 'unknown_type'],
    [pdf('program.pdf', Buffer.from('MZ'.padEnd(512, '\0'))), 'unknown_type'],
  ];
  for (const [file, reason] of refused) {
    await choose(applicant, file);
    await refusal(applicant, documentRefusals[reason]).waitFor();
    const described = page.getByRole('button', { name: 'Choose a file' });
    expect(await described.evaluate((button) => button.ariaDescribedByElements?.[0]?.textContent)).toBe(
      `Error: ${documentRefusals[reason]}`,
    );
    expect(await page.getByRole('button', { name: 'Try again' }).count(), file.name).toBe(0);
  }
  expect(await keptPapers(applicationId)).toEqual([]);

  // To the byte: what is just small enough is taken, and the refusal goes away.
  const largest = Buffer.concat([testPdf(), Buffer.alloc(largestDocument - testPdf().length)]);
  await choose(applicant, pdf('largest.pdf', largest));
  await card(applicant, 'largest.pdf').getByText('10 MB').waitFor();
  expect(await page.getByText('Error: ').count()).toBe(0);

  clamd.verdict = 'infected';
  await choose(applicant, photo);
  await refusal(applicant, documentRefusals.infected).waitFor();
  clamd.verdict = 'silent';
  await choose(applicant, photo);
  const alert = page.getByRole('alertdialog', { name: 'Application Error' });
  await alert.getByText('Error uploading document').waitFor();
  clamd.verdict = 'clean';
  await alert.getByRole('button', { name: 'Try again' }).click();
  await card(applicant, 'filing.jpg').waitFor();
  expect(await keptPapers(applicationId)).toEqual(['largest.pdf', 'filing.jpg']);
  await applicant.close();
});

test('an upload shows how far it is, is sent once, survives the network, and is called off by leaving', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/business/additional/proof');
  const progress = page.getByRole('progressbar', { name: 'Uploading charter.pdf' });
  const large = pdf('charter.pdf', Buffer.concat([testPdf(), Buffer.alloc(2_000_000)]));

  // While the server looks at it nothing else can be sent; called off even then, it is not kept.
  clamd.verdict = 'slow';
  await choose(applicant, large);
  await expect.poll(() => progress.getAttribute('value')).toBe('99');
  expect(await page.getByRole('button', { name: 'Choose a file' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  await page.getByRole('button', { name: 'Cancel charter.pdf' }).click();
  clamd.release();
  clamd.verdict = 'clean';
  await progress.waitFor({ state: 'detached' });
  expect(await page.getByRole('listitem').count()).toBe(0);
  expect(await keptPapers(applicationId)).toEqual([]);

  // Cut in the middle: what was chosen is still there to be sent again.
  const mend = cutUploads(server, '/api/v1/document');
  await choose(applicant, large);
  await refusal(applicant, documentRefusals.failed).waitFor();
  mend();
  expect(await keptPapers(applicationId)).toEqual([]);

  // Its answer lost: sent again it is still one paper.
  await loseNextAnswer(applicant, '/api/v1/document');
  await page.getByRole('button', { name: 'Try again' }).click();
  await refusal(applicant, documentRefusals.failed).waitFor();
  expect(await keptPapers(applicationId)).toEqual(['charter.pdf']);
  await page.getByRole('button', { name: 'Try again' }).click();
  await card(applicant, 'charter.pdf').waitFor();
  expect(await keptPapers(applicationId)).toEqual(['charter.pdf']);

  // Two choices at once: the second press finds the button busy.
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
  const first = await chooser(applicant, 'Choose a file');
  await first.setFiles(photo);
  await page.getByRole('progressbar', { name: 'Uploading filing.jpg' }).waitFor();
  await first.setFiles(photo);
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter');
  expect(sent).toEqual(['POST']);

  // Leaving the screen calls it off too.
  await page.getByRole('link', { name: 'Back' }).click();
  await sees(/mainly on the internet/);
  release();
  await page.unroute('**/api/v1/document');
  await next();
  await card(applicant, 'charter.pdf').waitFor();
  expect(await page.getByRole('listitem').count()).toBe(1);
  expect(await keptPapers(applicationId)).toEqual(['charter.pdf']);
  await applicant.close();
});

test('proof is optional, and can be skipped', async () => {
  const applicant = await newApplicant(browser);
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  await applicant.page.getByRole('button', { name: 'Skip this step' }).click();
  await applicant.sees('Who are you?');
  await applicant.close();
});

test('the papers that count are listed by the legal form of the business', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, sees } = applicant;
  const incorporation = ['Articles or certificate of incorporation', 'Certificate of good standing'];
  const alone = { owners: [] };
  for (const [organizationType, heading, papers, given] of [
    ['corporation', 'Corporation', incorporation, {}],
    ['s_corporation', 'S corporation', incorporation, {}],
    [
      'partnership',
      'Partnership',
      ['Partnership agreement', 'State certificate of partnership', 'Fictitious-name filing'],
      {},
    ],
    [
      'sole_proprietorship',
      'Sole proprietorship',
      ['DBA or fictitious-name filing', 'Business license'],
      alone,
    ],
    [
      'llc',
      'Limited liability company (LLC)',
      ['Articles of organization', 'Certificate of good standing'],
      {},
    ],
    ['non_profit', 'Nonprofit', ['IRS 501(c) letter', 'Articles of incorporation'], alone],
    [
      'municipality',
      'City, county or other public body',
      ['Authorizing resolution or letter', 'Tax-exempt certificate'],
      alone,
    ],
  ] as const) {
    await arriveAt(server, applicant, '/apply/entity-required', {
      ...given,
      applicationData: { organizationType },
    });
    await page.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor();
    expect(await page.getByRole('listitem').allTextContents()).toEqual(papers);
  }
  // The demo program requires none of them.
  await next();
  await sees('Your sections');
  await applicant.close();
});

test('where proof is required and comes later, the application waits for it, and the finish page says how', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/authorized-user', {
    domainKey: 'yard-card',
    users: [],
  });
  await page.getByRole('button', { name: 'Skip this step' }).click();
  await sees('Papers that prove your business');
  await next();
  await page
    .getByText('Error: Document is required to continue. Add a photo or a file, or send it later.')
    .waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Send it later');

  // A file takes the refusal away, and its removal brings the demand back.
  await choose(applicant, photo);
  await card(applicant, 'filing.jpg').waitFor();
  expect(await page.getByText('Document is required to continue').count()).toBe(0);
  await page.getByRole('button', { name: 'Remove filing.jpg' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await next();
  await page.getByRole('button', { name: 'Send it later' }).click();
  await passReview(applicant);
  await signAndSubmit(applicant, true);
  await sees('We need more time');
  expect(new URL(page.url()).pathname).toBe('/apply/finish/pending');
  await page
    .getByText(
      'Take a copy of the paper to your local store and give your reference number. Ask at the service desk of your store.',
    )
    .waitFor();
  const { db } = server.services.database;
  const row = await db
    .selectFrom('application')
    .select(['status', 'reference_number'])
    .where('id', '=', applicationId ?? '')
    .executeTakeFirstOrThrow();
  expect(row.status).toBe('pending');
  await page.getByText(String(row.reference_number)).waitFor();
  await page.getByText('Quillbrook Bank will send a confirmation email to d•••@greenacre.example.').waitFor();
  await applicant.close();
});
