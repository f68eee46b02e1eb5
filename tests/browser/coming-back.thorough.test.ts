/** Tests that an application survives when the phone is locked, reloads the page or discards the tab (D55). */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { inNewTab, offerOf, unlock } from '../support/browser/coming-back.ts';
import { pdf, sendDocument } from '../support/browser/documents.ts';
import { setUp } from '../support/browser/set-up.ts';
import {
  addOwner,
  agreeTo,
  begin,
  declineCards,
  describeApplicant,
  fillBusiness,
  goToBusinessAddress,
  nameApplicant,
  passReview,
} from '../support/browser/steps.ts';
import { lastFour } from '../support/last-four.ts';
import { samplePdf } from '../support/sample-application.ts';

const { server, testAlone: test } = await setUp();

const minute = 60_000;
const born = ['4', '28', '1986'] as const;

/** Simulates a locked phone: the page's timers stop for this many minutes, and time passes on the server. */
async function lock({ page, allSaved }: Applicant, minutes: number): Promise<void> {
  await allSaved();
  server.advance(minutes * minute);
  await server.sweeper.runOnce();
  await page.clock.fastForward(minutes * minute);
}

/** Discards the tab as a phone does, without an event on the page. Opens the address in a new tab, and returns that tab. */
async function discard(applicant: Applicant, address: string): Promise<Applicant> {
  const { page, context } = applicant;
  await applicant.allSaved();
  const session = await context.newCDPSession(page);
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  return inNewTab(applicant, address);
}

test.for([['15 minutes', 15] as const, ['23 hours', 23 * 60] as const])(
  'after a phone was locked for %s, the page is cleared and the draft can be resumed',
  async ([, minutes], { applicant }) => {
    const { page, sees } = applicant;
    await page.clock.install();
    await goToBusinessAddress(applicant, server.at('demo'));
    await lock(applicant, minutes);
    await sees('We ended your session to protect you');
    await page
      .getByText('You can pick up where you left off on this device for 24 hours after your last answer.')
      .waitFor();
    expect(await page.content()).not.toMatch(/Bright|561730/);
    expect(await page.content()).not.toMatch(lastFour('6789'));
    await unlock(applicant, '6789');
    await sees('Where is your business?');
  },
);

test('a tab that was discarded and reopened can resume', async ({ applicant }) => {
  await goToBusinessAddress(applicant, server.at('demo'));
  const again = await discard(applicant, applicant.page.url());
  await again.sees('Apply for the');
  await unlock(again, '6789');
  await again.sees('Where is your business?');
});

test('a reload, a locked phone and a discarded tab lose nothing up to the reference number', async ({
  applicant,
}) => {
  const { page, sees, next, answer } = applicant;
  await page.clock.install();
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant);
  await sendDocument(applicant, pdf('certificate.pdf', samplePdf));

  // Reload before the person has entered a date of birth.
  await applicant.allSaved();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await sees('Apply for the');
  await unlock(applicant, '6789');
  await page.getByRole('button', { name: 'Replace certificate.pdf' }).waitFor();
  await sees('Proof of business');
  await next();

  // The phone is locked in the middle of the applicant's section.
  await nameApplicant(applicant);
  await sees('Your contact details and job');
  await lock(applicant, 15);
  await sees('We ended your session to protect you');
  await unlock(applicant, '6789', born);
  await page.getByText('Sections done: Business. Continue below.', { exact: true }).waitFor();
  await describeApplicant(applicant, '60');
  await answer('Yes');
  await addOwner(applicant, 'Sam Lee', '40');
  await next();
  await declineCards(applicant);
  await passReview(applicant);
  await agreeTo(applicant, 'Agree to sign electronically');
  await sees('Agree to the card terms');

  // The phone discards the tab between two agreements. The person must confirm the answers again (D18), but the consent to the
  // first agreement is still valid.
  const again = await discard(applicant, page.url());
  await again.sees('Apply for the');
  await offerOf(again).waitFor();
  await unlock(again, '6789', born);
  await passReview(again);
  await again.sees('Agree to sign electronically');
  await again.next();
  await agreeTo(again, 'Agree to the card terms');
  await agreeTo(again, 'Agree to the personal guarantee');
  await again.sees('Certify and submit');
  await again.press(/^Read the/);
  await again.press(/^I agree$/);
  await again.press('Accept and submit application');
  await again.sees('We received your application');
  expect(await again.page.getByText(/^[A-Z]{4}-\d{4}-\d{4}$/).textContent()).toBeTruthy();
  // After the application is submitted, there is no draft to resume.
  await again.page.goto(server.at('demo'));
  await again.sees('Apply for the');
  expect(await offerOf(again).count()).toBe(0);
});
