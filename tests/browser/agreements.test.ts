/**
 * Tests that a person must open each of the four agreements before agreeing to it, and must agree again if the agreement changes.
 */
import { expect } from 'vitest';
import type { AgreementKey } from '../../form/fields/application-state.ts';
import { agreed, box, isBoxFocused, open, status } from '../support/browser/agreement.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { phone } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { descriptions } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';
import { readAndAgree } from '../support/browser/steps.ts';

const { server, test } = await setUp({ persistsSession: true });

const unread =
  'Open the agreement and read it first. Please click the agreement link and review the terms before continuing';

/**
 * Returns whether the server has stored a person's consent to an agreement, or null if it has stored nothing about the agreement.
 */
async function agreedOnServer(
  applicationId: string | null,
  agreement: AgreementKey,
): Promise<boolean | null> {
  const row = await server.services.database.db
    .selectFrom('consent')
    .select(['agreed', 'void_date_time'])
    .where('application_id', '=', applicationId ?? '')
    .where('agreement', '=', agreement)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? row.agreed && row.void_date_time === null : null;
}

/** Returns a list that collects the names of the agreements whose texts the page requests. */
function textsAsked({ page }: Applicant): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, agreement] = /\/api\/v1\/agreement\/(.+)/.exec(request.url()) ?? [];
    if (agreement) asked.push(agreement);
  });
  return asked;
}

test('an agreement must be opened before a person can agree to it, and the checkbox says so', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  const asked = textsAsked(applicant);
  const { applicationId } = await arriveAt(server, applicant, '/apply/agreement/esign');
  await page
    .getByRole('button', { name: /^Read the Electronic Signature Agreement About \d+ min$/ })
    .waitFor();

  // The checkbox looks disabled, but can be reached by touch, keys and screen readers. If it is pressed, the page says why it
  // can't be checked yet.
  expect(await box(applicant).getAttribute('aria-disabled')).toBe('true');
  expect(await box(applicant).evaluate((element: HTMLInputElement) => element.disabled)).toBe(false);
  await expect
    .poll(() => box(applicant).evaluate((element) => element.ariaDescribedByElements?.[0]?.textContent))
    .toBe('Read the agreement first');
  await box(applicant).press('Space');
  await page.getByText(unread).waitFor();
  expect(await box(applicant).isChecked()).toBe(false);
  await page.reload();
  await next();
  await page.getByText(unread).waitFor();
  expect(await isBoxFocused(applicant)).toBe(true);
  expect(asked, 'the page requests no text before the person opens it').toEqual([]);

  // Closing the agreement with “Go back” or Esc does not agree to it.
  const dialog = await open(applicant, 'Electronic Signature Agreement');
  expect(asked[0]).toBe('esign');
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await dialog.waitFor({ state: 'detached' });
  await open(applicant, 'Electronic Signature Agreement');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await box(applicant).getAttribute('aria-disabled')).toBe('true');
  expect(await agreedOnServer(applicationId, 'esign')).toBe(null);

  await readAndAgree(applicant);
  expect(await isBoxFocused(applicant)).toBe(true);
  expect(await box(applicant).getAttribute('aria-disabled')).toBe(null);
  expect(await page.getByText(unread).count()).toBe(0);
  expect(await agreedOnServer(applicationId, 'esign')).toBe(true);

  // From now on, each press of the checkbox gives or withdraws the consent, on the page and on the server.
  await box(applicant).uncheck();
  await status(applicant, 'You unchecked the box').waitFor();
  await expect.poll(() => agreedOnServer(applicationId, 'esign')).toBe(false);
  await next();
  await page.getByText('Check the box to agree. Please select agree to continue.').waitFor();
  await box(applicant).check();
  await status(applicant, agreed).waitFor();
  await expect.poll(() => agreedOnServer(applicationId, 'esign')).toBe(true);
  await next();

  // The other agreements follow in order. Only the guarantee has an error message of its own.
  await sees('Agree to the card terms');
  await readAndAgree(applicant);
  await next();
  await sees('Agree to the personal guarantee');
  await next();
  await page
    .getByText('Open the agreement and read it first. Please click the checkbox before continuing')
    .waitFor();
  await readAndAgree(applicant);
  await next();
  await sees('Certify and submit');
  // Once the last agreement is agreed to, the button that submits says what it does: in a text directly above it, which is also
  // its description.
  const submit = page.getByRole('button', { name: 'Accept and submit application' });
  const consequence = page.getByText(
    /^This submits your application to .+\. After that, you can’t change it\.$/,
  );
  await submit.click();
  await page.getByText(unread).waitFor();
  expect(await consequence.count()).toBe(0);
  await readAndAgree(applicant);
  await consequence.waitFor();
  const [above, below] = await Promise.all([consequence.boundingBox(), submit.boundingBox()]);
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(16);
  expect(await descriptions(submit)).toEqual([await consequence.textContent()]);
});

test('each agreement shows all due agreements, how many are done, and only its own text', async ({
  applicant,
}) => {
  const { page, next, sees } = applicant;
  const set = () =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .evaluateAll((items) =>
        items.map((item) => (item.querySelector('input') ? 'open' : (item as HTMLElement).innerText)),
      );
  await arriveAt(server, applicant, '/apply/agreement/terms');
  expect((await set()).map((text) => text.replaceAll(/\s*\n\s*/g, ': '))).toEqual([
    'Electronic Signature Agreement: Agreed',
    'open',
    expect.stringMatching(/^Personal Guarantee: About \d+ min$/),
    expect.stringMatching(/^Certification of Ownership and Control: About \d+ min$/),
  ]);
  // An agreement shows a reading time until the person agrees to it.
  const texts = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  const minutes = texts.flatMap((text) => /About (\d+) min/.exec(text)?.[1] ?? []).map(Number);
  const [terms = 0, guarantee = 0, certification = 0] = minutes;
  expect(minutes).toHaveLength(3);
  // The number at the top is the sum of the reading times of the agreements that are left.
  const left = (minutesLeft: number) =>
    page.getByText(new RegExp(`^\\d+ min left \\+ ${minutesLeft} min reading$`));
  await page.getByText('1 of 4 agreements done').waitFor();
  await left(terms + guarantee + certification).waitFor();
  await readAndAgree(applicant);
  await page.getByRole('button', { name: 'Read it again', exact: true }).waitFor();
  await page.getByText('2 of 4 agreements done').waitFor();
  await left(guarantee + certification).waitFor();
  await page.getByRole('link', { name: 'Electronic Signature Agreement Agreed' }).click();
  await sees('Agree to sign electronically');
  expect((await set()).indexOf('open')).toBe(0);
  await next();
  await sees('Agree to the card terms');
  await next();
  await sees('Agree to the personal guarantee');
});

test('an agreement shows whether it is read, agreed to or withdrawn (D31)', async ({ applicant }) => {
  const { page, next } = applicant;
  await arriveAt(server, applicant, '/apply/agreement/esign');
  const open = page.getByRole('button', { name: /^Read (the|it)/ });
  const box = page.getByRole('checkbox');
  const copy = page.getByRole('link', { name: /^Download a copy \(PDF, \d+ KB\)$/ });
  const says = (text: string | RegExp) => status(applicant, text).waitFor();
  await open.click();
  await copy.waitFor();
  expect((await page.getByRole('dialog').boundingBox())?.width).toBe(phone.width);
  await page.getByRole('button', { name: 'Go back' }).click();
  await page.getByText('Open it and press “I agree” at the end').waitFor();
  expect(await box.isChecked()).toBe(false);
  await readAndAgree(applicant);
  await says(agreed);
  await box.click();
  await says('You unchecked the box. To agree again, check it.');
  await open.click();
  await copy.waitFor();
  await page.getByRole('button', { name: 'Go back' }).click();
  await says('You haven’t agreed to this yet');
  // The status doesn't say what to do, because the error already does.
  await next();
  await page.getByText(/Please select agree to continue\./).waitFor();
  expect(await page.getByText('You haven’t agreed to this yet').count()).toBe(0);
  await box.click();
  await says(agreed);
});

test('a person who changes a certified share is asked to read and agree again', async ({ applicant }) => {
  const { page, next, sees, fill } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/agreement/controlling-party');
  await readAndAgree(applicant);
  // Nothing is left to read.
  await page.getByText(/^1 min left$/).waitFor();
  page.on('dialog', (leaving) => void leaving.accept());
  await page.goto(`${server.at('demo')}/apply/review`);
  await page.getByRole('button', { name: 'Open all sections' }).click();
  await page.getByRole('link', { name: 'Change How much of the business does Sam Lee own?' }).click();
  await fill('How much of the business does Sam Lee own?', '30');
  await page.getByRole('button', { name: 'Save and return' }).click();
  await page.getByRole('button', { name: 'Everything is correct' }).click();
  for (const heading of [
    'Agree to sign electronically',
    'Agree to the card terms',
    'Agree to the personal guarantee',
  ]) {
    await sees(heading);
    await status(applicant, agreed).waitFor();
    await next();
  }
  await sees('Certify and submit');
  await status(applicant, 'This has changed since you read it. Open and read it again.').waitFor();
  await page.getByRole('button', { name: 'Accept and submit application' }).click();
  await page.getByText(unread).waitFor();
  expect(await box(applicant).isChecked()).toBe(false);
  expect(await agreedOnServer(applicationId, 'controlling-party')).toBe(false);
  const dialog = await open(applicant, /^Certification/);
  await dialog.getByRole('row', { name: 'Sam Lee 30%' }).waitFor();
  await dialog.getByRole('button', { name: 'I agree' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Accept and submit application' }).click();
  await sees('We received your application');
});
