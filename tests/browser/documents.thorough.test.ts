/**
 * Tests that a person can choose, replace and remove a proof of business, and that the page shows it and can require it (D14,
 * D26, D29).
 */
import { expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import {
  card,
  cards,
  chooseDocument,
  chooser,
  keptDocuments,
  pdf,
  photo,
  sendDocument,
} from '../support/browser/documents.ts';
import { setUp } from '../support/browser/set-up.ts';
import { passReview, signAndSubmit } from '../support/browser/steps.ts';

const { server, test } = await setUp({ persistsSession: true });

/** Starts to record the announcements about the status of the documents. Returns a function that returns the announcements. */
async function listen({ page }: Applicant): Promise<() => Promise<readonly string[]>> {
  const status = await page
    .getByRole('group', { name: 'Your documents' })
    .getByRole('status')
    .elementHandle();
  const announced = await page.evaluateHandle((region) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(region?.textContent ?? '')).observe(region as Node, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  }, status);
  return () => page.evaluate((texts) => texts.filter(Boolean), announced);
}

test('a document is photographed or chosen, shown according to its type, replaced, and removed after a confirmation', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/business/additional/proof');

  const camera = (await chooser(applicant, 'Take a photo')).element();
  expect([await camera.getAttribute('accept'), await camera.getAttribute('capture')]).toEqual([
    'image/jpeg,image/png',
    'environment',
  ]);
  const files = (await chooser(applicant)).element();
  expect([await files.getAttribute('accept'), await files.getAttribute('capture')]).toEqual([
    'application/pdf,image/jpeg,image/png',
    null,
  ]);

  const announced = await listen(applicant);
  await chooseDocument(applicant, photo, 'Take a photo');
  await card(applicant, 'filing.jpg').waitFor();
  await expect
    .poll(announced)
    .toEqual(['Uploading filing.jpg', 'filing.jpg: 50% uploaded', 'filing.jpg uploaded']);
  await card(applicant, 'filing.jpg').getByText('1 KB').waitFor();
  const picture = card(applicant, 'filing.jpg').locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);

  await sendDocument(applicant, pdf('charter.pdf'));
  expect(await card(applicant, 'charter.pdf').locator('img').count()).toBe(0);
  expect(await card(applicant, 'charter.pdf').locator('svg').first().isVisible()).toBe(true);

  // This file is a PDF with the name of a photo. The page shows and names it by its content.
  await chooseDocument(applicant, { ...pdf('scan.jpg'), mimeType: 'image/jpeg' }, 'Replace filing.jpg');
  await card(applicant, 'scan.pdf').waitFor();
  expect(await card(applicant, 'scan.pdf').locator('img').count()).toBe(0);
  expect(await cards(applicant).count()).toBe(2);

  await page.getByRole('button', { name: 'Remove charter.pdf' }).click();
  const asks = page.getByRole('alertdialog', { name: 'Remove charter.pdf?' });
  await asks.getByRole('button', { name: 'Keep it' }).click();
  await card(applicant, 'charter.pdf').waitFor();
  await page.getByRole('button', { name: 'Remove charter.pdf' }).click();
  await asks.getByRole('button', { name: 'Remove it' }).click();
  await card(applicant, 'charter.pdf').waitFor({ state: 'detached' });
  await expect.poll(announced).toContain('charter.pdf removed');
  expect(await keptDocuments(server, applicationId)).toEqual(['scan.pdf']);

  // The page accepts five documents. To add a sixth, the person must remove one of them first.
  for (const name of ['2.pdf', '3.pdf', '4.pdf', '5.pdf']) {
    await sendDocument(applicant, pdf(name));
  }
  await page.getByText(en.documentErrors.too_many).waitFor();
  expect(await page.getByRole('button', { name: 'Choose a file' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Remove 4.pdf' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Take a photo' }).waitFor();
  await next();
  await sees('Who’s applying?');
});

test('a document can be dropped only on its area, and its picture appears again after returning to the screen', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await page.setViewportSize({ width: 1280, height: 800 });
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  const dragged = (name: string, content: Buffer) =>
    page.evaluateHandle(
      ([fileName, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], fileName, { type: 'image/jpeg' }));
        return data;
      },
      [name, [...content]] as const,
    );
  const step = page.getByText('Or drag a file here');
  const dataTransfer = await dragged('filing.jpg', photo.buffer);
  for (const type of ['dragover', 'drop']) {
    const opensFile = await page
      .getByRole('heading', { level: 1 })
      .evaluate(
        (heading, init) =>
          heading.dispatchEvent(new DragEvent(init.type, { bubbles: true, cancelable: true, ...init })),
        { type, dataTransfer },
      );
    expect(opensFile, type).toBe(false);
  }
  await step.dispatchEvent('drop', { dataTransfer: await dragged('empty.jpg', Buffer.alloc(0)) });
  await page.getByText('The file is empty. Choose another one.').waitFor();
  await step.dispatchEvent('dragover', { dataTransfer });
  await step.dispatchEvent('drop', { dataTransfer });
  await page.getByRole('button', { name: 'Remove filing.jpg' }).waitFor();
  expect(await page.locator('.file-card').count()).toBe(1);

  await next();
  await sees('Who’s applying?');
  await page.goBack();
  const picture = card(applicant, 'filing.jpg').locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
});

test('proof is optional, and can be skipped', async ({ applicant }) => {
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  await applicant.page.getByRole('button', { name: 'Skip for now' }).click();
  await applicant.sees('Who’s applying?');
});

test('the accepted documents are listed by the legal form of the business', async ({ applicant }) => {
  const { page, next, sees } = applicant;
  const incorporation = ['Articles or certificate of incorporation', 'Certificate of good standing'];
  const noOwners = { owners: [] };
  for (const [organizationType, documents, given] of [
    ['corporation', incorporation, {}],
    ['s_corporation', incorporation, {}],
    [
      'partnership',
      ['Partnership agreement', 'State certificate of partnership', 'DBA or fictitious-name filing'],
      {},
    ],
    ['sole_proprietorship', ['DBA or fictitious-name filing', 'Business license'], noOwners],
    ['llc', ['Articles of organization', 'Certificate of good standing'], {}],
    ['non_profit', ['IRS 501(c) letter', 'Articles of incorporation'], noOwners],
    ['municipality', ['Authorizing resolution or letter', 'Tax-exempt certificate'], noOwners],
  ] as const) {
    await arriveAt(server, applicant, '/apply/entity-required', {
      ...given,
      applicationData: { organizationType },
    });
    await page.getByRole('heading', { level: 2, name: 'Documents we accept', exact: true }).waitFor();
    expect(await page.getByRole('listitem').allTextContents()).toEqual(documents);
  }
  // The demo program requires no document.
  await next();
  await sees('Check your answers before you agree and submit');
});

test('if required proof is deferred, the application waits for it, and the finish page says how to send it', async ({
  applicant,
}) => {
  const { page, next, sees, answer } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/authorized-user', {
    domainKey: 'yard-card',
    users: [],
  });
  await answer('No');
  await sees('Add proof of your business');
  await next();
  await page
    .getByText(
      'Error: Upload a photo or a PDF, or provide the document later. Document is required to continue',
    )
    .waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Provide it later');

  // Adding a document removes the error. After the document is removed, Next fails again, and the person defers the document.
  await sendDocument(applicant, photo);
  expect(await page.getByText('Document is required to continue').count()).toBe(0);
  await page.getByRole('button', { name: 'Remove filing.jpg' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await next();
  await page.getByRole('button', { name: 'Provide it later' }).click();
  await passReview(applicant);
  await signAndSubmit(applicant, true);
  await sees('We still need a document from you');
  expect(new URL(page.url()).pathname).toBe('/apply/finish/pending');
  const accepted = page.locator('.accepted-documents').getByRole('listitem');
  expect(await accepted.allTextContents()).toEqual([
    'Articles of organization',
    'Certificate of good standing',
  ]);
  await page
    .getByText(
      'Take a copy of the document to your local store and give them your reference number. The service desk at your store can help.',
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
});
