/** Fills in a whole application on a page that the browser translates. */
import { expect } from 'vitest';
import type { Applicant, TestServer } from './applicant.ts';
import { chooseDocument, pdf } from './documents.ts';
import {
  addOnlyCardUser,
  addOwner,
  begin,
  billingAddress,
  fillApplicant,
  fillBusiness,
  passReview,
  signAndSubmit,
} from './steps.ts';
import { translate, untranslatable } from './translator.ts';

/** Shows a masked answer in the review, hides it again, and changes another answer. */
async function changeInReview({ page, press, sees, fill }: Applicant): Promise<void> {
  await sees('Check your answers before you agree and submit');
  await press('Open all sections');
  await press('Show Social Security number');
  await page.getByText('123-45-6789', { exact: true }).waitFor();
  await press('Hide Social Security number');
  await page.getByRole('link', { name: 'Change Job title' }).click();
  await fill('Job title', '');
  await press('Save and return');
  await page.getByText(/^Error: .* Required Field$/).waitFor();
  await fill('Job title', 'Founder');
  await press('Save and return');
  await page.getByText('Founder', { exact: true }).waitFor();
}

/**
 * Applies for a company with a second owner, a card user, a document and a different billing address while the browser translates
 * the page. The seed determines how the browser translates. Checks after each screen that the page shows what React has rendered,
 * and that every text is the only child of its element.
 */
export async function applyTranslated(applicant: Applicant, server: TestServer, seed: number): Promise<void> {
  const { page } = applicant;
  await translate(page, seed);
  const watched: Applicant = {
    ...applicant,
    sees: async (heading) => {
      await applicant.sees(heading);
      expect(await untranslatable(page), `at ${heading}, seed ${seed}`).toEqual([]);
    },
  };
  await begin(watched, server.at('demo'));
  await fillBusiness(watched, { billing: billingAddress });
  await chooseDocument(watched, pdf('certificate.pdf'));
  await page.getByRole('button', { name: 'Remove certificate.pdf' }).waitFor();
  await watched.next();
  await fillApplicant(watched, '60');
  await watched.answer('Yes');
  await addOwner(watched, 'Sam Lee', '40');
  await watched.next();
  await addOnlyCardUser(watched, 'Ola Berg');
  await changeInReview(watched);
  await passReview(watched);
  await signAndSubmit(watched, true);
  await watched.sees('We received your application');
  const reference = await page.getByText(/^[A-Z]{4}-\d{4}-\d{4}$/).textContent();
  const { status } = await server.services.database.db
    .selectFrom('application')
    .select('status')
    .where('reference_number', '=', reference)
    .executeTakeFirstOrThrow();
  expect(status).toBe('submitted');
}
