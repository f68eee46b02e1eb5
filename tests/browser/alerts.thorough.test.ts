import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ErrorArea } from '../../copy/copy.ts';
import { en } from '../../copy/en/en.ts';
import { fill } from '../../copy/sentences.ts';
import { apiClient } from '../support/api-client.ts';
import { alerted, alertOf, answer, press } from '../support/browser/alert.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { chooseDocument, pdf } from '../support/browser/documents.ts';
import { setUp } from '../support/browser/set-up.ts';
import { fillBusiness, readAndAgree } from '../support/browser/steps.ts';
import { markSubmitted, rewriteAnswers } from '../support/rewrite-answers.ts';
import { storedApplicationsOf } from '../support/stored-applications.ts';

const { server, test } = await setUp({ persistsSession: true });

/** Renames a table, so that every call that needs this table fails on the server. Returns a function that restores the name. */
async function takeAway(table: string): Promise<() => Promise<void>> {
  const { db } = server.services.database;
  await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_away`)}`.execute(db);
  return async () => {
    await sql`alter table ${sql.table(`${table}_away`)} rename to ${sql.table(table)}`.execute(db);
  };
}

const chooseFile = (applicant: Applicant) => chooseDocument(applicant, pdf('filing.pdf'));

interface Case {
  readonly area: ErrorArea;
  /** The screen on which the call fails. */
  readonly at: string;
  readonly act: (applicant: Applicant) => Promise<void>;
  /** The call that fails. */
  readonly call: readonly [method: string, path: string];
  /** The table that the test renames, so that the call fails on the server. */
  readonly table: string;
  /** Waits until the page shows that the call succeeded after it was repeated. */
  readonly done: (applicant: Applicant) => Promise<unknown>;
}

const cases: readonly Case[] = [
  {
    area: 'createApplication',
    at: '/apply/share-information',
    act: async ({ page, next }) => {
      await page.getByRole('checkbox', { name: 'I have read this and I agree' }).check();
      await next();
    },
    call: ['POST', '/application'],
    table: 'application',
    done: ({ sees }) => sees(/authorized to act/),
  },
  {
    area: 'saveApplication',
    at: '/apply/business/address/same',
    act: async ({ page, next }) => {
      await page.getByRole('link', { name: 'Back' }).click();
      await page.getByRole('textbox', { name: /city/ }).fill('Saint Paul');
      await next();
    },
    call: ['PATCH', '/application/*'],
    table: 'application',
    done: ({ sees }) => sees(/Is your billing address the same/),
  },
  {
    area: 'personnelSave',
    at: '/apply/applicant',
    act: async ({ fill: type, fillDate, next }) => {
      await type('Your full legal name', 'Dana Okafor');
      await fillDate('4', '28', '1986');
      await type('Social Security number', '123-45-6789');
      await next();
    },
    call: ['POST', '/personnel'],
    table: 'personnel',
    done: ({ sees }) => sees('Your contact details and job'),
  },
  {
    area: 'personnelRemove',
    at: '/apply/authorized-user/list',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Remove Kim Park' }).click();
      await alertOf({ page } as Applicant)
        .getByRole('button', { name: 'Remove' })
        .click();
    },
    call: ['DELETE', '/personnel/*'],
    table: 'personnel',
    done: ({ sees }) => sees('Does anyone else need a card?'),
  },
  {
    area: 'document',
    at: '/apply/business/additional/proof',
    act: chooseFile,
    call: ['POST', '/document'],
    table: 'document',
    done: ({ page }) => page.getByRole('button', { name: 'Remove filing.pdf' }).waitFor(),
  },
  {
    area: 'submission',
    at: '/apply/agreement/controlling-party',
    act: async (applicant) => {
      await readAndAgree(applicant);
      await applicant.press('Accept and submit application');
    },
    call: ['POST', '/application/*/submit'],
    table: 'outbox',
    done: ({ sees }) => sees('We received your application'),
  },
];

test.for(cases)(
  'an alert of $area says what the status means, and Try again continues at the same place',
  async ({ area, at, act, call, table, done }, { applicant }) => {
    await arriveAt(server, applicant, at);
    const { hostname } = new URL(applicant.page.url());
    await answer(applicant, call, 400, 403);
    await act(applicant);
    await alerted(applicant, area, en.errors.areas[area].invalid);
    // Trying again is unlikely to help if the server has refused the data, so the focus is on Close.
    const focused = () => applicant.page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Close');
    await press(applicant, 'Try again');
    await alerted(applicant, area, fill(en, en.errors.unauthorized, { hostname }));
    const bringBack = await takeAway(table);
    await press(applicant, 'Try again');
    await alerted(applicant, area, en.errors.areas[area].other);
    expect(await focused()).toBe('Try again');
    await bringBack();
    await press(applicant, 'Try again');
    await alertOf(applicant).waitFor({ state: 'detached' });
    await done(applicant);
    expect(await applicant.page.getByText('Not saved yet.', { exact: true }).count()).toBe(0);
  },
);

test('Close keeps the typed text and the focus on Next, and the next press tries again', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  await arriveAt(server, applicant, '/apply/applicant');
  await applicant.fill('Your full legal name', 'Dana Okafor');
  await applicant.fillDate('Apr', '28', '1986');
  await applicant.fill('Social Security number', '123-45-6789');
  const bringBack = await takeAway('personnel');
  await next();
  await alerted(applicant, 'personnelSave', 'Error saving personnel data');
  await press(applicant, 'Close');
  await alertOf(applicant).waitFor({ state: 'detached' });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toBe('Next');
  expect(await page.getByRole('textbox', { name: 'Your full legal name' }).inputValue()).toBe('Dana Okafor');
  expect(await page.getByRole('textbox', { name: 'Month' }).inputValue()).toBe('Apr');
  await bringBack();
  await next();
  await sees('Your contact details and job');
});

test('without an application, the page sends no answers, says so, and creates the application once it can', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  const bringBack = await takeAway('application');
  await page.goto(server.at('toro'));
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await page.getByRole('checkbox', { name: 'I have read this and I agree' }).check();
  await next();
  await alerted(applicant, 'createApplication', 'Error saving application data');
  await press(applicant, 'Close');
  await page.getByText('Not saved yet. Trying again…').waitFor();
  await applicant.pick('Yes');
  await next();
  await fillBusiness(applicant);
  await chooseFile(applicant);
  await alerted(applicant, 'document', 'Could not upload document, application not found');
  await press(applicant, 'Close');
  // The page stays in the section until the section is saved.
  await next();
  await alerted(applicant, 'createApplication', 'Error saving application data');
  await bringBack();
  await press(applicant, 'Try again');
  await sees('Who’s applying?');
  expect(await storedApplicationsOf(server.services, 'toro')).toMatchObject([
    { answers: { businessName: 'Bright Lawn Care LLC', addressCity: 'Bloomington' } },
  ]);
});

test('a draft that another tab submitted, or that belongs to another session, accepts no answers', async ({
  applicant,
}) => {
  const { page, next } = applicant;
  const { db } = server.services.database;
  page.on('dialog', (dialog) => dialog.accept());
  const submitted = await arriveAt(server, applicant, '/apply/business');
  await markSubmitted(server.services, submitted.applicationId ?? '');
  await applicant.pick('Limited liability company (LLC)');
  await applicant.fill('Legal business name', 'Late Lawns');
  await applicant.fill('Business email', 'office@lawns.example');
  await next();
  await alerted(applicant, 'saveApplication', 'Error saving application data');
  await press(applicant, 'Close');
  await page.getByRole('button', { name: 'Try again' }).waitFor();

  const taken = await arriveAt(server, applicant, '/apply/applicant');
  const { webSessionId } = await apiClient(server.app).start();
  await db
    .updateTable('application')
    .set({ session_id: webSessionId })
    .where('id', '=', taken.applicationId ?? '')
    .execute();
  await applicant.fill('Your full legal name', 'Dana Okafor');
  await applicant.fillDate('4', '28', '1986');
  await applicant.fill('Social Security number', '123-45-6789');
  await next();
  await alerted(applicant, 'personnelSave', 'Could not save personnel, invalid data');
});

test('an error found by submit goes to the field to fix', async ({ applicant }) => {
  const { page, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/agreement/controlling-party');
  await readAndAgree(applicant);
  await rewriteAnswers(server.services, applicationId ?? '', { applicationData: { email: null } });
  await page.getByRole('button', { name: 'Accept and submit application' }).click();
  await alerted(applicant, 'submission', 'Could not submit application, invalid data');
  expect(await alertOf(applicant).getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await press(applicant, 'Close');
  await sees('Business email');
  await page.getByText(/^Error: .* Required Field$/).waitFor();
});
