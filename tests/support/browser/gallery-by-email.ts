/** Part of the gallery: resuming by email (D55). The responses are faked, so that no entry needs to read an email. */
import { offerOf, openHelp } from './by-email.ts';
import type { GalleryEntry, Steps } from './gallery-entry.ts';
import { at, withClock } from './gallery-entry.ts';

const sections = '/apply/section-review';

const opened: Steps = async (applicant) => {
  const { page } = applicant;
  await page.route('**/api/v1/resume/email', (route) => route.fulfill({ status: 204 }));
  await offerOf(applicant).click();
  await page.getByRole('textbox', { name: 'Your email' }).waitFor();
};

const codeSent: Steps = async (applicant) => {
  await opened(applicant);
  await applicant.press('Send code');
  await applicant.page.getByRole('textbox', { name: 'Code from the email' }).waitFor();
};

/** Types a code. The call that checks the code gets a faked response with this status. */
const codeTyped =
  (status: number): Steps =>
  async (applicant) => {
    await codeSent(applicant);
    await applicant.page.route('**/api/v1/resume/email/confirm', (route) =>
      route.fulfill(
        status === 204
          ? { status }
          : { status, contentType: 'application/problem+json', json: { code: 'resource_not_found' } },
      ),
    );
    await applicant.fill('Code from the email', '123456');
    await applicant.press('Continue');
  };

const saved: Steps = async (applicant) => {
  await codeTyped(204)(applicant);
  await applicant.reads('Your application is saved.');
};

export const savingByEmail: readonly GalleryEntry[] = [
  at('/apply/business/additional/proof', 'section-done', async (applicant) => {
    await applicant.press('Skip for now');
    await applicant.reads('Your business details are done.');
    await offerOf(applicant).first().waitFor();
  }),
  at(sections, 'finish-later', opened),
  at(sections, 'finish-later-in-error', async (applicant) => {
    await opened(applicant);
    await applicant.fill('Your email', 'dana@');
    await applicant.press('Send code');
    await applicant.page.getByText(/^Error: /).waitFor();
  }),
  at('/apply/applicant', 'finish-later-half-typed', async (applicant) => {
    await applicant.fill('Your full legal name', 'Dana');
    await openHelp(applicant);
    await offerOf(applicant).click();
    await applicant.reads('The answers on this screen aren’t saved yet.');
  }),
  at(sections, 'finish-later-code', codeSent),
  at(sections, 'finish-later-code-in-error', async (applicant) => {
    await codeTyped(404)(applicant);
    await applicant.reads('That code is wrong or has expired.');
  }),
  at(sections, 'finish-later-limited', async (applicant) => {
    await codeSent(applicant);
    await applicant.page.route('**/api/v1/resume/email', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        headers: { 'retry-after': '1800' },
        json: { code: 'rate_limited' },
      }),
    );
    await applicant.press('Send a new code');
    await applicant.reads('We didn’t send a new code.');
  }),
  at(sections, 'finish-later-saved', saved),
  {
    ...at(sections, '', async (applicant) => {
      await saved(applicant);
      await applicant.press('Leave for now');
      await applicant.sees('Your application is saved');
      await applicant.page.getByRole('link', { name: 'Pick up where you left off' }).waitFor();
    }),
    name: 'finish-later',
  },
  at('/apply/applicant', 'header-help', async (applicant) => {
    await openHelp(applicant);
    await offerOf(applicant).first().waitFor();
  }),
  withClock(
    at(sections, 'inactive', async ({ page }) => {
      await page.clock.fastForward('10:01');
      await page.getByRole('alertdialog', { name: 'Are you still there?' }).waitFor();
    }),
  ),
];

const linkCalls = '**/api/v1/resume/link';

/** Returns an entry for the page of a resume link that the server does not know. */
const linkOpened = (name: string, steps?: Steps): GalleryEntry => ({
  name,
  asFound: steps === undefined,
  open: async (applicant, { served }, domainKey) => {
    await applicant.page.goto(`${served.at(domainKey)}/resume#${'a'.repeat(43)}`);
    await applicant.sees('Continue your application');
    await steps?.(applicant);
  },
});

const linkCodeSent: Steps = async (applicant) => {
  await applicant.page.route(linkCalls, (route) => route.fulfill({ status: 204 }));
  await applicant.press('Send me a code');
  await applicant.sees('Enter the code');
};

const linkClosing: Steps = async (applicant) => {
  await applicant.page.route(linkCalls, (route) => route.fulfill({ status: 204 }));
  await applicant.press('This isn’t my application');
  await applicant.seesDialog('Turn off this link?');
};

export const linksFromEmail: readonly GalleryEntry[] = [
  linkOpened('resume-link'),
  linkOpened('resume-link-code', linkCodeSent),
  linkOpened('resume-link-code-in-error', async (applicant) => {
    await linkCodeSent(applicant);
    await applicant.page.route('**/api/v1/resume/link/open', (route) =>
      route.fulfill({
        status: 404,
        contentType: 'application/problem+json',
        json: { code: 'resource_not_found' },
      }),
    );
    await applicant.fill('Code from the email', '123456');
    await applicant.press('Continue');
    await applicant.reads('That code is wrong or has expired');
  }),
  linkOpened('resume-link-away', async (applicant) => {
    await applicant.page.route(linkCalls, (route) => route.fulfill({ status: 503 }));
    await applicant.press('Send me a code');
    await applicant.reads('Something went wrong.');
  }),
  linkOpened('resume-link-closing', linkClosing),
  linkOpened('resume-link-closed', async (applicant) => {
    await linkClosing(applicant);
    await applicant.press('Turn it off');
    await applicant.sees('We turned off the link');
  }),
];
