/** First part of the gallery: the screens of the start and the business section. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { samplePdf } from '../sample-application.ts';
import type { Given } from './arrive.ts';
import type { Document } from './documents.ts';
import { chooseDocument, pdf, sendDocument } from './documents.ts';
import type { GalleryEntry, Steps } from './gallery-entry.ts';
import { at, refusedAfter, withErrors } from './gallery-entry.ts';
import { businessAddress, chooseIndustry, fillAddress } from './steps.ts';

const articles = pdf('articles-of-organization.pdf', samplePdf);
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('articles of organization') };

/** Returns a picture that looks like a photo of a document on a table. */
async function photographOfDocument(): Promise<Document> {
  const document = await sharp({ create: { width: 200, height: 280, channels: 3, background: '#f4f1e8' } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width: 480, height: 360, channels: 3, background: '#8a6d4b' } })
    .composite([{ input: document }])
    .jpeg()
    .toBuffer();
  return { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer };
}

/** Selects the only program that requires a document. */
export const documentRequired: Given = { domainKey: 'yard-card' };

/** Uploads a document, and waits until the page lists it. */
export const sendArticles: Steps = (applicant) => sendDocument(applicant, articles);

/** Waits until screen readers announce a text that the page sets only after a pause in typing (`useSettled`). */
const announced = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

/** Searches the industries, and waits until the page announces what it found. */
const searchIndustry =
  (text: string): Steps =>
  async ({ page }) => {
    await page.getByRole('button', { name: /Choose an industry/ }).click();
    const search = page.getByRole('dialog').getByRole('combobox');
    await search.fill(text);
    const said = text === '' ? /^Type what/ : /match|results/i;
    await announced(page, said);
    if (text === 'lawn') await page.waitForFunction(() => CSS.highlights.has('match'));
  };

/** Picks an industry, and waits until the page shows its title. */
const pickIndustry: Steps = async (applicant) => {
  await chooseIndustry(applicant);
  await applicant.page.getByText('Landscaping Services').waitFor();
};

/** Enters a Minnesota address with a ZIP code in New York. */
export const zipOfOtherState: Steps = (applicant) =>
  fillAddress(applicant, { ...businessAddress, zip: '10001' });

const toBilling: Steps = async ({ pick, next, sees }) => {
  await pick('No');
  await next();
  await sees('What’s your billing address?');
};

/** The only legal form that may have no EIN (D67). */
const soleProprietor: Given = { applicationData: { organizationType: 'sole_proprietorship' }, owners: [] };

const same = '/apply/business/address/same';
const proof = '/apply/business/additional/proof';

export const beginning: readonly GalleryEntry[] = [
  {
    name: 'intro',
    open: async ({ page, sees }, { served }, domainKey) => {
      await page.goto(served.at(domainKey));
      await page.waitForURL('**/apply');
      await sees('Apply for the');
    },
  },
  {
    name: 'intro-of-the-demonstration',
    only: 'demo',
    open: async ({ page }, { served }, domainKey) => {
      await page.goto(served.at(domainKey));
      await page.getByText('Demo: don’t enter real data').waitFor();
      await page.waitForURL('**/apply');
    },
  },
  {
    name: 'intro-unknown-key',
    open: async ({ page }, { served }, domainKey) => {
      await page.goto(`${served.at(domainKey)}/start/no-such-store`);
      await page.getByRole('alertdialog', { name: 'Invalid Domain' }).waitFor();
    },
  },
  {
    name: 'intro-domain-error',
    open: async ({ page }, { served }, domainKey) => {
      await page.route('**/api/v1/apply/start', (route) =>
        route.fulfill({ status: 500, json: { code: 'internal_error' } }),
      );
      await page.goto(served.at(domainKey));
      await page.getByRole('alertdialog', { name: 'Domain Error' }).waitFor();
    },
  },
  ...withErrors('/apply/share-information'),
  ...withErrors('/apply/control-question'),
  at('/apply/control-question', 'stop', async ({ pick, next, sees }) => {
    await pick('No');
    await next();
    await sees('You can’t apply online with this answer');
  }),
];

export const business: readonly GalleryEntry[] = [
  at('/apply/business'),
  at(
    '/apply/business',
    'in-error',
    refusedAfter(async ({ page, pick, fill }) => {
      await pick('Limited liability company (LLC)');
      await fill(/Trade name/, 'Bright '.repeat(9));
      await announced(page, /over the limit/);
      await fill('Business email', 'office@lawns');
    }),
  ),
  at(
    '/apply/business',
    'one-wrong',
    refusedAfter(async ({ page, pick, fill }) => {
      await pick('Limited liability company (LLC)');
      await fill('Legal business name', 'Lawns '.repeat(6));
      await announced(page, /over the limit/);
      await fill('Business email', 'office@lawns.example');
    }),
  ),
  ...withErrors('/apply/business?part=2', async (applicant) => {
    await applicant.fill('Federal tax ID (EIN)', '12-34');
    await pickIndustry(applicant);
    await applicant.page.getByRole('combobox', { name: /mainly sell or do/ }).selectOption('lawn');
  }),
  at('/apply/business?part=2', 'no-ein', undefined, soleProprietor),
  at(
    '/apply/business?part=2',
    'social-security-number',
    async ({ page, fill }) => {
      await page.getByRole('checkbox', { name: /have an EIN/ }).check();
      await fill('Federal tax ID (your Social Security number)', '912-34-5678');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.getByText('This looks like an ITIN').waitFor();
    },
    soleProprietor,
  ),
  at('/apply/business?part=2', 'doubtful', async ({ page, fill }) => {
    await fill('Federal tax ID (EIN)', '00-0000000');
    await page.keyboard.press('Tab');
    await page.getByText('EINs don’t start with 00').waitFor();
  }),
  at('/apply/business?part=2', 'industry-empty', searchIndustry('')),
  at('/apply/business?part=2', 'industry-results', searchIndustry('lawn')),
  at('/apply/business?part=2', 'industry-no-match', searchIndustry('qqqq zzzz')),
  at('/apply/business?part=2', 'filled', async (applicant) => {
    await pickIndustry(applicant);
    await applicant.page.getByRole('combobox', { name: /mainly sell or do/ }).selectOption('lawn');
  }),
  ...withErrors('/apply/business/address', zipOfOtherState),
  at('/apply/business/address', 'suggestions', async ({ page }) => {
    await page
      .getByRole('combobox', { name: /street address/ })
      .pressSequentially('8111 Lyndale Ave S Bloom');
    await announced(page, /suggestion/);
  }),
  ...withErrors(same),
  { ...at(same, '', toBilling), name: 'business-billing' },
  {
    ...at(
      same,
      '',
      refusedAfterBilling(({ fill }) => fill(/city/, 'Bloomington')),
    ),
    name: 'business-billing-in-error',
  },
  { ...at(same, '', refusedAfterBilling(zipOfOtherState)), name: 'business-billing-one-wrong' },
  ...withErrors('/apply/business/additional', async ({ fill }) => {
    await fill('Years in business', '12');
    await fill('Number of employees', '8');
    await fill(/Yearly sales/, '1250000000');
    await fill(/Expected yearly purchases/, '25000');
  }),
  at('/apply/business/additional', 'doubtful', async ({ page, fill }) => {
    await fill('Years in business', '2014');
    await page.keyboard.press('Tab');
    await page.getByText('Enter a number of years, not').waitFor();
  }),
  ...withErrors('/apply/business/additional/gambling'),
  ...withErrors('/apply/business/additional/internet'),
  at(proof),
  { ...at(proof, '', undefined, documentRequired), name: 'business-additional-proof-by-program' },
  at(proof, 'uploading', async (applicant) => {
    await applicant.page.route('**/api/v1/document', () => {});
    await chooseDocument(applicant, articles);
    await applicant.page.getByRole('progressbar').waitFor();
  }),
  at(proof, 'uploaded-image', async (applicant) => sendDocument(applicant, await photographOfDocument())),
  at(proof, 'uploaded-pdf', sendArticles),
  at(proof, 'refused', async (applicant) => {
    await chooseDocument(applicant, note);
    await applicant.page.getByRole('button', { name: 'Choose another' }).waitFor();
  }),
  at(proof, 'failed', async (applicant) => {
    await applicant.page.route('**/api/v1/document', (route) => route.abort());
    await chooseDocument(applicant, articles);
    await applicant.page.getByRole('button', { name: 'Try again' }).waitFor();
  }),
  at(proof, 'remove', async (applicant) => {
    await sendArticles(applicant);
    await applicant.page.getByRole('button', { name: `Remove ${articles.name}` }).click();
    await applicant.page.getByRole('alertdialog').waitFor();
  }),
];

/** Answers that the billing address differs, performs the steps on the next screen, presses Next, and waits for the errors. */
function refusedAfterBilling(steps: Steps): Steps {
  return refusedAfter(async (applicant) => {
    await toBilling(applicant);
    await steps(applicant);
  });
}
