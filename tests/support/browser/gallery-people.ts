/** Middle part of the gallery: the screens about the applicant, the other owners, and the card users. */
import type { Applicant } from './applicant.ts';
import type { Given } from './arrive.ts';
import { zipOfOtherState } from './gallery-business.ts';
import type { GalleryEntry, Steps } from './gallery-entry.ts';
import { at, refused, refusedAfter, withErrors } from './gallery-entry.ts';

/** An application in which 30% is unclaimed, so that there may be another owner. */
const someUnclaimed: Given = { applicant: { percentageOwned: 40 }, owners: [{ percentageOwned: 30 }] };

const takeEnteredAddress: Steps = async ({ page }) => {
  await page
    .getByRole('radio', { name: /12 Oak St|8111 Lyndale/ })
    .first()
    .check();
};

/** Presses Remove next to a person's name, and waits for the confirmation dialog. */
const remove =
  (name: string): Steps =>
  async ({ page }) => {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('alertdialog').waitFor();
  };

/** Ticks the box that confirms that there is no other owner. */
const noOther: Steps = ({ tick }) => tick('No one else owns 25% or more');

/** Fills in the email address and phone number of Sam Lee, the owner. */
const reachSam = async (fill: Applicant['fill']) => {
  await fill('Sam Lee’s email', 'sam@greenacre.example');
  await fill('Sam Lee’s mobile or primary phone number', '202-555-0199');
};

const guarantee = '/apply/applicant/guarantor-question';
const ssn = '/apply/applicant';

export const applicant: readonly GalleryEntry[] = [
  ...withErrors('/apply/applicant', async ({ fill, fillDate }) => {
    await fill('Your full legal name', 'Dana Okafor');
    await fillDate('13', '28', '1986');
    await fill('Social Security number', '123-45-6789');
  }),
  at('/apply/applicant', 'calendar', ({ page }) =>
    page.getByRole('button', { name: 'Choose from calendar' }).focus(),
  ),
  at(
    '/apply/applicant',
    'too-young',
    refusedAfter(async ({ fill, fillDate }) => {
      await fill('Your full legal name', 'Dana Okafor');
      await fillDate('1', '1', String(new Date().getFullYear() - 17));
      await fill('Social Security number', '123-45-6789');
    }),
  ),
  at(ssn, 'hidden', ({ fill }) => fill('Social Security number', '123-45-6789')),
  at(ssn, 'shown', async ({ page, fill }) => {
    await fill('Social Security number', '123-45-6789');
    await page.getByRole('button', { name: /^Show/ }).click();
  }),
  at(ssn, 'doubtful', async ({ page, fill }) => {
    await fill('Social Security number', '912-34-5678');
    // Presses Tab twice, because the Show button is also a tab stop.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.getByText('This looks like an ITIN').waitFor();
  }),
  {
    ...at('/apply/applicant?part=2', '', async ({ page, sees }) => {
      await page.getByRole('link', { name: 'Back' }).click();
      await sees('Who’s applying?');
      await page.getByText('ending in').waitFor();
    }),
    name: 'applicant-saved',
  },
  ...withErrors('/apply/applicant?part=2', async ({ fill }) => {
    await fill('Your email', 'dana@greenacre.example');
    await fill('Your mobile or primary phone number', '202-555-0123');
    await fill('Job title', 'Owner');
    await fill(/Your yearly income/, '85,000.50');
  }),
  ...withErrors('/apply/applicant?part=3', async ({ fill, pick }) => {
    await pick('Rent');
    await fill(/Monthly housing payment/, '1500');
    await fill('Years at your current home', '4');
    await fill('How much of the business do you own?', '101');
  }),
  ...withErrors('/apply/applicant/address', zipOfOtherState),
  at('/apply/applicant/address', 'entered-before', takeEnteredAddress),
  ...withErrors(guarantee),
  at(guarantee, 'stop', async ({ pick, next, sees }) => {
    await pick('No');
    await next();
    await sees('You can’t apply online with this answer');
  }),
];

export const owners: readonly GalleryEntry[] = [
  ...withErrors('/apply/owner'),
  at('/apply/owner', 'yes', ({ pick }) => pick('Yes'), { owners: [] }),
  at(
    '/apply/owner',
    'yes-in-error',
    refusedAfter(({ pick }) => pick('Yes')),
    { owners: [] },
  ),
  at('/apply/owner?part=2&owner=1'),
  at(
    '/apply/owner?part=2&owner=1',
    'in-error',
    refusedAfter(({ fill }) => fill('Owner’s full legal name', '')),
  ),
  ...withErrors('/apply/owner/info?owner=1', async ({ fill, fillDate }) => {
    await fillDate('2', '29', '1984');
    await fill('How much of the business does Sam Lee own?', '20');
    await reachSam(fill);
  }),
  at(
    '/apply/owner/info?owner=1',
    'too-much',
    refusedAfter(async ({ fill, fillDate }) => {
      await fillDate('2', '29', '1984');
      await fill('How much of the business does Sam Lee own?', '45');
      await reachSam(fill);
    }),
  ),
  ...withErrors('/apply/owner/info?part=2&owner=1', async ({ fill, pick }) => {
    await fill('Sam Lee’s Social Security number', '123-45-6789');
    await fill('Sam Lee’s job title', 'Manager');
    await pick('Own');
    await fill('How long has Sam Lee lived at their current home?', '9.5');
  }),
  ...withErrors('/apply/owner/address?owner=1', zipOfOtherState),
  at('/apply/owner/address?owner=1', 'entered-before', takeEnteredAddress),
  at('/apply/owner/list'),
  at('/apply/owner/list', 'remove', remove('Sam Lee')),
  at('/apply/owner/list', 'some-unclaimed', undefined, someUnclaimed),
  at('/apply/owner/list', 'no-other', noOther, someUnclaimed),
  at('/apply/owner/list', 'no-other-in-error', refused, someUnclaimed),
  at('/apply/owner/list', 'applicant-below-25', undefined, {
    applicant: { percentageOwned: 10 },
    owners: [{ percentageOwned: 45 }, { fullName: 'Wilhelmina Vandersloot-Aguirre', percentageOwned: 45 }],
  }),
];

const kim = 'user=1';

export const cardUsers: readonly GalleryEntry[] = [
  ...withErrors('/apply/authorized-user'),
  at('/apply/authorized-user', 'yes', ({ pick }) => pick('Yes'), { users: [] }),
  at(`/apply/authorized-user?part=2&${kim}`),
  at(
    `/apply/authorized-user?part=2&${kim}`,
    'in-error',
    refusedAfter(({ fill }) => fill('Card user’s full legal name', '')),
  ),
  at(`/apply/authorized-user/info?${kim}`),
  at(
    `/apply/authorized-user/info?${kim}`,
    'in-error',
    refusedAfter(({ fill }) => fill(/Social Security number/, '123')),
  ),
  at(
    `/apply/authorized-user/info?${kim}`,
    'one-wrong',
    refusedAfter(({ fillDate }) => fillDate('2', '30', '1999')),
  ),
  ...withErrors(`/apply/authorized-user/address?${kim}`, zipOfOtherState),
  at('/apply/authorized-user/list'),
  at('/apply/authorized-user/list', 'remove', remove('Kim Park')),
  at('/apply/authorized-user/list', 'not-removed', async (applicant) => {
    const { page } = applicant;
    await page.route('**/api/v1/personnel/*', (route) => route.fulfill({ status: 500 }));
    await remove('Kim Park')(applicant);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    // Presses Enter, because the page takes two quick clicks in one place for a double click and ignores the second click.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).press('Enter');
    await page.getByText('Error removing personnel').waitFor();
  }),
  at('/apply/authorized-user/list', 'full', undefined, {
    users: Array.from({ length: 10 }, (_, index) => ({ fullName: `Kim Park ${index + 1}`, ssn: null })),
  }),
];
