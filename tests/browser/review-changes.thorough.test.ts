/** Tests changes of individual answers from the review, and the consequences of these changes (spec section 2, D11). */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';
import { fillAddress } from '../support/browser/steps.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, test } = await setUp({ persistsSession: true });

const theReview = 'Check your answers before you agree and submit';

/** Expands all collapsed parts of the review. */
async function openAllParts({ page }: Applicant): Promise<void> {
  const openAll = page.getByRole('button', { name: 'Open all sections' });
  if (await openAll.isVisible()) await openAll.click();
}

/** Presses the Change link of an answer. */
async function change(applicant: Applicant, label: string): Promise<void> {
  const { page } = applicant;
  await openAllParts(applicant);
  await page.getByRole('link', { name: `Change ${label}`, exact: true }).click();
}

const saveAndReturn = ({ page }: Applicant) => page.getByRole('button', { name: 'Save and return' }).click();

/** Waits until the review shows a changed answer, announces the change, and focuses the answer. */
async function seesChanged(
  { page, sees }: Applicant,
  label: string,
  shown: string,
  shortLabel = label,
): Promise<void> {
  await sees(theReview);
  await page
    .getByRole('status')
    .filter({ hasText: `${label} updated` })
    .waitFor({ state: 'attached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    `${shortLabel}${shown}Change ${label}`,
  );
}

test('one answer can be changed in its own field, is checked as on its screen, and its row gets the focus again', async ({
  applicant,
}) => {
  const { page, sees, fill } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/review');

  const email = 'Business email';
  await change(applicant, email);
  await sees(email);
  expect(new URL(page.url()).pathname).toBe('/apply/review/question/email');
  await fill(email, 'office@');
  await saveAndReturn(applicant);
  await page.getByText(/^Error: .* Invalid email address$/).waitFor();
  await fill(email, 'new@greenacre.example');
  await saveAndReturn(applicant);
  await seesChanged(applicant, email, 'new@greenacre.example');

  // Cancel and Back keep the old answer, even if the person has typed a new one.
  await change(applicant, email);
  await fill(email, 'lost@greenacre.example');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await sees(theReview);
  await change(applicant, email);
  expect(await page.getByRole('textbox', { name: email }).inputValue()).toBe('new@greenacre.example');
  await page.getByRole('link', { name: 'Back' }).click();
  await sees(theReview);

  // In the review, an address is one row. A person changes all its parts together. The state, such as CO, determines which ZIP
  // codes are valid.
  await change(applicant, 'Your home address');
  await sees('Your home address');
  await fillAddress(applicant, { street: '9 Elm St', city: 'Denver', state: 'Colorado (CO)', zip: '55424' });
  await saveAndReturn(applicant);
  await page.getByText(/^Error: .*Postal Code is not valid for CO$/).waitFor();
  await fill('Home ZIP code', '80202');
  await saveAndReturn(applicant);
  await seesChanged(applicant, 'Your home address', '9 Elm St\nDenver, CO 80202', 'Home address');

  // In place of a masked answer, the person can type a new answer. An empty field keeps the old answer.
  await change(applicant, 'Social Security number');
  await page.getByText('Leave this blank to keep the number ending in 0011').waitFor();
  await fill('Social Security number', '123-45-6789');
  await saveAndReturn(applicant);
  await sees(theReview);
  await page.getByText('•••-••-6789').waitFor();
  expect(await page.content()).not.toContain('45-6789');

  // The page can show the Social Security number, because the person typed it on this page. It can't show the EIN, which was
  // entered before the page was opened (D41).
  expect(await page.getByRole('button', { name: 'Show Federal tax ID (EIN)' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Show Social Security number' }).click();
  await page.getByText('123-45-6789').waitFor();
  await page.getByRole('button', { name: 'Hide Social Security number' }).click();
  expect(await page.content()).not.toContain('45-6789');

  const ein = 'Federal tax ID (EIN)';
  await change(applicant, ein);
  await fill(ein, '98-7654321');
  await saveAndReturn(applicant);
  await sees(theReview);
  expect(await page.content()).not.toContain('98-7654321');
  await page.getByRole('button', { name: `Show ${ein}` }).click();
  await page.getByText('98-7654321').waitFor();
  await page.getByRole('button', { name: `Hide ${ein}` }).click();
  expect(await page.content()).not.toContain('98-7654321');

  // Whether a share is valid depends on the shares of the other owners.
  const share = 'How much of the business does Sam Lee own?';
  await change(applicant, share);
  await fill(share, '41');
  await saveAndReturn(applicant);
  await page
    .getByText(/Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: 40%/)
    .waitFor();
  await fill(share, '20');
  await saveAndReturn(applicant);
  await page.getByText(/Percentage owned must be at lease 25%/).waitFor();
  await fill(share, '38');
  await saveAndReturn(applicant);
  await seesChanged(applicant, share, '38%', 'Share of the business');
  const owner = async () =>
    (await storedApplication(server.services, applicationId)).personnel.find(
      ({ personnelType }) => personnelType === 'owner',
    );
  await expect.poll(owner).toMatchObject({ answers: { percentageOwned: 38 } });
});

test('a change that opens new questions goes through them and then to the review', async ({ applicant }) => {
  const { page, next, sees, fill, pick } = applicant;
  await arriveAt(server, applicant, '/apply/review');

  // If the applicant's share gets smaller, someone else could own 25%. So the person must first confirm that no one else does.
  await change(applicant, 'How much of the business do you own?');
  await fill('How much of the business do you own?', '30');
  await saveAndReturn(applicant);
  await sees('Owners of 25% or more');
  await page.evaluate(() => history.pushState(null, '', '/apply/agreement/esign'));
  await sees('Owners of 25% or more');
  await page.getByRole('checkbox', { name: 'No one else owns 25% or more' }).check();
  await next();
  await sees(theReview);
  await openAllParts(applicant);
  await page.getByRole('term').filter({ hasText: 'No one else owns 25% or more' }).waitFor();

  // Changing to a legal form without owners removes the owners. The page asks for confirmation first.
  const form = 'Business structure';
  await change(applicant, form);
  await pick('Sole proprietorship');
  await saveAndReturn(applicant);
  const asks = page.getByRole('alertdialog', { name: 'Remove the owners?' });
  await asks.getByText('If you save, we’ll remove the owners you entered.').waitFor();
  await asks.getByRole('button', { name: 'Keep the owners' }).click();
  await saveAndReturn(applicant);
  await asks.getByRole('button', { name: 'Save and remove owners' }).click();
  await seesChanged(applicant, form, 'Sole proprietorship');
  expect(await page.getByText('Sam Lee').count()).toBe(0);

  // If a change makes a required guarantee optional, the page asks about the guarantee again (D16).
  await change(applicant, form);
  await pick('Government (city, county, or other)');
  await saveAndReturn(applicant);
  await sees('Will you personally guarantee this account?');
  await pick('No');
  await next();
  await sees(theReview);

  // After a change back to a legal form with owners, the page again asks the questions about owners and about the guarantee.
  await change(applicant, form);
  await pick('Partnership');
  await saveAndReturn(applicant);
  await sees('Your home and your share of the business');
  expect(await page.getByRole('textbox', { name: /^How much of the business/ }).inputValue()).toBe('');
  await fill('How much of the business do you own?', '40');
  await next();
  await sees('Will you personally guarantee this account?');
  await pick('Yes');
  await next();
  await sees('Does anyone else own 25% or more of the business?');
});

test('documents are changed on their own screen, which Next skips if no document is required (D54), and then the review follows', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/review', { documents: 1 });
  const label = 'Documents you added';
  await change(applicant, label);
  await sees('Add proof of your business');
  expect(new URL(page.url()).pathname).toBe('/apply/entity-required');
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: /^Remove / }).waitFor({ state: 'detached' });
  await next();
  await sees(theReview);
  await openAllParts(applicant);
  await page
    .getByRole('term')
    .filter({ hasText: label })
    .locator('xpath=following-sibling::dd[1]', { hasText: 'Not provided' })
    .waitFor();
});
