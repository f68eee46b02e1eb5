/** A whole application by keyboard alone (A2): no clicks, and typing only into controls that Tab reached. */
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
  nameApplicant,
  signAndSubmit,
  takeSuggestedAddress,
} from '../support/browser/steps.ts';

const { server, test } = await setUp();

type Person = Applicant & Keyboard;

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a dialog by its button, does something that closes the dialog, and expects the focus on the button again. */
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

/** Uploads a document by the file chooser, which a key opens, then starts to remove the document and cancels. */
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
  await expectFocusOn(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expectFocusOn(remove);
  await next();
}

/** Moves through a long page forward and back, and changes one answer. */
async function review(person: Person): Promise<void> {
  const { page, press, expectFocusOn, tabTo, sees, fill } = person;
  await sees('Check your answers before you agree and submit');
  await press('Open all parts');
  const change = page.getByRole('link', { name: 'Change Job title' });
  await tabTo(page.getByRole('button', { name: 'My answers are right' }));
  await tabTo(change, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await fill('Job title', 'Founder');
  await press('Save and return');
  await sees('Check your answers before you agree and submit');
  await expectFocusOn(page.locator('.answer-row').filter({ hasText: 'Founder' }));
  await press('My answers are right');
}

/** Opens an agreement and the help in front of it, and closes both by Esc. */
async function lookInto(person: Person, read: string): Promise<void> {
  const dialog = person.page.getByRole('dialog');
  await inDialog(person, button(person, read), async () => {
    await dialog.getByText('SAMPLE TEXT').first().waitFor();
    await inDialog(person, dialog.getByRole('button', { name: 'Help' }), () => pressEsc(person));
    await pressEsc(person);
  });
}

test('a whole application by keyboard alone: the focus is visible at every stop, never covered, and returns after each dialog', async ({
  applicant,
}) => {
  const person: Person = { ...applicant, ...keyboardOn(applicant.page) };
  const { sees, fill, press, pressKey, answer, next } = person;
  await begin(person, server.at('demo'));
  await applicant.pick('Limited liability company (LLC)');
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await fill('Business email', 'office@lawns.example');
  await pressKey('Enter');
  await sees('Tax ID and line of work');
  await inDialog(person, button(person, 'Help with Federal tax ID (EIN)'), () => press('Close'));
  await describeBusiness(person);
  await takeSuggestedAddress(person);
  await next();
  await billAndSizeBusiness(person);
  await sendDocument(person);

  await nameApplicant(person);
  await sees('Contact details, job and income');
  await describeApplicant(person, '60');
  await inDialog(person, button(person, 'Help'), () => pressEsc(person));
  await answer('Yes');
  await addOwner(person, 'Sam Lee', '40');
  await inDialog(person, button(person, 'Remove Sam Lee'), () => pressEsc(person));
  await next();
  await addOnlyCardUser(person, 'Ola Berg');

  await review(person);
  await sees('Agree to sign electronically');
  await lookInto(person, 'Read the electronic signature agreement');
  await signAndSubmit(person, true);
  await sees('We have your application');
});
