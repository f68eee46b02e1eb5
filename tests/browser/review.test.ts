/** Tests that the review shows which sections are complete, and shows each answer exactly once (spec section 2, D11). */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

const theReview = 'Check your answers before you agree and submit';

/** Returns every row of the review as a person reads it: the label, then the answer. */
const rows = ({ page }: Applicant) =>
  page
    .getByRole('term')
    .evaluateAll((terms) =>
      terms.map(
        (term) =>
          `${term.textContent}: ${(term.nextElementSibling as HTMLElement).innerText.replaceAll('\n', ' | ')}`,
      ),
    );

test('four sections are listed with their main answers, their state and a link, and Next goes to the review', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  // If any section is incomplete, the page shows the first incomplete section instead of the review.
  await arriveAt(server, applicant, '/apply/applicant?part=2');
  page.on('dialog', (leaving) => void leaving.accept());
  await page.goto(`${server.at('demo')}/apply/section-review`);
  await sees('Your contact details and job');

  await arriveAt(server, applicant, '/apply/section-review', {
    owners: [],
    users: [],
    applicationData: { organizationType: 'sole_proprietorship' },
  });
  const listed = () =>
    page.getByRole('listitem').evaluateAll((items) => items.map((item) => item.textContent));
  expect(await listed()).toEqual([
    'Business Greenacre Lawn Care LLC, Bloomington, MN Completed',
    'You Dana Okafor, Edina, MN Completed',
    'Owners Not needed for your business',
    'Card users Only you Completed',
  ]);
  await arriveAt(server, applicant, '/apply/section-review');
  expect(await listed()).toEqual([
    'Business Greenacre Lawn Care LLC, Bloomington, MN Completed',
    'You Dana Okafor, Edina, MN Completed',
    'Owners Dana Okafor 60%, Sam Lee 40% Completed',
    'Card users You, Kim Park Completed',
  ]);
  await page.getByRole('link', { name: /^You Dana Okafor/ }).click();
  await sees('Who’s applying?');
  await page.goBack();
  await sees('Your progress so far');
  await next();
  await sees(theReview);
  await arriveAt(server, applicant, '/apply/review/intro');
  await page.getByText(/^There are 4 agreements\. Reading them takes about \d+ minutes\.$/).waitFor();
  await next();
  await sees(theReview);
});

test('the first screen already says how long reading all agreements takes', async ({ applicant }) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/review/intro');
  const said = page.getByText(/^There are 4 agreements\. Reading them takes about \d+ minutes\.$/);
  const [minutes] = /\d+(?= minutes)/.exec(await said.innerText()) ?? [];
  page.on('dialog', (leaving) => void leaving.accept());
  await page.goto(server.at('demo'));
  await page
    .getByText(new RegExp(`^About \\d+ minutes to fill out, ${minutes} to read$`))
    .first()
    .waitFor();
});

test('the review shows every answer once, masked if it must be, and marks skipped answers', async ({
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
  await page.getByRole('button', { name: 'Open all sections' }).click();
  await page.getByText('561730 Landscaping Services').waitFor();
  expect(await rows(applicant)).toEqual([
    'Business structure: Limited liability company (LLC)',
    'Legal business name: Greenacre Lawn Care LLC',
    'Trade name or DBA: Not provided',
    'Business email: office@greenacre.example',
    'Federal tax ID (EIN): ••-•••6789 | ending in 6 7 8 9',
    'Industry: 561730 Landscaping Services',
    'Main business: Lawn care',
    'Business address: 8111 Lyndale Ave S | Bloomington, MN 55420',
    'Billing address: PO Box 12 | Austin, TX 78701',
    'Years in business: 8',
    'Number of employees: 12',
    'Yearly sales: $1,250,000',
    'Expected purchases: $40,000',
    'Internet gambling: No',
    'Runs mainly online: No',
    'Full legal name: Dana Okafor',
    'Date of birth: 04/28/1986',
    'Social Security number: •••-••-0011 | ending in 0 0 1 1',
    'Email: dana@greenacre.example',
    'Phone number: 202-555-0123',
    'Job title: Manager',
    'Yearly income: $90,000',
    'Rent or own: Own',
    'Monthly housing payment: $1,500',
    'Years at current home: 5',
    'Share of the business: 60%',
    'Home address: 12 Oak St | Edina, MN 55424',
    'Personal guarantee: Yes',
    'Owners of 25% or more: Dana Okafor, 60% | Sam Lee, 40%',
    'Full legal name: Sam Lee',
    'Date of birth: 04/28/1986',
    'Share of the business: 40%',
    'Email: sam@greenacre.example',
    'Phone number: 202-555-0123',
    'Social Security number: •••-••-0021 | ending in 0 0 2 1',
    'Job title: Manager',
    'Rent or own: Own',
    'Years at current home: 5',
    'Home address: 12 Oak St | Edina, MN 55424',
    'Others who need a card: Kim Park',
    'Full legal name: Kim Park',
    'Date of birth: 01/02/1990',
    'Social Security number: Not provided',
    'Home address: 12 Oak St | Edina, MN 55424',
    'Documents you added: articles.pdf',
  ]);
  // Each answer has a Change link. The text of the link names the person whom the answer is about.
  const links = await page.getByRole('link', { name: /^Change / }).allTextContents();
  expect(links).toHaveLength(await page.getByRole('term').count());
  expect(new Set(links).size).toBe(links.length);
  expect(links).toContain('Change How much of the business does Sam Lee own?');
  // On a phone, each label fits on one line. The links aren't bolder than the answers.
  const heights = await page.getByRole('term').evaluateAll((terms) => terms.map((one) => one.clientHeight));
  expect(new Set(heights).size).toBe(1);
  const weight = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Number(getComputedStyle(element).fontWeight));
  expect(await weight('.answer-change a')).toBeLessThanOrEqual(await weight('.answer-row dd'));
});

test('at the first visit, the business and the applicant are open, and closed parts show a summary', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/review', { users: [] });
  const parts = page.getByRole('button', { expanded: false });
  const closed = [
    'Owners Dana Okafor 60%, Sam Lee 40%',
    'Card users Only you',
    'Proof of business Optional. Not provided',
  ];
  expect(await parts.allTextContents()).toEqual(closed);
  const open = page.getByRole('button', { expanded: true });
  expect(await open.allTextContents()).toEqual(['Business ', 'You ']);
  await page.getByRole('term').filter({ hasText: 'Monthly housing payment' }).waitFor();

  // A co-owner's answers are in the part about owners, under the co-owner's name.
  await parts.first().click();
  await page.getByRole('heading', { level: 3, name: 'Owner: Sam Lee' }).waitFor();
  await page.getByRole('button', { name: 'Open all sections' }).click();
  await page.getByRole('button', { name: 'Close all sections' }).click();
  const opened = ['Business Greenacre Lawn Care LLC, Bloomington, MN', 'You Dana Okafor, Edina, MN'];
  expect(await parts.allTextContents()).toEqual([...opened, ...closed]);
  expect(await page.getByRole('term').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2000);
  await parts.first().focus();
  await page.keyboard.press('Enter');
  await page.getByText('561730 Landscaping Services').waitFor();
  expect(await page.getByRole('button', { expanded: true }).count()).toBe(1);
  // If an answer is missing in a part of the review, this part has no check mark.
  const marked = (part: string) =>
    page.getByRole('button', { name: part }).locator('.summary-title .icon').count();
  expect([await marked('You Dana Okafor'), await marked('Proof of business')]).toEqual([1, 0]);

  // Printing expands all collapsed parts.
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('term').filter({ hasText: 'Monthly housing payment' }).waitFor();
});
