import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { pdf, sendDocument } from '../support/browser/documents.ts';
import { setUp } from '../support/browser/set-up.ts';
import {
  addOnlyCardUser,
  addOwner,
  begin,
  billingAddress,
  fillApplicant,
  fillBusiness,
  passReview,
  signAndSubmit,
} from '../support/browser/steps.ts';
import { readableText } from '../support/readable-text.ts';
import { canaries, samplePdf } from '../support/sample-application.ts';

const { server, test } = await setUp();

/** Returns the texts of all files in a folder and its subfolders. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(server.dataDir, folder), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')));
}

test('an LLC with a second owner, a card user, a certificate and another billing address applies', async ({
  applicant,
}) => {
  const { page, next, answer, sees } = applicant;
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant, { billing: billingAddress });
  await sendDocument(applicant, pdf('certificate.pdf', samplePdf));
  await next();
  await fillApplicant(applicant, '60');
  await answer('Yes');
  await addOwner(applicant, 'Sam Lee', '40');
  expect(await page.getByRole('img', { name: '100% of the business is accounted for.' }).isVisible()).toBe(
    true,
  );
  await next();
  await addOnlyCardUser(applicant, 'Ola Berg');

  await passReview(applicant);
  await signAndSubmit(applicant, true);
  await sees('We received your application');
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
  const documents = await db
    .selectFrom('document')
    .selectAll()
    .where('application_id', '=', row.id)
    .execute();
  expect(documents.map(({ content_type: type }) => type)).toEqual(['application/pdf']);
  const stored = readableText([row, people, documents]);
  for (const secret of [
    '123456789',
    'Dana',
    'certificate',
    '1986-04-28',
    '1250000',
    '85000',
    canaries.document,
  ]) {
    expect(stored, secret).not.toContain(secret);
  }

  // If a person visits another site and comes back, the finish page shows only sentences that are true for every application. The
  // card then shows no name (D64).
  // `onCard` removes all spaces, because the text of the card has no space where the card breaks the name into two lines.
  const onCard = async () =>
    (await page.getByRole('main').getByRole('img').textContent())?.replaceAll(/\s/g, '');
  expect(await onCard()).toContain('BrightLawnCareLLC');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await sees('Check your email for the confirmation');
  expect(await onCard()).not.toContain('BrightLawnCareLLC');
  expect(await page.content()).not.toContain(String(reference));

  await server.outbox.runOnce();
  const [mail] = (await filesIn('mail')).filter((text) => text.includes(String(reference)));
  expect(mail).toContain('dana@greenacre.example');
  const deliveries = (await filesIn('deliveries')).filter((text) => text.split('.').length === 5);
  expect(deliveries).toHaveLength(1);
});

test('a person without authority is stopped, and can change the answer', async ({ applicant }) => {
  const { page, next, answer, sees } = applicant;
  await page.goto(server.at('demo'));
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await page.getByRole('checkbox', { name: 'I have read this and I agree' }).check();
  await next();
  await sees(/authorized to act/);
  await answer('No');
  await page.getByText('Visit your local merchant for help.').first().waitFor();
  await page.getByRole('button', { name: 'Change my answer' }).click();
  await sees(/authorized to act/);
  await answer('No');
  await page.getByRole('button', { name: 'End application' }).click();
  await sees('You ended your application');
});
