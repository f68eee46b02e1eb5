/** What a person does on the screens of the form, one function a stretch of the way. */
import type { Locator } from 'playwright-core';
import type { Applicant } from './applicant.ts';

/** From the address to the first question about the business. */
export async function begin({ page, next, sees, answer }: Applicant, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await sees('How we share your information');
  await page.getByRole('checkbox', { name: 'I have read this and I agree' }).check();
  await next();
  await sees(/authority to act/);
  await answer('Yes');
  await sees('What is your business called?');
}

/** What is told of a business; everything has a default that fits. */
export interface BusinessAnswers {
  readonly legalForm?: string;
  /** A different address for bills, or one that was announced and then skipped; left out: the same. */
  readonly billing?: Address | 'skipped';
}

export interface Address {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

export async function fillAddress({ page, fill }: Applicant, address: Address): Promise<void> {
  await page.getByRole('combobox', { name: /street address/ }).fill(address.street);
  await fill(/city/, address.city);
  await page.getByRole('combobox', { name: /state/ }).selectOption(address.state);
  await fill(/ZIP code/, address.zip);
}

/** Where the business is. */
export const businessAddress: Address = {
  street: '8111 Lyndale Ave S',
  city: 'Bloomington',
  state: 'MN',
  zip: '55420',
};

/** An address for bills that is another one. */
export const billingAddress: Address = { street: 'PO Box 12', city: 'Austin', state: 'TX', zip: '78701' };

/** From the address of a program to where the business is. */
export async function goToBusinessAddress(applicant: Applicant, address: string): Promise<void> {
  await begin(applicant, address);
  await describeBusiness(applicant);
}

/** The business from its name to its email. */
async function describeBusiness(applicant: Applicant, legalForm?: string): Promise<void> {
  const { page, next, sees, fill, answer } = applicant;
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await fill(/Trade name/, 'Bright Lawns');
  await next();
  await sees('Tax ID and legal form');
  await fill('Federal tax ID (EIN)', '12-3456789');
  await answer(legalForm ?? 'Limited liability company (LLC)');
  await sees('What does your business do?');
  await page.getByRole('button', { name: /Choose an industry/ }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('lawn care');
  await page
    .getByRole('option', { name: /561730/ })
    .first()
    .click();
  await page
    .getByRole('combobox', { name: 'What does the business mainly sell or do?' })
    .selectOption('lawn');
  await next();
  await sees('Business email');
  await fill('Business email', 'office@brightlawn.example');
  await next();
  await sees('Where is your business?');
}

/** The parts of an address screen. */
export function addressOf({ page }: Applicant) {
  const street = page.getByRole('combobox', { name: /street address/ });
  const others = [
    page.getByRole('textbox', { name: /city/ }),
    page.getByRole('combobox', { name: /state/ }),
    page.getByRole('textbox', { name: /ZIP code/ }),
  ];
  return {
    street,
    options: page.getByRole('listbox', { name: 'Suggested addresses' }).getByRole('option'),
    /** What stands in street, city, state and ZIP code. */
    parts: () => Promise.all([street, ...others].map((part) => part.inputValue())),
  };
}

/** Puts a text into a field as a browser does with what it has kept, which is no typing. */
export async function fillInAsBrowser(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, filled) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    value?.set?.call(input, filled);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
  }, text);
}

/** The whole section about the business, up to its proof. */
export async function fillBusiness(
  applicant: Applicant,
  { legalForm, billing }: BusinessAnswers = {},
): Promise<void> {
  const { page, next, sees, fill, answer } = applicant;
  await describeBusiness(applicant, legalForm);
  await fillAddress(applicant, businessAddress);
  await next();
  await sees(/Is your billing address the same/);
  await answer(billing ? 'No' : 'Yes');
  if (billing) {
    await sees('Where should bills go?');
    if (billing === 'skipped') await skipBilling(applicant);
    else {
      await fillAddress(applicant, billing);
      await next();
    }
  }
  await sees('How big is your business?');
  await fill('Years in business', '12');
  await fill('Number of employees', '8');
  await fill(/Yearly sales/, '$1,250,000.00');
  await fill(/Expected purchases/, '25000');
  await next();
  await sees(/internet gambling/);
  await answer('No');
  await sees(/mainly on the internet/);
  await answer('No');
  await page.waitForURL(/proof/);
}

/** Next asks for the whole address, Skip for none of it (D14). */
async function skipBilling({ page, next }: Applicant): Promise<void> {
  await next();
  await page.getByRole('group', { name: 'There are 4 problems' }).waitFor();
  await page.getByRole('link', { name: 'Required Field. Enter the city for bills.' }).waitFor();
  await page.getByRole('button', { name: 'Skip this step' }).click();
}

/** The section about the applicant, up to the question about the guarantee; no share where none is asked. */
export async function fillApplicant(applicant: Applicant, share?: string): Promise<void> {
  const { next, sees, fill, pick, fillDate } = applicant;
  await sees('Who are you?');
  await fill('Your full legal name', 'Dana Okafor');
  await fillDate('Apr', '28', '1986');
  await next();
  await sees('Your Social Security number');
  await fill('Social Security number', '123-45-6789');
  await next();
  await sees('How can we reach you?');
  await fill('Your email', 'dana@greenacre.example');
  await fill('Your mobile or main phone', '+1 (202) 555-0123');
  await next();
  await sees('Your work and income');
  await fill('Job title', 'Owner');
  await fill(/Your yearly income/, '85,000');
  await next();
  await sees('Your housing');
  await pick('Rent');
  await fill(/Monthly housing payment/, '1500');
  await fill('Years at this home', '4');
  await next();
  if (share !== undefined) {
    await sees('Your share of the business');
    await fill('How much of the business do you own?', share);
    await next();
  }
  await sees('Where do you live?');
  await fillAddress(applicant, { street: '12 Oak St', city: 'Austin', state: 'TX', zip: '78701' });
  await next();
  await sees('Will you guarantee this account?');
}

/** Says that there is one more beneficial owner, and all of them; the list of owners comes then. */
export async function addOwner(applicant: Applicant, name: string, share: string): Promise<void> {
  await applicant.sees('Does anyone else own 25% or more?');
  await applicant.answer('Yes');
  await fillOwner(applicant, name, share);
  await applicant.sees('Owners of 25% or more');
}

/** A beneficial owner, from the name to the address. */
export async function fillOwner(applicant: Applicant, name: string, share: string): Promise<void> {
  const { next, sees, fill, pick, fillDate } = applicant;
  await sees('Who is the other owner?');
  await fill('Owner’s full legal name', name);
  await next();
  await sees(`${name}: birth date and share`);
  await fillDate('2', '29', '1984');
  await fill(`How much does ${name} own?`, share);
  await next();
  await sees(`${name}: Social Security number`);
  await fill(`${name}’s Social Security number`, '987 65 4321');
  await next();
  await sees(`${name}: email and phone`);
  await fill(`${name}’s email`, 'sam@greenacre.example');
  await fill(`${name}’s mobile or main phone`, '202.555.0199');
  await next();
  await sees(`${name}: work and housing`);
  await fill(`${name}’s job title`, 'Manager');
  await pick('Own');
  await fill(`${name}’s years at this home`, '9');
  await next();
  await sees(`${name}: home address`);
  await fillAddress(applicant, { street: '9 Elm St', city: 'Denver', state: 'CO', zip: '80202' });
  await next();
}

/** Says that one other person should have a card, and that this is all; the documents come then. */
export async function addOnlyCardUser(applicant: Applicant, name: string): Promise<void> {
  await applicant.sees('Should anyone else have a card?');
  await applicant.answer('Yes');
  await fillAuthorizedUser(applicant, name);
  await applicant.sees('People who will have a card');
  await applicant.answer('No');
}

/** Says that nobody else should have a card, and passes over the documents, to the section review. */
export async function declineCards({ sees, answer, next }: Applicant): Promise<void> {
  await sees('Should anyone else have a card?');
  await answer('No');
  await sees('Documents that prove your business');
  await next();
  await sees('Your sections');
}

/** Someone who should have a card, from the name to the address. */
export async function fillAuthorizedUser(applicant: Applicant, name: string): Promise<void> {
  const { next, sees, fill, fillDate } = applicant;
  await sees('Who should have a card?');
  await fill('Card user’s full legal name', name);
  await next();
  await sees(`${name}: birth date and Social Security number`);
  await fillDate('12', '1', '1999');
  await next();
  await sees(`${name}: card user’s home address`);
  await fillAddress(applicant, { street: '4 Pine St', city: 'Portland', state: 'OR', zip: '97201' });
  await next();
}

/** From the section review to the first agreement, everything being right. */
export async function passReview({ page, next, sees }: Applicant): Promise<void> {
  await sees('Your sections');
  await next();
  await sees('Almost done');
  await next();
  await sees('Check your answers before you agree and submit');
  await page.getByRole('button', { name: 'My answers are right' }).click();
}

/** Opens an agreement, agrees to it, and goes on. */
export async function agreeTo({ page, next, sees }: Applicant, heading: string): Promise<void> {
  await sees(heading);
  await readAndAgree(page);
  await next();
}

/** Opens the agreement of the screen and agrees to it; its box is ticked then. */
export async function readAndAgree(page: Applicant['page']): Promise<void> {
  await page.getByRole('button', { name: /^Read the/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('SAMPLE TEXT').first().waitFor();
  await dialog.getByRole('button', { name: 'I agree', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('checkbox', { checked: true }).waitFor();
}

/** Agrees to all that is due, the guarantee only with a guarantor, and submits. */
export async function signAndSubmit(applicant: Applicant, guarantor: boolean): Promise<void> {
  const { page, sees } = applicant;
  await agreeTo(applicant, 'Agree to sign electronically');
  await agreeTo(applicant, 'Agree to the card terms');
  if (guarantor) await agreeTo(applicant, 'Agree to the personal guarantee');
  await sees('Certify the owners and submit');
  await readAndAgree(page);
  await page.getByRole('button', { name: 'Accept and submit application' }).click();
}
