/**
 * Tests a whole application with the keyboard alone (A2). The test never clicks, and types only into controls that it has reached
 * with Tab.
 */
import type { Locator } from 'playwright-core';
import type { Applicant } from '../support/browser/applicant.ts';
import { pdf } from '../support/browser/documents.ts';
import type { Keyboard } from '../support/browser/keyboard.ts';
import { keyboardOn } from '../support/browser/keyboard.ts';
import { setUp } from '../support/browser/set-up.ts';
import {
  addOnlyCardUser,
  addOwner,
  begin,
  billAndSizeBusiness,
  describeApplicant,
  describeBusiness,
  signAndSubmit,
  takeSuggestedAddress,
} from '../support/browser/steps.ts';

const { server, test } = await setUp();

type Person = Applicant & Keyboard;

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a dialog with the button `opener`. `leave` closes the dialog. Expects the focus to return to the button. */
async function inDialog(
  { page, tabTo, expectFocusOn }: Person,
  opener: Locator,
  leave: () => Promise<void>,
): Promise<void> {
  await tabTo(opener);
  await page.keyboard.press('Enter');
  const dialog = page.locator('dialog:modal').last();
  await dialog.waitFor();
  await leave();
  await expectFocusOn(opener);
}

const pressEsc = ({ pressKey }: Person) => pressKey('Escape');

/** Opens the file picker with a key, and uploads a document. Then presses Remove, but keeps the document. */
async function sendDocument(person: Person): Promise<void> {
  const { page, press, expectFocusOn, tabTo, next } = person;
  await page.waitForURL(/proof/);
  const opened = page.waitForEvent('filechooser');
  await press('Choose a file');
  const chooser = await opened;
  await chooser.setFiles(pdf('charter.pdf'));
  await page.getByRole('button', { name: 'Remove charter.pdf' }).waitFor();
  await expectFocusOn(page.getByRole('button', { name: 'Choose a file' }));
  const remove = page.getByRole('button', { name: 'Remove charter.pdf' });
  await tabTo(remove, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectFocusOn(page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }));
  await page.keyboard.press('Enter');
  await expectFocusOn(remove);
  await next();
}

/** Moves the focus forward and back through the review, and changes one answer. */
async function review(person: Person): Promise<void> {
  const { page, press, expectFocusOn, tabTo, sees, fill } = person;
  await sees('Check your answers before you agree and submit');
  await press('Open all sections');
  const change = page.getByRole('link', { name: 'Change Job title' });
  await tabTo(page.getByRole('button', { name: 'Everything is correct' }));
  await tabTo(change, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await fill('Job title', 'Founder');
  await press('Save and return');
  await sees('Check your answers before you agree and submit');
  await expectFocusOn(page.locator('.answer-row').filter({ hasText: 'Founder' }));
  await press('Everything is correct');
}

/** Opens an agreement, then Help in front of the agreement. Closes both with Esc. */
async function lookInto(person: Person, read: string): Promise<void> {
  const dialog = person.page.getByRole('dialog');
  await inDialog(person, person.page.getByRole('button', { name: read }), async () => {
    await dialog.getByText('SAMPLE TEXT').first().waitFor();
    await inDialog(person, dialog.getByRole('button', { name: 'Help' }), () => pressEsc(person));
    await pressEsc(person);
  });
}

test('a whole application with the keyboard alone: the focus is visible at every stop, never covered, and returns after each dialog', async ({
  applicant,
}) => {
  const person: Person = { ...applicant, ...keyboardOn(applicant.page) };
  const { sees, fill, fillDate, pick, press, pressKey, tabTo, answer, next } = person;
  await begin(person, server.at('demo'));
  await pick('Limited liability company (LLC)');
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await fill('Business email', 'office@lawns.example');
  await pressKey('Enter');
  await sees('Tax ID and industry');
  await inDialog(person, button(person, 'Help: Federal tax ID (EIN)'), () => press('Close'));
  await describeBusiness(person);
  await takeSuggestedAddress(person);
  await next();
  await billAndSizeBusiness(person);
  await sendDocument(person);

  await sees('Who’s applying?');
  await fill('Your full legal name', 'Dana Okafor');
  await fillDate('Apr', '28', '1986');
  await fill('Social Security number', '123456789');
  await tabTo(person.page.getByRole('button', { name: /^Show/ }));
  await pressKey('Space');
  await next();
  await describeApplicant(person, '60');
  await inDialog(person, button(person, 'Help'), () => pressEsc(person));
  await answer('Yes');
  await addOwner(person, 'Sam Lee', '40');
  await inDialog(person, button(person, 'Remove Sam Lee'), () => pressEsc(person));
  await next();
  await addOnlyCardUser(person, 'Ola Berg');

  await review(person);
  await sees('Agree to sign electronically');
  await lookInto(person, 'Read the Electronic Signature Agreement');
  await signAndSubmit(person, true);
  await sees('We received your application');
});
