/** Part of the gallery: a browser that blocks cookies, and resuming a draft on the same device (D55). */
import { blockCookies } from './blocked-storage.ts';
import { facts, leaveDraft, offerOf, tellFacts } from './coming-back.ts';
import type { GalleryEntry, Steps } from './gallery-entry.ts';

/**
 * Returns an entry that opens a path of the page on a device with a resumable draft. With steps, the entry shows the page after
 * these steps.
 */
function offered(name: string, path: string, steps?: Steps): GalleryEntry {
  return {
    name,
    open: async (applicant, { served }, domainKey) => {
      await leaveDraft(served, applicant, domainKey, { applicant: true });
      await applicant.page.goto(served.at(domainKey) + path);
      if (path === '/resume') await applicant.sees('Pick up where you left off');
      else await offerOf(applicant).waitFor();
      await steps?.(applicant);
    },
  };
}

const opened: Steps = async (applicant) => {
  await tellFacts(applicant, facts.taxIdLast4, facts.born);
  await applicant.page.getByText('Welcome back.').first().waitFor();
};

const notMe: Steps = async ({ press, seesDialog }) => {
  await press('This isn’t my application');
  await seesDialog('Remove this application from this device?');
};

export const comingBack: readonly GalleryEntry[] = [
  {
    name: 'intro-cookies-blocked',
    open: async ({ page, context }, { served }, domainKey) => {
      await blockCookies(context, page, true);
      await page.goto(served.at(domainKey));
      await page.getByRole('alertdialog', { name: 'To apply, allow cookies' }).waitFor();
    },
  },
  offered('intro-offered', ''),
  offered('finish-timeout-offered', '/apply/finish/timeout'),
  offered('error-offered', '/error'),
  offered('resume', '/resume'),
  offered('resume-in-error', '/resume', async (applicant) => {
    await applicant.press('Continue');
    await applicant.page.getByText('Enter the last 4 digits').waitFor();
  }),
  offered('resume-refused', '/resume', async (applicant) => {
    await tellFacts(applicant, '0000');
    await applicant.page.getByText('That doesn’t match.').waitFor();
  }),
  offered('resume-too-many', '/resume', async (applicant) => {
    for (const wrong of ['0000', '1111', '2222', '3333', '4444']) {
      await applicant.page.getByRole('button', { name: 'Continue' }).waitFor();
      await tellFacts(applicant, wrong);
    }
    await applicant.sees('We removed the application from this device');
  }),
  offered('resume-not-me', '/resume', notMe),
  offered('resume-closed', '/resume', async (applicant) => {
    await notMe(applicant);
    await applicant.press('Remove it');
    await applicant.sees('The application was removed from this device');
  }),
  offered('resume-kept', '/resume', opened),
  offered('resume-start-over', '/resume', async (applicant) => {
    await opened(applicant);
    await applicant.press('Start over');
    await applicant.seesDialog('Start over?');
  }),
  {
    name: 'resume-nothing',
    open: async ({ page, sees }, { served }, domainKey) => {
      await page.goto(`${served.at(domainKey)}/resume`);
      await sees('No saved application on this device');
    },
  },
];
