/**
 * Tests that if a person at the review opens an unavailable address, the page shows the review, not an agreement (spec section
 * 2).
 */
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

const review = 'Check your answers before you agree and submit';

test('no address skips an unconfirmed review, and a reload after the review stays at the agreement', async ({
  applicant,
}) => {
  const { page, sees, next, press } = applicant;
  page.on('dialog', (dialog) => dialog.accept());
  await arriveAt(server, applicant, '/apply/review');
  for (const address of [
    '/apply/business/billing',
    '/apply/owner?part=2&owner=9',
    '/apply/business?part=9',
    '/apply/agreement/esign',
    '/apply/agreement/controlling-party',
  ]) {
    await page.goto(server.at('demo') + address);
    await sees(review);
  }
  await press('Everything is correct');
  await sees('Agree to sign electronically');
  await page.reload();
  await sees('Agree to sign electronically');
  await page.goto(`${server.at('demo')}/apply/business?part=9`);
  await sees('Agree to sign electronically');
  // If an answer changes after a person has confirmed the review, they must confirm the review again.
  await page.goto(`${server.at('demo')}/apply/review/question/dba`);
  await applicant.fill(/Trade name/, 'Greenacre');
  await press('Save and return');
  await sees(review);
  await applicant.allSaved();
  await page.goto(`${server.at('demo')}/apply/agreement/esign`);
  await sees(review);
  await press('Everything is correct');
  await sees('Agree to sign electronically');
  await next();
});
