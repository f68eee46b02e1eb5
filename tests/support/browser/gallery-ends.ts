/** Part of the gallery: documents, the review, agreements, the finish pages, and the alerts and dialogs of any screen. */

import { agreementKeys } from '../../../form/fields/application-state.ts';
import type { FinishType } from '../../../form/flow/finish.ts';
import { documentRequired, sendArticles } from './gallery-business.ts';
import type { GalleryEntry, Steps } from './gallery-entry.ts';
import { at, refused, withClock } from './gallery-entry.ts';
import { passReview, readAndAgree, signAndSubmit } from './steps.ts';

const documents = '/apply/entity-required';
const esign = '/apply/agreement/esign';
const lastAgreement = '/apply/agreement/controlling-party';
const submitButton = 'Accept and submit application';

const openAgreement: Steps = async ({ page }) => {
  await page.getByRole('button', { name: /^Read the/ }).click();
  await page.getByRole('dialog').waitFor();
};

/** Opens the agreement and waits until its text and page images have loaded and the loading indicator is gone. */
const agreementLoaded: Steps = async (applicant) => {
  await openAgreement(applicant);
  const dialog = applicant.page.getByRole('dialog');
  await dialog.getByText('SAMPLE TEXT').first().waitFor();
  await dialog.getByText('Loading…').waitFor({ state: 'detached' });
};

/** Waits for the industry's title. The page shows the industry code first and loads the title later. */
const industryNamed: Steps = ({ page }) => page.getByText('Landscaping Services').waitFor();

/** Starts to edit the answer with this label in the review. */
const edit =
  (label: RegExp): Steps =>
  async ({ page }) => {
    await page.getByRole('button', { name: 'Open all sections' }).click();
    await page.getByRole('link', { name: label }).click();
    await page.getByRole('button', { name: 'Save and return' }).waitFor();
  };

const saveRefused: Steps = async ({ page }) => {
  await page.getByRole('button', { name: 'Save and return' }).click();
  await page
    .getByText(/^Error: /)
    .first()
    .waitFor();
};

const thereAfterAll: readonly GalleryEntry[] = agreementKeys.flatMap((key) => [
  at(`/apply/agreement/${key}`),
  at(`/apply/agreement/${key}`, 'agreed', readAndAgree),
]);

export const documentsAndReview: readonly GalleryEntry[] = [
  at(documents),
  at(documents, 'uploaded', sendArticles),
  { ...at(documents, '', undefined, documentRequired), name: 'entity-required-by-program' },
  { ...at(documents, '', refused, documentRequired), name: 'entity-required-by-program-in-error' },
  at('/apply/section-review'),
  at('/apply/section-review', 'without-owners', undefined, {
    applicationData: { organizationType: 'sole_proprietorship' },
    owners: [],
  }),
  at('/apply/review/intro'),
  at('/apply/review'),
  at('/apply/review', 'open', async (applicant) => {
    await applicant.page.getByRole('button', { name: 'Open all sections' }).click();
    await industryNamed(applicant);
  }),
  at('/apply/review', 'edit-share', edit(/Change.*How much of the business do you own/)),
  at('/apply/review', 'edit-share-in-error', async (applicant) => {
    await edit(/Change.*How much of the business do you own/)(applicant);
    await applicant.fill('How much of the business do you own?', '70');
    await saveRefused(applicant);
  }),
  at('/apply/review', 'edit-tax-id', edit(/Change.*Federal tax ID/)),
  at('/apply/review', 'edit-address', edit(/Change.*Business address/)),
  at('/apply/review', 'edit-address-in-error', async (applicant) => {
    await edit(/Change.*Business address/)(applicant);
    await applicant.fill(/city/, '');
    await applicant.fill(/ZIP code/, '10001');
    await saveRefused(applicant);
  }),
  at('/apply/review', 'edit-loses-owners', async (applicant) => {
    await edit(/Change.*Business structure/)(applicant);
    await applicant.pick('Sole proprietorship');
    await applicant.page.getByRole('button', { name: 'Save and return' }).click();
    await applicant.page.getByRole('alertdialog').waitFor();
  }),
];

export const agreements: readonly GalleryEntry[] = [
  ...thereAfterAll,
  at(esign, 'unread-clicked', async ({ page }) => {
    // The checkbox has aria-disabled, so Playwright clicks it only with `force`. A person can click it.
    await page.getByRole('checkbox').click({ force: true });
    await page.getByText(/^Error: /).waitFor();
  }),
  at(esign, 'taken-back', async (applicant) => {
    await readAndAgree(applicant);
    await applicant.page.getByRole('checkbox').click();
    await applicant.page.getByText('You unchecked the box.').waitFor();
    await refused(applicant);
  }),
  at(esign, 'dialog-loading', async (applicant) => {
    await applicant.page.route('**/api/v1/agreement/*', () => {});
    await openAgreement(applicant);
  }),
  at(esign, 'dialog', agreementLoaded),
  at(esign, 'dialog-help', async (applicant) => {
    await agreementLoaded(applicant);
    await applicant.page.getByRole('dialog').getByRole('button', { name: 'Help' }).click();
    await applicant.page.getByRole('dialog', { name: 'Help with this agreement' }).waitFor();
  }),
  at(esign, 'dialog-page', async (applicant) => {
    await agreementLoaded(applicant);
    await applicant.page.getByRole('button', { name: /^Page 1 of/ }).click();
    await applicant.page.getByRole('dialog', { name: /^Page 1 of/ }).waitFor();
  }),
  at(lastAgreement, 'dialog', agreementLoaded),
];

/** Waits for the illustration on a page outside the form. The illustration appears after the text. */
const pictureDrawn: Steps = ({ page }) => page.locator('.picture-stage svg').waitFor();

/** Returns an entry for a finish page that is opened without a session. */
const finishedBy = (type: FinishType, heading: string, name = `finish-${type}`): GalleryEntry => ({
  name,
  open: async (applicant, { served }, domainKey) => {
    await applicant.page.goto(`${served.at(domainKey)}/apply/finish/${type}`);
    await applicant.sees(heading);
    if (type === 'cancel' || type === 'timeout') await pictureDrawn(applicant);
  },
});

export const endings: readonly GalleryEntry[] = [
  {
    ...at(
      lastAgreement,
      '',
      async (applicant) => {
        // Adds `navigator.share`, which phones have and headless Chromium does not.
        await applicant.page.evaluate(() => Object.assign(navigator, { share: () => Promise.resolve() }));
        await readAndAgree(applicant);
        await applicant.press(submitButton);
        await applicant.sees('We received your application');
      },
      // The program that requires a document shows this page only if the applicant has added a document.
      { documents: 1 },
    ),
    name: 'finish-completed',
  },
  {
    ...at(
      documents,
      '',
      async (applicant) => {
        await refused(applicant);
        await applicant.page.getByRole('button', { name: 'Provide it later' }).click();
        await passReview(applicant);
        await signAndSubmit(applicant, true);
        await applicant.sees('We still need a document from you');
      },
      documentRequired,
    ),
    name: 'finish-pending',
  },
  finishedBy('cancel', 'You ended your application'),
  finishedBy('timeout', 'We ended your session to protect you'),
  finishedBy('completed', 'Check your email for the confirmation', 'finish-completed-later'),
  finishedBy('pending', 'Check your email for the next step', 'finish-pending-later'),
  {
    name: 'error',
    open: async (applicant, { served }, domainKey) => {
      await applicant.page.goto(`${served.at(domainKey)}/error`);
      await applicant.sees('It looks like something went wrong');
      await pictureDrawn(applicant);
    },
  },
  {
    ...at('/apply/business', '', async (applicant) => {
      const { context, next, sees, fill, pick } = applicant;
      await context.clearCookies();
      await pick('Limited liability company (LLC)');
      await fill('Legal business name', 'Too Late Lawns');
      await fill('Business email', 'office@lawns.example');
      await next();
      await sees('Your session has ended');
      await pictureDrawn(applicant);
    }),
    name: 'error-session-invalid',
  },
  {
    ...at(lastAgreement, '', async (applicant) => {
      await readAndAgree(applicant);
      const answers = [
        { status: 502 },
        { status: 401, contentType: 'application/problem+json', json: { code: 'session_invalid' } },
      ];
      await applicant.page.route('**/submit', (route) => route.fulfill(answers.shift() ?? {}));
      await applicant.press(submitButton);
      await applicant.sees('We’re not sure we received');
    }),
    name: 'error-unclear',
  },
  {
    name: 'unknown-host',
    open: async ({ page, sees }, { served }) => {
      await page.goto(served.at('no-such-program'));
      await sees('There’s no card application at this address');
    },
  },
];

/** Makes a save fail. The faked response refuses the save without naming a wrong answer. */
const saveFails: Steps = async ({ page, fill, pick, next }) => {
  await page.route('**/api/v1/application/*', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_request', message: 'refused', errors: [] } }),
  );
  await pick('Limited liability company (LLC)');
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await fill('Business email', 'office@lawns.example');
  await next();
  await page.getByRole('alertdialog', { name: 'Application Error' }).waitFor();
};

/** Presses Next. The screen then waits for a response that never arrives. */
const saveHangs: Steps = async ({ page, fill, fillDate, next }) => {
  await page.route('**/api/v1/personnel', () => {});
  await fill('Your full legal name', 'Dana Okafor');
  await fillDate('4', '28', '1986');
  await fill('Social Security number', '123-45-6789');
  await next();
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
};

export const overAnyScreen: readonly GalleryEntry[] = [
  at('/apply/business', 'field-help', async ({ page }) => {
    await page.getByRole('button', { name: 'Help: Legal business name' }).click();
    await page
      .getByText('Spell it exactly as it appears on your tax forms.')
      .filter({ visible: true })
      .first()
      .waitFor();
  }),
  at('/apply/business', 'header-help', async ({ page }) => {
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByText('Most questions have a help button').filter({ visible: true }).first().waitFor();
  }),
  at('/apply/business', 'save-failed', saveFails),
  at('/apply/business', 'not-saved', async (applicant) => {
    await saveFails(applicant);
    await applicant.page.getByRole('button', { name: 'Close' }).click();
    await applicant.page.getByText('Not saved yet.', { exact: true }).waitFor();
  }),
  at('/apply/business', 'saved-later', async ({ page, fill, pick, next }) => {
    // `retry-after` is ten minutes, so that the screen does not change during the check.
    await page.route('**/api/v1/application/*', (route) =>
      route.fulfill({ status: 503, headers: { 'retry-after': '600' } }),
    );
    await pick('Limited liability company (LLC)');
    await fill('Legal business name', 'Bright Lawn Care LLC');
    await fill('Business email', 'office@lawns.example');
    await next();
    await page.getByText('Not saved yet. Trying again…').waitFor();
  }),
  at('/apply/business', 'no-connection', async ({ page, context, fill, pick, next }) => {
    await context.setOffline(true);
    await pick('Limited liability company (LLC)');
    await fill('Legal business name', 'Bright Lawn Care LLC');
    await fill('Business email', 'office@lawns.example');
    await next();
    await page.getByText('You’re offline.').waitFor();
    // Waits for the parts of the page that load after the screen, so that they do not appear during the check.
    await page.locator('.upload-strip').waitFor({ state: 'attached' });
  }),
  at('/apply/business', 'loading', async ({ page }) => {
    await page.route('**/api/v1/application/*', () => {});
    await page.reload();
    await page.getByText('Loading…').waitFor();
  }),
  withClock(
    at('/apply/applicant', 'saving', async (applicant) => {
      await saveHangs(applicant);
      await applicant.page.clock.runFor(600);
    }),
  ),
  withClock(
    at('/apply/applicant', 'still-working', async (applicant) => {
      await saveHangs(applicant);
      await applicant.page.clock.runFor(10_100);
      await applicant.page.getByText('Still working. Keep this page open.').waitFor();
    }),
  ),
  withClock(
    at('/apply/business', 'inactive', async ({ page }) => {
      await page.clock.fastForward('10:01');
      await page.getByRole('alertdialog', { name: 'Are you still there?' }).waitFor();
    }),
  ),
];
