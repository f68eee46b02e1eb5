import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { canaries, samplePdf } from '../sample-application.ts';
import { pdf, sendPaper } from './papers.ts';
import { setUp } from './set-up.ts';
import {
  begin,
  fillApplicant,
  fillAuthorizedUser,
  fillBusiness,
  fillOwner,
  passReview,
  signAndSubmit,
} from './steps.ts';

const { server, test } = await setUp();

/** The text of every file below a folder. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(server.dataDir, folder), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')));
}

test('an LLC with a second owner, a card user, a certificate and another billing address', async ({
  applicant,
}) => {
  const { page, next, pick, sees } = applicant;
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant, {
    billing: { street: 'PO Box 12', city: 'Austin', state: 'TX', zip: '78701' },
  });
  await sendPaper(applicant, pdf('certificate.pdf', samplePdf));
  await next();

  await fillApplicant(applicant, { share: '60' });
  await pick('Yes');
  await next();
  await sees('Does anyone else own 25% or more?');
  await pick('Yes');
  await next();
  await fillOwner(applicant, 'Sam Lee', '40');
  await sees('Owners of 25% or more');
  expect(await page.getByText('100% of 100% listed. 0% unclaimed.').first().isVisible()).toBe(true);
  await next();
  await sees('Should anyone else have a card?');
  await pick('Yes');
  await next();
  await fillAuthorizedUser(applicant, 'Ola Berg');
  await sees('People who will have a card');
  await pick('No');
  await next();

  await passReview(applicant);
  await signAndSubmit(applicant, true);
  await sees('We have your application');
  const reference = await page.getByText(/^[A-Z]{4}-\d{4}-\d{4}$/).textContent();
  expect(await page.getByText('d•••@greenacre.example').isVisible()).toBe(true);

  const { db } = server.services.database;
  const row = await db
    .selectFrom('application')
    .selectAll()
    .where('reference_number', '=', reference ?? '')
    .executeTakeFirstOrThrow();
  expect(row.status).toBe('submitted');
  const people = await db.selectFrom('personnel').selectAll().where('application_id', '=', row.id).execute();
  expect(people.map((person) => person.personnel_type).sort()).toEqual([
    'applicant',
    'authorized_user',
    'owner',
  ]);
  const papers = await db.selectFrom('document').selectAll().where('application_id', '=', row.id).execute();
  expect(papers.map((paper) => paper.file_name)).toEqual(['certificate.pdf']);
  const stored =
    JSON.stringify([row, people]) + papers.map(({ content }) => content.toString('latin1')).join('');
  for (const secret of ['123456789', '987654321', '1986-04-28', '1250000', '85000', canaries.paper]) {
    expect(stored, secret).not.toContain(secret);
  }

  await server.outbox.runOnce();
  const [mail] = (await filesIn('mail')).filter((text) => text.includes(String(reference)));
  expect(mail).toContain('dana@greenacre.example');
  const deliveries = (await filesIn('deliveries')).filter((text) => text.split('.').length === 5);
  expect(deliveries).toHaveLength(1);
});

test('a sole proprietorship is asked nothing about owners', async ({ applicant }) => {
  const { page, next, pick, sees } = applicant;
  await begin(applicant, server.at('toro'));
  await fillBusiness(applicant, { legalForm: 'Sole proprietorship' });
  await next();
  await fillApplicant(applicant, {});
  await pick('Yes');
  await next();
  await sees('Should anyone else have a card?');
  await pick('No');
  await next();
  await sees('Papers that prove your business');
  await next();
  await passReview(applicant);
  await signAndSubmit(applicant, true);
  await sees('We have your application');
  expect(page.url()).toContain('/apply/finish/completed');
});

test('a municipality applies without a guarantor', async ({ applicant }) => {
  const { next, pick, sees } = applicant;
  await begin(applicant, server.at('exmark'));
  await fillBusiness(applicant, { legalForm: 'City, county or other public body' });
  await next();
  await fillApplicant(applicant, {});
  await pick('No');
  await next();
  await sees('Should anyone else have a card?');
  await pick('No');
  await next();
  await sees('Papers that prove your business');
  await next();
  await passReview(applicant);
  await signAndSubmit(applicant, false);
  await sees('We have your application');
});

test('who has no authority is stopped, and can take the answer back', async ({ applicant }) => {
  const { page, next, pick, sees } = applicant;
  await page.goto(server.at('demo'));
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await page.getByRole('checkbox', { name: 'I have read this and I agree' }).check();
  await next();
  await sees(/authority to act/);
  await pick('No');
  await next();
  await page.getByText('Please visit your local merchant.').first().waitFor();
  await page.getByRole('button', { name: 'Change my answer' }).click();
  await sees(/authority to act/);
  await pick('No');
  await next();
  await page.getByRole('button', { name: 'End application' }).click();
  await sees('You canceled');
});

test('who declines a guarantee that is required is stopped', async ({ applicant }) => {
  const { page, next, pick, sees } = applicant;
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant);
  await next();
  await fillApplicant(applicant, { share: '100' });
  await pick('No');
  await next();
  await page.getByText('This account needs a personal guarantee.').waitFor();
  await page.getByRole('button', { name: 'Change my answer' }).click();
  await sees('Will you guarantee this account?');
  await pick('Yes');
  await next();
  await sees('Owners of 25% or more');
});

test('an owner who was begun can be left out', async ({ applicant }) => {
  const { page, next, pick, sees, fill } = applicant;
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant);
  await next();
  await fillApplicant(applicant, { share: '60' });
  await pick('Yes');
  await next();
  await sees('Does anyone else own 25% or more?');
  await pick('Yes');
  await next();
  await fill('Owner’s full legal name', 'Kim Gone');
  await next();
  await sees('Kim Gone: birth date and share');
  await page.getByRole('button', { name: 'Leave this owner out' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove Kim Gone?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await sees('Does anyone else own 25% or more?');
  await pick('No');
  await next();
  await sees('Should anyone else have a card?');
  const names = () => server.services.database.db.selectFrom('personnel').select('answers').execute();
  await expect.poll(async () => JSON.stringify(await names())).not.toContain('Kim Gone');
});

test('an edit from the review that breaks the total is refused there, and a good one comes back', async ({
  applicant,
}) => {
  const { page, next, pick, sees, fill } = applicant;
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant);
  await next();
  await fillApplicant(applicant, { share: '60' });
  await pick('Yes');
  await next();
  await pick('Yes');
  await next();
  await fillOwner(applicant, 'Sam Lee', '40');
  await sees('Owners of 25% or more');
  await next();
  await sees('Should anyone else have a card?');
  await pick('No');
  await next();
  await sees('Papers that prove your business');
  await next();
  await sees('Your sections');
  await next();
  await next();
  await sees('Check your answers before you agree and submit');
  await page.getByRole('link', { name: /Change.*How much of the business do you own/ }).click();
  await fill('How much of the business do you own?', '70');
  await page.getByRole('button', { name: 'Save and return' }).click();
  await page
    .getByText('Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: 60%')
    .waitFor();
  await fill('How much of the business do you own?', '50');
  await page.getByRole('button', { name: 'Save and return' }).click();
  await sees('Check your answers before you agree and submit');
  await page.getByText('50%').first().waitFor();
});
