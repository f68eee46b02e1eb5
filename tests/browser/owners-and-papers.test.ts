/** Lists of people and uploads as a person meets them: back and forth, taken out again, refused and sent again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { largestDocument } from '../../form/document-limits.ts';
import type { Applicant, TestServer } from './applicant.ts';
import { newApplicant, startBrowser, startTestServer } from './applicant.ts';
import { begin, fillApplicant, fillBusiness, fillOwner } from './steps.ts';

let server: TestServer;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'papers-'));
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#987' } })
    .jpeg()
    .toBuffer();
  await writeFile(join(folder, 'filing.jpg'), photo);
  await writeFile(join(folder, 'empty.pdf'), '');
  await writeFile(join(folder, 'huge.pdf'), Buffer.alloc(largestDocument + 1));
  await writeFile(join(folder, 'note.txt'), 'articles of organization');
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true });
});

/** Picks a file for the button of this name. */
async function choose({ page }: Applicant, file: string, button = 'Choose a file'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await chooser).setFiles(join(folder, file));
}

const cards = ({ page }: Applicant) => page.locator('.person-card').getByRole('heading').allTextContents();

test('owners are added, left out, gone back over and removed', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, sees, pick, fill } = applicant;
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant);
  await next();
  await fillApplicant(applicant, { share: '40' });
  await pick('Yes');
  await next();
  await sees('Does anyone else own 25% or more?');
  await pick('Yes');
  await next();
  await fillOwner(applicant, 'Sam Alder', '30');

  await sees('Owners of 25% or more');
  expect(await cards(applicant)).toEqual(['Dana Okafor (you)', 'Sam Alder']);
  await page.getByText('70% of 100% listed. 30% unclaimed.').waitFor();
  expect(await page.getByRole('button', { name: 'Remove Dana Okafor' }).count()).toBe(0);

  // One who was only announced is taken back by going back.
  await pick('Yes');
  await next();
  await sees('Who is the other owner?');
  await page.goBack();
  await sees('Owners of 25% or more');
  await next();

  // One who was begun is left out, and Back passes over where they were.
  await fill('Owner’s full legal name', 'Kim Begun');
  await next();
  await sees('Kim Begun: birth date and share');
  await page.getByRole('button', { name: 'Leave this owner out' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove Kim Begun?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await sees('Owners of 25% or more');
  expect(await cards(applicant)).toEqual(['Dana Okafor (you)', 'Sam Alder']);
  await page.goBack();
  await sees('Sam Alder: home address');
  await page.getByRole('radio', { name: '12 Oak St, Austin, TX 78701' }).check();
  expect(await page.getByRole('textbox', { name: /city/ }).inputValue()).toBe('Austin');
  await next();
  await sees('Owners of 25% or more');

  // No one else: that must be confirmed. The last one who is removed opens the question again.
  await pick('No');
  await next();
  await page.getByText('Required Field. Tick the box if it is so, or add the owner.').waitFor();
  await page.getByRole('checkbox', { name: 'No one else owns 25% or more' }).check();
  await next();
  await sees('Should anyone else have a card?');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Remove Sam Alder' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await sees('Does anyone else own 25% or more?');
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  await applicant.close();
});

test('papers are refused in words, added up to the limit, and removed', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, sees } = applicant;
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant);
  await choose(applicant, 'empty.pdf');
  await page.getByText('The file is empty. Choose another one.').waitFor();
  await choose(applicant, 'huge.pdf');
  await page.getByText('The file must be 10 MB or smaller.').waitFor();
  await choose(applicant, 'note.txt');
  await page.getByText('The file must be a PDF, JPEG or PNG.').waitFor();

  await applicant.context.setOffline(true);
  await choose(applicant, 'filing.jpg');
  await page.getByText('The file could not be uploaded. Try again.').waitFor();
  await applicant.context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  const files = page.locator('.file-card');
  await files.first().waitFor();
  for (let count = 2; count <= 5; count += 1) {
    await choose(applicant, 'filing.jpg');
    await files.nth(count - 1).waitFor();
  }
  await page.getByText('You can send 5 files at most. Remove one to add another.').waitFor();
  await page.getByRole('button', { name: 'Remove filing.jpg' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  expect(await files.count()).toBe(4);
  await next();
  await sees('Who are you?');
  await applicant.close();
});

test('where proof is required, Next asks for it, or to send it later (D26)', async () => {
  const applicant = await newApplicant(browser);
  const { page, next, sees, pick } = applicant;
  await begin(applicant, server.at('yard-card'));
  await fillBusiness(applicant, { legalForm: 'Sole proprietorship' });
  await page.getByRole('button', { name: 'Skip this step' }).click();
  await fillApplicant(applicant, {});
  await pick('Yes');
  await next();
  await sees('Should anyone else have a card?');
  await page.getByRole('button', { name: 'Skip this step' }).click();
  await sees('Papers that prove your business');
  await page.getByText('DBA or fictitious-name filing').waitFor();
  await next();
  await page.getByText(/^Error: Document is required to continue/).waitFor();
  await choose(applicant, 'filing.jpg');
  await page.getByRole('button', { name: 'Remove filing.jpg' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await next();
  await page.getByRole('button', { name: 'Send it later' }).click();
  await sees('Your sections');
  await applicant.close();
});
