/** Tests that after a draft is resumed, Back goes to the previous question, as if there had been no interruption (D55). */
import type { Applicant } from '../support/browser/applicant.ts';
import * as byEmail from '../support/browser/by-email.ts';
import { askForCode, giveCode, openHelp, saveByEmail } from '../support/browser/by-email.ts';
import { facts, leaveDraft, tellFacts, unlock } from '../support/browser/coming-back.ts';
import { codeTo } from '../support/browser/mailbox.ts';
import { setUp } from '../support/browser/set-up.ts';
import { goToBusinessAddress } from '../support/browser/steps.ts';

const { server, test, testAlone } = await setUp();
const persisting = await setUp({ persistsSession: true });
const demo = server.at('demo');

const pressBack = ({ page }: Applicant) => page.getByRole('link', { name: 'Back' }).click();

/** Goes back, like a phone's back gesture or the browser's Back button. */
const goBack = ({ page }: Applicant) => page.evaluate(() => history.back());

/**
 * Goes back from the screen for the business address to the first screen. Uses the page's Back link and the browser's Back button
 * alternately.
 */
async function goesBackToTheIntro(applicant: Applicant): Promise<void> {
  const { sees } = applicant;
  await sees('Where is your business?');
  await pressBack(applicant);
  await sees('Tax ID and industry');
  await goBack(applicant);
  await sees('About your business');
  await pressBack(applicant);
  await sees(/authorized to act/);
  await goBack(applicant);
  await sees('How we share your information');
  await pressBack(applicant);
  await sees('Apply for the');
}

test('after a reload and a resume on the device, Back goes to the first screen', async ({ applicant }) => {
  const { page } = applicant;
  await goToBusinessAddress(applicant, demo);
  await applicant.allSaved();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await unlock(applicant, '6789');
  await goesBackToTheIntro(applicant);
});

test('after pressing Next in between, Back goes through the same questions again', async ({ applicant }) => {
  const { page, sees, next } = applicant;
  await leaveDraft(server, applicant, 'demo');
  await page.goto(`${demo}/resume`);
  await tellFacts(applicant, facts.taxIdLast4);
  await sees('Proof of business');
  await next();
  await sees('Who’s applying?');
  await goBack(applicant);
  await sees('Proof of business');
  await page.evaluate(() => history.forward());
  await sees('Who’s applying?');
  await pressBack(applicant);
  await sees('Proof of business');
  await goBack(applicant);
  await sees(/mainly online/);
  await next();
  await sees('Proof of business');
  await goBack(applicant);
  await sees(/mainly online/);
});

testAlone('after a resume by email, Back goes to the first screen', async ({ applicant }) => {
  const address = 'dana@greenacre.example';
  await goToBusinessAddress(applicant, demo);
  await openHelp(applicant);
  await byEmail.offerOf(applicant).click();
  const link = await saveByEmail(applicant, server, address);
  await applicant.page.goto('about:blank');
  await askForCode(applicant, link);
  await giveCode(applicant, await codeTo(server, address, 2));
  await goesBackToTheIntro(applicant);
});

persisting.test(
  'in a session that survives reloads, Back goes to the previous question even after each reload',
  async ({ applicant }) => {
    const { page, sees, next } = applicant;
    page.on('dialog', (dialog) => dialog.accept());
    await leaveDraft(persisting.server, applicant, 'demo', { applicant: true });
    await page.goto(`${persisting.server.at('demo')}/resume`);
    await tellFacts(applicant, facts.taxIdLast4, facts.born);
    await sees('Proof of business');
    await next();
    await sees('Who’s applying?');
    await page.reload();
    await sees('Who’s applying?');
    await pressBack(applicant);
    await sees('Proof of business');
    await page.reload();
    await sees('Proof of business');
    await goBack(applicant);
    await sees(/mainly online/);
    await page.reload();
    await sees(/mainly online/);
    await pressBack(applicant);
    await sees(/gambling/i);
  },
);
