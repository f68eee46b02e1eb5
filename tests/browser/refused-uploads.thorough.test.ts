/** Tests that the page names a refused document and the reason exactly once, on the screen for documents or the review (D29). */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { card, chooseDocument, pdf, photo } from '../support/browser/documents.ts';
import { setUpUploads } from '../support/browser/set-up-uploads.ts';
import { readAndAgree } from '../support/browser/steps.ts';

const { clamd, server, test } = await setUpUploads();

const fake = pdf('fake.pdf', Buffer.from('MZ'.padEnd(512, '\0')));
const damaged = 'We couldn’t open fake.pdf. It may be damaged.';

/** Returns how often the page names the file. Counts both visible text and text for screen readers. */
const named = ({ page }: Applicant, name: string) => page.getByText(name).count();

test('at the proof of business, a person can dismiss a refusal, choose another file, or leave the screen', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  await chooseDocument(applicant, fake);
  await page.getByText(damaged).waitFor();
  expect(await page.getByText(damaged).count()).toBe(1);
  expect(await page.getByText('must be a PDF').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Dismiss fake.pdf' }).click();
  await page.getByText(damaged).waitFor({ state: 'detached' });
  expect(await named(applicant, 'fake.pdf')).toBe(0);

  await chooseDocument(applicant, fake);
  const opened = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose another' }).click();
  await (await opened).setFiles(photo);
  await card(applicant, 'filing.jpg').waitFor();
  expect(await named(applicant, 'fake.pdf')).toBe(0);

  await chooseDocument(applicant, fake);
  await page.getByText(damaged).waitFor();
  await next();
  await sees('Who’s applying?');
  expect(await named(applicant, 'fake.pdf')).toBe(0);
  await page.goBack();
  await card(applicant, 'filing.jpg').waitFor();
  expect(await named(applicant, 'fake.pdf')).toBe(0);
});

test('a refusal of a required document after leaving its screen is shown on that screen and nowhere else later', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/entity-required', { domainKey: 'yard-card' });
  clamd.verdict = 'slow';
  await chooseDocument(applicant, fake);
  await page.getByRole('progressbar', { name: 'Uploading fake.pdf' }).waitFor();
  await next();
  await sees('Check your answers before you agree and submit');
  clamd.release();
  await sees('Add proof of your business');
  await page.getByText(damaged).waitFor();
  expect(await page.getByText(damaged).count()).toBe(1);
  await next();
  await page.getByRole('button', { name: 'Provide it later' }).click();
  await sees('Check your answers before you agree and submit');
  expect(await named(applicant, 'fake.pdf')).toBe(0);
});

test('a refusal at the review is shown above it, and another file can be chosen there', async ({
  applicant,
}) => {
  const { page, next, sees, press } = applicant;
  await arriveAt(server, applicant, '/apply/review');
  await page.evaluate(() => history.pushState(null, '', '/apply/entity-required'));
  await sees('Add proof of your business');
  for (const outcome of ['dismissed', 'another', 'left'] as const) {
    clamd.verdict = 'slow';
    await chooseDocument(applicant, fake);
    await page.getByRole('progressbar', { name: 'Uploading fake.pdf' }).waitFor();
    await next();
    await sees('Check your answers before you agree and submit');
    clamd.release();
    await page.getByText(damaged).waitFor();
    expect(await page.getByText(damaged).count()).toBe(1);
    if (outcome === 'dismissed') await page.getByRole('button', { name: 'Dismiss fake.pdf' }).click();
    if (outcome === 'another') {
      const opened = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose another' }).click();
      await (await opened).setFiles(photo);
      await page.getByText('filing.jpg').first().waitFor();
    }
    if (outcome !== 'left') await page.getByText(damaged).waitFor({ state: 'detached' });
    else {
      await press('Everything is correct');
      await sees('Agree to sign electronically');
      expect(await named(applicant, 'fake.pdf')).toBe(0);
      return;
    }
    await page.evaluate(() => history.pushState(null, '', '/apply/entity-required'));
    await sees('Add proof of your business');
    expect(await named(applicant, 'fake.pdf')).toBe(0);
    if (outcome === 'another') await page.getByRole('button', { name: 'Remove filing.jpg' }).waitFor();
  }
});

test('an upload says that another tab has submitted the application', async ({ applicant }) => {
  const { page, sees } = applicant;
  const { applicationId, webSessionId } = await arriveAt(
    server,
    applicant,
    '/apply/agreement/controlling-party',
  );
  await readAndAgree(applicant);
  const status = await page.evaluate(
    async ([id, session]) => {
      const headers = { 'x-web-session-id': session ?? '' };
      return (await fetch(`/api/v1/application/${id}/submit`, { method: 'POST', headers })).status;
    },
    [applicationId, webSessionId],
  );
  expect(status).toBe(200);
  await page.evaluate(() => history.pushState(null, '', '/apply/entity-required'));
  await sees('Add proof of your business');
  await chooseDocument(applicant, pdf('charter.pdf'));
  await page.getByText('charter.pdf wasn’t added. This application has already been submitted.').waitFor();
  expect(await page.getByText('up to 5 files').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Choose another' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Dismiss charter.pdf' }).click();
  expect(await named(applicant, 'charter.pdf')).toBe(0);
});
