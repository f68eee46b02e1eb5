/** The review: which sections are complete, every answer once, and changing a single one (spec section 2, D11). */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';
import { fillAddress } from '../support/browser/steps.ts';

const { server, test } = await setUp({ persistsSession: true });

const theReview = 'Check your answers before you agree and submit';

/** Follows the Change link of an answer. */
const change = ({ page }: Applicant, label: string) =>
  page.getByRole('link', { name: `Change ${label}`, exact: true }).click();

const saveAndReturn = ({ page }: Applicant) => page.getByRole('button', { name: 'Save and return' }).click();

/** Waits for the review with a changed answer: announced, focused, and shown. */
async function seesChanged({ page, sees }: Applicant, label: string, shown: string): Promise<void> {
  await sees(theReview);
  await page
    .getByRole('status')
    .filter({ hasText: `${label} updated` })
    .waitFor({ state: 'attached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    `${label}${shown}Change ${label}`,
  );
}

/** Every answer of the review as it is read: label, then the text beside it. */
const rows = ({ page }: Applicant) =>
  page
    .getByRole('term')
    .evaluateAll((terms) =>
      terms.map(
        (term) =>
          `${term.textContent}: ${(term.nextElementSibling as HTMLElement).innerText.replaceAll('\n', ' | ')}`,
      ),
    );

test('four sections are named with their state and lead back into each; Next goes on to the review', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  // Nobody gets here before the sections are complete: the first incomplete one is shown instead.
  await arriveAt(server, applicant, '/apply/applicant?part=3');
  page.on('dialog', (leaving) => void leaving.accept());
  await page.goto(`${server.at('demo')}/apply/section-review`);
  await sees('How can we reach you?');

  await arriveAt(server, applicant, '/apply/section-review', {
    owners: [],
    users: [],
    applicationData: { organizationType: 'sole_proprietorship' },
  });
  const listed = () =>
    page.getByRole('listitem').evaluateAll((items) => items.map((item) => item.textContent));
  expect(await listed()).toEqual([
    'Business Completed',
    'You Completed',
    'Owners Not needed for your business',
    'Card users Completed',
  ]);
  await arriveAt(server, applicant, '/apply/section-review');
  expect(await listed()).toEqual([
    'Business Completed',
    'You Completed',
    'Owners Completed',
    'Card users Completed',
  ]);
  await page.getByRole('link', { name: 'You Completed' }).click();
  await sees('Who are you?');
  await page.goBack();
  await sees('Your sections');
  await next();
  await sees('Almost done');
  await page.getByText('There are 4 agreements. You can get a copy of each one.').waitFor();
  await next();
  await sees(theReview);
});

test('every answer stands in the review once, masked where it must be, and what was skipped says so', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/review', {
    documents: 1,
    applicationData: {
      billingAddressLine: 'PO Box 12',
      billingCity: 'Austin',
      billingState: 'TX',
      billingPostalCode: '78701',
    },
    owners: [{ percentageOwned: 40, email: 'sam@greenacre.example' }],
    users: [{ ssn: null }],
  });
  await page.getByText('561730 Landscaping Services').waitFor();
  expect(await rows(applicant)).toEqual([
    'Legal business name: Greenacre Lawn Care LLC',
    'Trade name, or “doing business as” (optional): Not provided',
    'Federal tax ID (EIN): ••-•••6789 | ending in 6 7 8 9',
    'Legal form of the business: Limited liability company (LLC)',
    'Industry: 561730 Landscaping Services',
    'What does the business mainly sell or do?: Lawn care',
    'Business email: office@greenacre.example',
    'Business address: 8111 Lyndale Ave S | Bloomington, MN 55420',
    'Billing address: PO Box 12 | Austin, TX 78701',
    'Years in business: 8',
    'Number of employees: 12',
    'Yearly sales, in US dollars: $1,250,000',
    'Expected purchases, in US dollars: $40,000',
    'Does the business take part in internet gambling?: No',
    'Is the business run mainly on the internet?: No',
    'Your full legal name: Dana Okafor',
    'Date of birth: 04/28/1986',
    'Social Security number: •••-••-0011 | ending in 0 0 1 1',
    'Your email: dana@greenacre.example',
    'Your mobile or main phone: 202-555-0123',
    'Job title: Manager',
    'Your yearly income, in US dollars: $90,000',
    'Do you rent or own your home?: Own',
    'Monthly housing payment, in US dollars: $1,500',
    'Years at this home: 5',
    'How much of the business do you own?: 60%',
    'Your home address: 12 Oak St | Edina, MN 55424',
    'Will you guarantee this account?: Yes',
    'Owners of 25% or more: Dana Okafor, 60% | Sam Lee, 40%',
    'Owner’s full legal name: Sam Lee',
    'Sam Lee’s date of birth: 04/28/1986',
    'How much does Sam Lee own?: 40%',
    'Sam Lee’s Social Security number: •••-••-0021 | ending in 0 0 2 1',
    'Sam Lee’s email: sam@greenacre.example',
    'Sam Lee’s mobile or main phone: 202-555-0123',
    'Sam Lee’s job title: Manager',
    'Does Sam Lee rent or own the home?: Own',
    'Sam Lee’s years at this home: 5',
    'Sam Lee’s home address: 12 Oak St | Edina, MN 55424',
    'People who will have a card: Kim Park',
    'Card user’s full legal name: Kim Park',
    'Kim Park’s date of birth: 01/02/1990',
    'Kim Park’s Social Security number (optional): Not provided',
    'Kim Park’s home address: 12 Oak St | Edina, MN 55424',
    'Documents that you handed in: articles.pdf',
  ]);
  // Each has a link to change it.
  const labels = await page.getByRole('term').allTextContents();
  expect(await page.getByRole('link', { name: /^Change / }).allTextContents()).toEqual(
    labels.map((label) => `Change ${label}`),
  );
});

test('one answer is changed with its own field, checked as there, and its row is focused again', async ({
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
  await page.getByText(/^Error: Invalid email address\./).waitFor();
  await fill(email, 'new@greenacre.example');
  await saveAndReturn(applicant);
  await seesChanged(applicant, email, 'new@greenacre.example');

  // Cancel keeps the old answer, even if something was typed; so does Back.
  await change(applicant, email);
  await fill(email, 'lost@greenacre.example');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await sees(theReview);
  await change(applicant, email);
  expect(await page.getByRole('textbox', { name: email }).inputValue()).toBe('new@greenacre.example');
  await page.getByRole('link', { name: 'Back' }).click();
  await sees(theReview);

  // An address is one row and one change; its state decides whether the ZIP code is valid.
  await change(applicant, 'Your home address');
  await sees('Your home address');
  await fillAddress(applicant, { street: '9 Elm St', city: 'Denver', state: 'Colorado (CO)', zip: '55424' });
  await saveAndReturn(applicant);
  await page.getByText(/^Error: Postal Code is not valid for CO/).waitFor();
  await fill('Home ZIP code', '80202');
  await saveAndReturn(applicant);
  await seesChanged(applicant, 'Your home address', '9 Elm St\nDenver, CO 80202');

  // A masked answer is asked again, and may stay.
  await change(applicant, 'Social Security number');
  await page.getByText('Leave this empty to keep •••-••-0011').waitFor();
  await fill('Social Security number', '123-45-6789');
  await saveAndReturn(applicant);
  await sees(theReview);
  await page.getByText('•••-••-6789').waitFor();
  expect(await page.content()).not.toContain('45-6789');

  // A share is checked together with the others.
  const share = 'How much does Sam Lee own?';
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
  await seesChanged(applicant, share, '38%');
  const stored = () =>
    server.services.database.db
      .selectFrom('personnel')
      .select('answers')
      .where('application_id', '=', applicationId ?? '')
      .where('personnel_type', '=', 'owner')
      .executeTakeFirst();
  await expect.poll(stored).toMatchObject({ answers: { percentageOwned: 38 } });
});

test('a change that opens new questions leads through them, and then back to the review', async ({
  applicant,
}) => {
  const { page, next, sees, fill, pick } = applicant;
  await arriveAt(server, applicant, '/apply/review');

  // With a smaller share of the applicant, someone else may own 25 %: that must be confirmed first.
  await change(applicant, 'How much of the business do you own?');
  await fill('How much of the business do you own?', '30');
  await saveAndReturn(applicant);
  await sees('Owners of 25% or more');
  await page.evaluate(() => history.pushState(null, '', '/apply/agreement/esign'));
  await sees('Owners of 25% or more');
  await pick('No');
  await page.getByRole('checkbox', { name: 'No one else owns 25% or more' }).check();
  await next();
  await sees(theReview);
  await page.getByRole('term').filter({ hasText: 'No one else owns 25% or more' }).waitFor();

  // A legal form without owners removes them, after a confirmation.
  const form = 'Legal form of the business';
  await change(applicant, form);
  await pick('Sole proprietorship');
  await saveAndReturn(applicant);
  const asks = page.getByRole('alertdialog', { name: 'Save this change?' });
  await asks.getByText('The owners that you entered will be removed.').waitFor();
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await saveAndReturn(applicant);
  await asks.getByRole('button', { name: 'Save and return' }).click();
  await seesChanged(applicant, form, 'Sole proprietorship');
  expect(await page.getByText('Sam Lee').count()).toBe(0);

  // If no guarantee is required, one given because it was required is asked again (D16).
  await change(applicant, form);
  await pick('City, county or other public body');
  await saveAndReturn(applicant);
  await sees('Will you guarantee this account?');
  await pick('No');
  await next();
  await sees(theReview);

  // Back to a form with owners: what was forgotten with them is asked again, and so is the guarantee.
  await change(applicant, form);
  await pick('Partnership');
  await saveAndReturn(applicant);
  await sees('Your share of the business');
  expect(await page.getByRole('textbox').inputValue()).toBe('');
  await fill('How much of the business do you own?', '40');
  await next();
  await sees('Will you guarantee this account?');
  await pick('Yes');
  await next();
  await sees('Does anyone else own 25% or more?');
});

test('an address of the review that asks nothing leads to the review, or as far as the answers go', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  page.on('dialog', (leaving) => void leaving.accept());
  const origin = server.at('demo');
  await arriveAt(server, applicant, '/apply/review');
  for (const path of [
    '/apply/review/question/favoriteColor',
    '/apply/review/question/__proto__',
    '/apply/review/question/fullName?owner=7',
    '/apply/review/question/',
    '/apply/review/edit',
    '/apply/review/edit?answers=nothing',
  ]) {
    await page.goto(origin + path);
    await page.waitForURL(`${origin}/apply/review`);
    await sees(theReview);
  }
  await page.goto(`${origin}/apply/review/question/dba`);
  await sees(/Trade name/);
  await page.goto(`${origin}/apply/review/edit?answers=business-address`);
  await sees('Business address');
  await arriveAt(server, applicant, '/apply/applicant');
  await page.goto(`${origin}/apply/review/question/dba`);
  await sees('Who are you?');
});
