/** Tests that the page never adds a person twice if it repeats a call that succeeded but whose response was lost (F11). */
import { expect } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { alerted, alertOf, press } from '../support/browser/alert.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { breakNextResponse, loseNextResponse } from '../support/browser/lost-responses.ts';
import { setUp } from '../support/browser/set-up.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, test } = await setUp({ persistsSession: true });

/** Returns the people that the server has stored. The `version` of a person grows with each change. */
const stored = async (applicationId: string | null) =>
  (await storedApplication(server.services, applicationId)).personnel;

async function describeApplicant({ fill, fillDate, next }: Applicant, name: string): Promise<void> {
  await fill('Your full legal name', name);
  await fillDate('4', '28', '1986');
  await fill('Social Security number', '123-45-6789');
  await next();
}

test('without a response, the page repeats the call and adds no one twice', async ({ applicant }) => {
  const { applicationId } = await arriveAt(server, applicant, '/apply/applicant');
  await loseNextResponse(applicant, '/personnel');
  await describeApplicant(applicant, 'Dana Okafor');
  await applicant.sees('Your contact details and job');
  expect(await alertOf(applicant).count()).toBe(0);
  expect(await stored(applicationId)).toMatchObject([{ answers: { fullName: 'Dana Okafor' }, version: 1 }]);
});

test('trying again adds no one twice, and saves changes made meanwhile', async ({ applicant }) => {
  const { applicationId } = await arriveAt(server, applicant, '/apply/applicant');
  await breakNextResponse(applicant, '/personnel');
  await describeApplicant(applicant, 'Dana Okafor');
  await alerted(applicant, 'personnelSave', en.errors.areas.personnelSave.other);
  await breakNextResponse(applicant, '/personnel');
  await press(applicant, 'Try again');
  await alerted(applicant, 'personnelSave', en.errors.areas.personnelSave.other);
  await press(applicant, 'Close');
  await alertOf(applicant).waitFor({ state: 'detached' });
  await describeApplicant(applicant, 'Dana B. Okafor');
  await applicant.sees('Your contact details and job');
  await expect
    .poll(() => stored(applicationId))
    .toMatchObject([{ answers: { fullName: 'Dana B. Okafor' }, version: 2 }]);
  await applicant.page.getByRole('link', { name: 'Back' }).click();
  const name = applicant.page.getByRole('textbox', { name: 'Your full legal name' });
  expect(await name.inputValue()).toBe('Dana B. Okafor');
});

test('a person is not part of the application if their save got an unusable response and the answer then changed to No', async ({
  applicant,
}) => {
  const { page, fill, next, pick, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/authorized-user', {
    users: [],
    documents: 1,
  });
  await pick('Yes');
  await breakNextResponse(applicant, '/personnel');
  await fill('User’s full legal name', 'Kim Park');
  await next();
  await alerted(applicant, 'personnelSave', en.errors.areas.personnelSave.other);
  await press(applicant, 'Close');
  expect(await stored(applicationId)).toHaveLength(3);
  await pick('No');
  expect(await page.getByRole('textbox').count()).toBe(0);
  await next();
  await sees('Check your answers before you agree and submit');
  await expect.poll(() => stored(applicationId)).toHaveLength(2);
});
