/** Tests “Save and finish later” (D55): which screens offer it, what the dialog says, and for which responses it waits. */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { dialogOf, offerOf, openHelp } from '../support/browser/by-email.ts';
import { chooseDocument, photo } from '../support/browser/documents.ts';
import { control } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';
import { describeBusiness } from '../support/browser/steps.ts';

const { server, test, testAlone } = await setUp({ persistsSession: true });
const sections = '/apply/section-review';

const focused = ({ page }: Applicant) =>
  page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.id);

/**
 * Responds to the dialog's calls in place of the server: to the first call with the first status, and so on. Returns a list that
 * collects the bodies of the calls.
 */
async function answer({ page }: Applicant, path: string, statuses: readonly number[]): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.route(`**/api/v1/resume/${path}`, (route) => {
    bodies.push(route.request().postDataJSON());
    const status = statuses[bodies.length - 1] ?? 204;
    const code = { 400: 'validation_failed', 404: 'resource_not_found', 429: 'rate_limited' }[status];
    return code
      ? route.fulfill({ status, contentType: 'application/problem+json', json: { code, errors: [] } })
      : route.fulfill({ status });
  });
  return bodies;
}

test('the offer appears only after a tax ID is given', async ({ applicant }) => {
  await arriveAt(server, applicant, '/apply/business?part=2');
  await openHelp(applicant);
  await applicant.seesDialog('Help');
  expect(await offerOf(applicant).count()).toBe(0);
  await applicant.pressKey('Escape');
  await arriveAt(server, applicant, '/apply/business/address');
  await openHelp(applicant);
  await offerOf(applicant).waitFor();
});

test('the dialog replaces the Help that opened it, and returns the focus to Help', async ({ applicant }) => {
  await arriveAt(server, applicant, '/apply/applicant');
  await openHelp(applicant);
  await offerOf(applicant).click();
  await dialogOf(applicant).waitFor();
  expect(await applicant.page.getByRole('dialog').count()).toBe(1);
  expect(await focused(applicant)).toBe('Save and finish later');
  await applicant.pressKey('Escape');
  await dialogOf(applicant).waitFor({ state: 'detached' });
  expect(await focused(applicant)).toBe('Help');
});

testAlone('the offer appears in an open Help once the screens are loaded', async ({ applicant }) => {
  const { page } = applicant;
  const screenFiles = '**/assets/custom-screens-*.js';
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(screenFiles, (route) => released.then(() => route.continue()));
  await arriveAt(server, applicant, '/apply/applicant');
  await openHelp(applicant);
  await applicant.seesDialog('Help');
  expect(await offerOf(applicant).count()).toBe(0);
  release();
  await offerOf(applicant).waitFor();
});

test.for([sections, '/apply/review', '/apply/agreement/esign'])(
  'the offer is below the text of %s, and next to it on a desktop',
  async (address, { applicant }) => {
    await arriveAt(server, applicant, address);
    await offerOf(applicant).click();
    await dialogOf(applicant).getByRole('button', { name: 'Close' }).click();
    await dialogOf(applicant).waitFor({ state: 'detached' });
    expect(await focused(applicant)).toBe('Save and finish later');
    await applicant.page.setViewportSize({ width: 1280, height: 800 });
    await applicant.page.getByRole('complementary').and(applicant.page.locator('.side-panel')).waitFor();
    expect(await offerOf(applicant).count()).toBe(1);
  },
);

test('the dialog requests the code only after every answer is saved', async ({ applicant }) => {
  await arriveAt(server, applicant, '/apply/business?part=2');
  const { page, fill, press } = applicant;
  const sent = await answer(applicant, 'email', []);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/application/*', async (route) => {
    await released;
    await route.continue();
  });
  await describeBusiness(applicant);
  await openHelp(applicant);
  await offerOf(applicant).click();
  await fill('Your email', 'dana@greenacre.example');
  await press('Send code');
  await page.getByRole('button', { name: 'One moment…' }).waitFor();
  expect(sent).toEqual([]);
  release();
  await page.getByRole('textbox', { name: 'Code from the email' }).waitFor();
  expect(sent).toEqual([{ email: 'dana@greenacre.example' }]);
});

test('the dialog checks the address with the rules of the form, and suggests the address that was already given', async ({
  applicant,
}) => {
  await arriveAt(server, applicant, sections);
  const { page, fill, press, reads } = applicant;
  const sent = await answer(applicant, 'email', []);
  await offerOf(applicant).click();
  const email = page.getByRole('textbox', { name: 'Your email' });
  expect(await email.inputValue()).toBe('dana@greenacre.example');
  expect(await email.getAttribute('autocomplete')).toBe('email');
  await fill('Your email', '');
  await press('Send code');
  await reads('Enter your email.');
  await fill('Your email', 'dana@greenacre');
  await press('Send code');
  await page.getByText(/^Error: /).waitFor();
  expect(await email.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(sent).toEqual([]);
});

test('Enter in the email field moves the focus to the separate field for the code', async ({ applicant }) => {
  await arriveAt(server, applicant, sections);
  const { page } = applicant;
  await answer(applicant, 'email', []);
  await offerOf(applicant).click();
  await page.evaluate(() =>
    document.addEventListener('focusin', ({ target }) => {
      document.documentElement.dataset['focused'] = (target as Element).id;
    }),
  );
  await page.getByRole('textbox', { name: 'Your email' }).press('Enter');
  await page.locator('html[data-focused="mail-code"]').waitFor({ state: 'attached' });
});

test('a wrong code is refused in place, and a new code or another address can be requested', async ({
  applicant,
}) => {
  await arriveAt(server, applicant, sections);
  const { page, fill, press, reads } = applicant;
  const asked = await answer(applicant, 'email', [204, 204, 204, 429]);
  const given = await answer(applicant, 'email/confirm', [404, 204]);
  await offerOf(applicant).click();
  await press('Send code');
  const code = page.getByRole('textbox', { name: 'Code from the email' });
  await code.waitFor();
  expect(await code.getAttribute('inputmode')).toBe('numeric');
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  await expect.poll(() => code.evaluate((element) => element === document.activeElement)).toBe(true);
  await fill('Code from the email', '12345');
  await press('Continue');
  await reads('Enter the 6-digit code we sent you.');
  expect(given).toEqual([]);
  await fill('Code from the email', '123 456');
  await press('Continue');
  await reads('That code is wrong or has expired.');
  expect(given).toEqual([{ code: '123456' }]);
  await press('Send a new code');
  await reads('We sent a new code to dana@greenacre.example.');
  expect(await code.inputValue()).toBe('');
  await press('Use a different email');
  await fill('Your email', 'owner@greenacre.example');
  await press('Send code');
  await reads('owner@greenacre.example');
  await press('Send a new code');
  await reads('We didn’t send a new code.');
  expect(asked).toHaveLength(4);
  await fill('Code from the email', '654321');
  await press('Continue');
  await reads('The link is on its way to o•••@greenacre.example.');
  await press('Keep going');
  await dialogOf(applicant).waitFor({ state: 'detached' });
  await applicant.sees('Your progress so far');
});

test('a code that is typed before the response to “Send a new code” arrives stays in its input', async ({
  applicant,
}) => {
  await arriveAt(server, applicant, sections);
  const { page, fill, press, reads } = applicant;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const given = await answer(applicant, 'email/confirm', [404, 204]);
  await offerOf(applicant).click();
  await press('Send code');
  await fill('Code from the email', '123456');
  await press('Continue');
  await reads('That code is wrong or has expired.');
  await page.route('**/api/v1/resume/email', (route) => released.then(() => route.fulfill({ status: 204 })));
  await press('Send a new code');
  await fill('Code from the email', '654321');
  release();
  await reads('We sent a new code to dana@greenacre.example.');
  await press('Continue');
  await reads('The link is on its way to d•••@greenacre.example.');
  expect(given).toEqual([{ code: '123456' }, { code: '654321' }]);
});

test('an alert says what failed, and Try again continues with what was typed', async ({ applicant }) => {
  await arriveAt(server, applicant, sections);
  const { page, fill, press, reads } = applicant;
  const asked = await answer(applicant, 'email', [404]);
  await offerOf(applicant).click();
  await fill('Your email', 'owner@greenacre.example');
  await press('Send code');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Try again' }).click();
  await reads('We sent a code to owner@greenacre.example.');
  expect(asked).toHaveLength(2);
});

testAlone(
  'the warning about inactivity offers the dialog too, and typing in the dialog counts as activity',
  async ({ applicant }) => {
    await applicant.page.clock.install();
    await arriveAt(server, applicant, sections);
    const { page, press, fill } = applicant;
    const warning = page.getByRole('alertdialog', { name: 'Are you still there?' });
    await answer(applicant, 'email', []);
    await page.clock.fastForward('10:01');
    await warning.waitFor();
    const button = warning.getByRole('button', { name: 'Save and finish later' });
    // A letter key keeps the session alive, as it does everywhere in the warning, but doesn't press this button.
    await button.focus();
    await page.keyboard.press('x');
    await warning.waitFor({ state: 'detached' });
    expect(await dialogOf(applicant).count()).toBe(0);
    await page.clock.fastForward('10:01');
    await button.focus();
    await applicant.pressKey('Enter');
    await warning.waitFor({ state: 'detached' });
    await dialogOf(applicant).waitFor();
    await press('Send code');
    // Wait for the response before advancing the clock. Otherwise the call would time out.
    await control(page, 'Code from the email').waitFor();
    for (const digits of ['1', '12', '123']) {
      await page.clock.fastForward('09:00');
      await fill('Code from the email', digits);
    }
    expect(await warning.count()).toBe(0);
    // The warning appears in front of the dialog. The dialog doesn't change.
    await page.clock.fastForward('10:01');
    await warning.waitFor();
    await press('Keep going');
    await warning.waitFor({ state: 'detached' });
    expect(await applicant.valueIn('Code from the email')).toBe('123');
  },
);

test('the dialog offers to save the screen behind it, which shows its errors or moves on', async ({
  applicant,
}) => {
  await arriveAt(server, applicant, '/apply/applicant');
  const { page, fill, fillDate, press, sees } = applicant;
  await answer(applicant, 'email', []);
  const openDialog = async () => {
    await openHelp(applicant);
    await offerOf(applicant).click();
  };
  await fill('Your full legal name', 'Dana Okafor');
  await openDialog();
  // After the server has sent a code, the dialog no longer offers to save the screen behind it.
  await fill('Your email', 'dana@greenacre.example');
  await press('Send code');
  await control(page, 'Code from the email').waitFor();
  expect(await page.getByRole('button', { name: 'Save this screen first' }).count()).toBe(0);
  await press('Use a different email');
  await press('Save this screen first');
  await page.getByRole('group', { name: '2 answers to fix' }).and(page.locator(':focus')).waitFor();
  await fillDate('4', '28', '1986');
  await fill('Social Security number', '123-45-6789');
  await openDialog();
  await press('Save this screen first');
  await sees('Your contact details and job');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('finishing waits for a document that is uploading', async ({ applicant }) => {
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  const { page, press, reads, sees } = applicant;
  await answer(applicant, 'email*', []);
  await answer(applicant, 'email/confirm', []);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/document', async (route) => {
    await released;
    await route.continue();
  });
  await chooseDocument(applicant, photo);
  await openHelp(applicant);
  await offerOf(applicant).click();
  // The page doesn't suggest the business's email address, because other people may read that email.
  expect(await applicant.valueIn('Your email')).toBe('');
  await applicant.fill('Your email', 'dana@greenacre.example');
  await press('Send code');
  await applicant.fill('Code from the email', '123456');
  await press('Continue');
  await reads('Your document is still uploading.');
  const finish = page.getByRole('button', { name: 'Leave for now' });
  await finish.click({ force: true });
  expect(page.url()).toContain('/apply/business/additional/proof');
  release();
  await expect.poll(() => finish.getAttribute('aria-disabled')).toBe(null);
  await finish.click();
  await sees('Your application is saved');
});

test('the end of a session that mailed a link says to use the link, and says nothing of deleted answers', async ({
  applicant,
}) => {
  await arriveAt(server, applicant, sections);
  await answer(applicant, 'email', []);
  await answer(applicant, 'email/confirm', []);
  await offerOf(applicant).click();
  await applicant.press('Send code');
  await applicant.fill('Code from the email', '123456');
  await applicant.press('Continue');
  await applicant.reads('Your application is saved.');
  await applicant.press('Keep going');
  await dialogOf(applicant).waitFor({ state: 'detached' });
  await applicant.context.clearCookies();
  await offerOf(applicant).click();
  await applicant.page.unrouteAll();
  await applicant.press('Send code');
  await applicant.sees('Your session has ended');
  await applicant.reads('Use the link in your email to continue.');
  expect(await applicant.page.getByText('We deleted your answers').count()).toBe(0);
});

test('once the session has ended, the page that says so replaces the dialog', async ({ applicant }) => {
  await arriveAt(server, applicant, sections);
  await offerOf(applicant).click();
  await applicant.context.clearCookies();
  await applicant.press('Send code');
  await applicant.sees('Your session has ended');
  expect(await dialogOf(applicant).count()).toBe(0);
  expect(await applicant.page.content()).not.toContain('greenacre');
});
