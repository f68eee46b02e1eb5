/** A whole application by keyboard alone (A2): nothing is clicked, and nothing is typed but into what Tab reached. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { pdf } from '../support/browser/documents.ts';
import type { Keyboard } from '../support/browser/keyboard.ts';
import { keyboardOn } from '../support/browser/keyboard.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp();

type Person = Applicant & { readonly keys: Keyboard };

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a dialog from its button, does something in it that closes it, and finds the focus back on the button. */
async function inDialog({ page, keys }: Person, opener: Locator, leave: () => Promise<void>): Promise<void> {
  await keys.tabTo(opener);
  await page.keyboard.press('Enter');
  const dialog = page.locator('dialog:modal').last();
  await dialog.waitFor();
  await leave();
  await keys.expectFocusOn(opener);
}

const pressEsc = ({ page }: Person) => page.keyboard.press('Escape');

/** Presses ArrowDown until the option of this name is the current one, and picks it. */
async function pickOption({ page }: Person, name: RegExp): Promise<void> {
  const option = page.getByRole('option', { name }).first();
  await option.waitFor();
  while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

async function typeAddress({ keys }: Person): Promise<void> {
  await keys.type(/street address/, '12 Oak St');
  await keys.type(/city/, 'Austin');
  await keys.select(/state/, 'Texas');
  await keys.type(/ZIP code/, '78701');
  await keys.next();
}

/** Month, day and year; the calendar is one more stop of Tab, and is passed over. */
async function typeDate({ page, keys }: Person, ...parts: readonly [string, string, string]): Promise<void> {
  for (const [index, name] of ['Month', 'Day', 'Year'].entries()) await keys.type(name, parts[index] ?? '');
  await keys.tabTo(page.getByRole('button', { name: 'Choose from calendar' }));
}

async function begin(person: Person): Promise<void> {
  const { page, keys, sees } = person;
  await page.goto(server.at('demo'));
  await keys.press('Swipe or tap to get started');
  await sees('How we share your information');
  await keys.tabTo(page.getByRole('checkbox', { name: 'I have read this and I agree' }));
  await page.keyboard.press('Space');
  await keys.next();
  await sees(/authority to act/);
  await inDialog(person, button(person, 'Help'), () => pressEsc(person));
  await keys.pick('Yes');
  await keys.next();
}

async function answerBusiness(person: Person): Promise<void> {
  const { page, keys, sees } = person;
  await sees('What is your business called?');
  await keys.type('Legal business name', 'Bright Lawn Care LLC');
  await page.keyboard.press('Enter');
  await sees('Tax ID and legal form');
  await inDialog(person, button(person, 'Help with Federal tax ID (EIN)'), () => keys.press('Close'));
  await keys.type('Federal tax ID (EIN)', '123456789');
  await keys.pick('Limited liability company (LLC)');
  await keys.next();

  await sees('What does your business do?');
  const row = page.getByRole('button', { name: /^Industry / });
  await keys.tabTo(row);
  await page.keyboard.press('Enter');
  await keys.expectFocusOn(page.getByRole('dialog').getByRole('combobox'));
  await page.keyboard.type('lawn care');
  await pickOption(person, /561730/);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keys.expectFocusOn(row);
  await keys.select('What does the business mainly sell or do?', 'Lawn');
  await keys.next();
  await sees('Business email');
  await keys.type('Business email', 'office@brightlawn.example');
  await keys.next();

  await sees('Where is your business?');
  const street = page.getByRole('combobox', { name: /street address/ });
  await keys.type(/street address/, '8111 Lyndale Ave S Bloom');
  await pickOption(person, /Bloomington, MN 55420/);
  await page
    .getByRole('status')
    .getByText(/^Filled in: 8111 Lyndale/)
    .waitFor();
  await keys.expectFocusOn(street);
  expect(await page.getByRole('textbox', { name: /ZIP code/ }).inputValue()).toBe('55420');
  await keys.next();
  await sees(/Is your billing address the same/);
  await keys.pick('Yes');
  await keys.next();

  await sees('How big is your business?');
  await keys.type('Years in business', '12');
  await keys.type('Number of employees', '8');
  await keys.type(/Yearly sales/, '1250000');
  await keys.type(/Expected purchases/, '25000');
  await keys.next();
  for (const question of [/internet gambling/, /mainly on the internet/]) {
    await sees(question);
    await keys.pick('No');
    await keys.next();
  }
}

/** A document from the file chooser, opened by key; its removal is begun and cancelled. */
async function sendDocument(person: Person): Promise<void> {
  const { page, keys } = person;
  await page.waitForURL(/proof/);
  const opened = page.waitForEvent('filechooser');
  await keys.press('Choose a file');
  const chooser = await opened;
  await chooser.setFiles(pdf('charter.pdf'));
  await page.getByRole('button', { name: 'Remove charter.pdf' }).waitFor();
  await keys.expectFocusOn(page.getByRole('button', { name: 'Choose a file' }));
  const remove = page.getByRole('button', { name: 'Remove charter.pdf' });
  await keys.tabTo(remove, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await keys.expectFocusOn(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await keys.expectFocusOn(remove);
  await keys.next();
}

async function answerApplicant(person: Person): Promise<void> {
  const { page, keys, sees } = person;
  await sees('Who are you?');
  await keys.type('Your full legal name', 'Dana Okafor');
  await typeDate(person, '4', '28', '1986');
  await keys.next();
  await sees('Your Social Security number');
  await keys.type('Social Security number', '123456789');
  await keys.tabTo(page.getByRole('button', { name: /^Show/ }));
  await page.keyboard.press('Space');
  await keys.next();
  await sees('How can we reach you?');
  await keys.type('Your email', 'dana@greenacre.example');
  await keys.type('Your mobile or main phone', '2025550123');
  await keys.next();
  await sees('Your work and income');
  await keys.type('Job title', 'Owner');
  await keys.type(/Your yearly income/, '85000');
  await keys.next();
  await sees('Your housing');
  await keys.pick('Rent');
  await keys.type(/Monthly housing payment/, '1500');
  await keys.type('Years at this home', '4');
  await keys.next();
  await sees('Your share of the business');
  await keys.type('How much of the business do you own?', '60');
  await keys.next();
  await sees('Where do you live?');
  await typeAddress(person);
  await sees('Will you guarantee this account?');
  await keys.pick('Yes');
  await keys.next();
}

async function addOwner(person: Person): Promise<void> {
  const { keys, sees } = person;
  await sees('Does anyone else own 25% or more?');
  await keys.pick('Yes');
  await keys.next();
  await sees('Who is the other owner?');
  await keys.type('Owner’s full legal name', 'Sam Lee');
  await keys.next();
  await sees('Sam Lee: birth date and share');
  await typeDate(person, '2', '29', '1984');
  await keys.type('How much does Sam Lee own?', '40');
  await keys.next();
  await sees('Sam Lee: Social Security number');
  await keys.type('Sam Lee’s Social Security number', '987654321');
  await keys.next();
  await sees('Sam Lee: email and phone');
  await keys.type('Sam Lee’s email', 'sam@greenacre.example');
  await keys.type('Sam Lee’s mobile or main phone', '2025550199');
  await keys.next();
  await sees('Sam Lee: work and housing');
  await keys.type('Sam Lee’s job title', 'Manager');
  await keys.pick('Own');
  await keys.type('Sam Lee’s years at this home', '9');
  await keys.next();
  await sees('Sam Lee: home address');
  await typeAddress(person);
  await sees('Owners of 25% or more');
  await inDialog(person, button(person, 'Remove Sam Lee'), () => pressEsc(person));
  await keys.next();
}

async function addCardUser(person: Person): Promise<void> {
  const { keys, sees } = person;
  await sees('Should anyone else have a card?');
  await keys.pick('Yes');
  await keys.next();
  await sees('Who should have a card?');
  await keys.type('Card user’s full legal name', 'Ola Berg');
  await keys.next();
  await sees('Ola Berg: birth date and Social Security number');
  await typeDate(person, '12', '1', '1999');
  await keys.next();
  await sees('Ola Berg: card user’s home address');
  await typeAddress(person);
  await sees('People who will have a card');
  await keys.pick('No');
  await keys.next();
}

/** All of a long page, forth and back, and one answer changed. */
async function review(person: Person): Promise<void> {
  const { page, keys, sees } = person;
  await sees('Your sections');
  await keys.next();
  await sees('Almost done');
  await keys.next();
  await sees('Check your answers before you agree and submit');
  const change = page.getByRole('link', { name: 'Change Job title' });
  await keys.tabTo(page.getByRole('button', { name: 'My answers are right' }));
  await keys.tabTo(change, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await keys.type('Job title', 'Founder');
  await keys.press('Save and return');
  await sees('Check your answers before you agree and submit');
  await keys.expectFocusOn(page.locator('.answer-row').filter({ hasText: 'Founder' }));
  await keys.press('My answers are right');
}

/** The agreement is opened and left again by Esc, and so is the help above it. */
async function lookInto(person: Person, read: string): Promise<void> {
  const dialog = person.page.getByRole('dialog');
  await inDialog(person, button(person, read), async () => {
    await dialog.getByText('SAMPLE TEXT').first().waitFor();
    await inDialog(person, dialog.getByRole('button', { name: 'Help' }), () => pressEsc(person));
    await pressEsc(person);
  });
}

/** The agreement is opened and agreed to; the focus is on its box then. */
async function agree(person: Person, heading: string, read: string): Promise<void> {
  const { page, keys, sees } = person;
  await sees(heading);
  await keys.press(read);
  await page.getByRole('dialog').getByText('SAMPLE TEXT').first().waitFor();
  await keys.press('I agree');
  await keys.expectFocusOn(page.getByRole('checkbox', { checked: true }));
}

test('a whole application by keyboard alone: the focus is seen at every stop, never covered, and back after each dialog', async ({
  applicant,
}) => {
  const person = { ...applicant, keys: keyboardOn(applicant.page) };
  await begin(person);
  await answerBusiness(person);
  await sendDocument(person);
  await answerApplicant(person);
  await addOwner(person);
  await addCardUser(person);
  await review(person);
  await person.sees('Agree to sign electronically');
  await lookInto(person, 'Read the electronic signature agreement');
  await agree(person, 'Agree to sign electronically', 'Read the electronic signature agreement');
  await person.keys.next();
  await agree(person, 'Agree to the card terms', 'Read the card terms');
  await person.keys.next();
  await agree(person, 'Agree to the personal guarantee', 'Read the personal guarantee');
  await person.keys.next();
  await agree(person, 'Certify the owners and submit', 'Read the certification of owners');
  await person.keys.press('Accept and submit application');
  await person.sees('We have your application');
});
