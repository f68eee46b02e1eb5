/**
 * Fills in the form as a person does, in any browser. There is one function per section, and there are functions for parts of
 * sections.
 */
import type { Hands } from './hands.ts';

/** Opens a URL, and continues to the first question about the business. */
export async function begin(hands: Hands, address: string): Promise<void> {
  const { goTo, press, sees, tick, next, answer } = hands;
  await goTo(address);
  await press('Swipe or tap to get started');
  await sees('How we share your information');
  await tick('I have read this and I agree');
  await next();
  await sees(/authorized to act/);
  await answer('Yes');
  await sees('About your business');
}

/** Answers about the business. All of them have defaults. */
export interface BusinessAnswers {
  readonly legalForm?: string;
  /**
   * The billing address. By default, it is the business address. With `skipped`, the person answers that the billing address
   * differs, and then skips the screen of the billing address.
   */
  readonly billing?: Address | 'skipped';
  /** Whether to wait for street suggestions. True by default. Use false if the test blocks the file with the suggestions. */
  readonly suggestions?: boolean;
}

export interface Address {
  readonly street: string;
  readonly city: string;
  /** The state as the drop-down list shows it. */
  readonly state: string;
  readonly zip: string;
}

/** Fills in an address. Waits for the input with suggestions unless `suggestions` is false. */
export async function fillAddress(
  { search, fill, choose }: Hands,
  address: Address,
  suggestions = true,
): Promise<void> {
  await (suggestions ? search : fill)(/street address/, address.street);
  await fill(/city/, address.city);
  await choose(/state/, address.state);
  await fill(/ZIP code/, address.zip);
}

export const businessAddress: Address = {
  street: '8111 Lyndale Ave S',
  city: 'Bloomington',
  state: 'Minnesota (MN)',
  zip: '55420',
};

/** A billing address that differs from the business address. */
export const billingAddress: Address = {
  street: 'PO Box 12',
  city: 'Austin',
  state: 'Texas (TX)',
  zip: '78701',
};

/** Opens the URL of a program, and fills in the form up to the screen of the business address. */
export async function goToBusinessAddress(hands: Hands, address: string): Promise<void> {
  await begin(hands, address);
  await nameBusiness(hands);
  await describeBusiness(hands);
}

/** Fills in the legal form, the names and the email of the business. The screen with the tax ID comes next. */
export async function nameBusiness({ pick, fill, next }: Hands, legalForm?: string): Promise<void> {
  await pick(legalForm ?? 'Limited liability company (LLC)');
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await fill(/Trade name/, 'Bright Lawns');
  await fill('Business email', 'office@brightlawn.example');
  await next();
}

/** Fills in the business section from the tax ID to the industry. The screen of the business address comes next. */
export async function describeBusiness(hands: Hands, taxId = '12-3456789'): Promise<void> {
  await hands.sees('Tax ID and industry');
  await hands.fill('Federal tax ID (EIN)', taxId);
  await chooseTrade(hands);
}

/** Searches the industry of the business and picks it. */
export async function chooseIndustry({ press, search, findsFocusOn }: Hands): Promise<void> {
  await press(/Choose an industry/);
  await findsFocusOn('combobox', 'Search industries');
  // The empty search lists this industry as an example, at another place. Only the result says why the search found it.
  await search('Search industries', 'lawn care', /561730 · Includes/);
  await findsFocusOn('button', /561730/);
}

/** Chooses the industry of the business and what it mainly sells. The screen of the business address comes next. */
export async function chooseTrade(hands: Hands): Promise<void> {
  const { sees, choose, next } = hands;
  await chooseIndustry(hands);
  await choose('What does your business mainly sell or do?', 'Lawn care');
  await next();
  await sees('Where is your business?');
}

/** Types the street and the beginning of the business's city, and picks the suggested city with the arrow keys. */
export async function takeSuggestedAddress(hands: Hands): Promise<void> {
  const wanted = 'Bloomington, MN 55420';
  await hands.search(/street address/, '8111 Lyndale Ave S Bloom');
  await hands.reads(wanted);
  const current = () =>
    hands.inPage(() => document.querySelector('[role="option"][aria-selected="true"]')?.textContent ?? '');
  while (!(await current()).includes(wanted)) await hands.pressKey('ArrowDown');
  await hands.pressKey('Enter');
  await hands.reads('Filled in: Bloomington');
  await hands.findsFocusOn('combobox', /street address/);
  const zip = await hands.valueIn(/ZIP code/);
  if (zip !== businessAddress.zip) throw new Error(`The page filled in the ZIP code “${zip}”.`);
}

/** Fills in the business section up to the screen for documents that prove that the business exists. */
export async function fillBusiness(hands: Hands, answers: BusinessAnswers = {}): Promise<void> {
  await nameBusiness(hands, answers.legalForm);
  await describeBusiness(hands);
  await fillAddress(hands, businessAddress, answers.suggestions);
  await hands.next();
  await billAndSizeBusiness(hands, answers.billing);
}

/** Fills in the business section from the billing address to the screen for documents that prove that the business exists. */
export async function billAndSizeBusiness(hands: Hands, billing?: BusinessAnswers['billing']): Promise<void> {
  const { next, sees, fill, answer } = hands;
  await sees(/Is your billing address the same/);
  await answer(billing ? 'No' : 'Yes');
  if (billing) {
    await sees('What’s your billing address?');
    if (billing === 'skipped') await skipBilling(hands);
    else {
      await fillAddress(hands, billing);
      await next();
    }
  }
  await sees('How big is your business?');
  await fill('Years in business', '12');
  await fill('Number of employees', '8');
  await fill(/Yearly sales/, '$1,250,000.00');
  await fill(/Expected yearly purchases/, '25000');
  await next();
  await sees(/internet gambling/);
  await answer('No');
  await sees(/mainly online/);
  await answer('No');
  await sees('Proof of business');
}

/** Presses Next, which refuses the empty billing address. Then presses “Use business address”, which skips the screen (D14). */
async function skipBilling({ next, reads, press }: Hands): Promise<void> {
  await next();
  await reads('4 answers to fix');
  await reads('Enter the billing city. Required Field');
  await press('Use business address');
}

/**
 * Fills in the applicant section up to the question about the guarantee. Omit `share` if the form does not ask for the
 * applicant's share.
 */
export async function fillApplicant(hands: Hands, share?: string): Promise<void> {
  await nameApplicant(hands);
  await describeApplicant(hands, share);
}

/** Fills in the applicant's name, date of birth and Social Security number. */
export async function nameApplicant({ sees, fill, fillDate, next }: Hands): Promise<void> {
  await sees('Who’s applying?');
  await fill('Your full legal name', 'Dana Okafor');
  await fillDate('Apr', '28', '1986');
  await fill('Social Security number', '123-45-6789');
  await next();
}

/** Fills in the applicant section from email and phone to the question about the guarantee. */
export async function describeApplicant(hands: Hands, share?: string): Promise<void> {
  const { next, sees, fill, pick } = hands;
  await sees('Your contact details and job');
  await fill('Your email', 'dana@greenacre.example');
  await fill('Your mobile or primary phone number', '+1 (202) 555-0123');
  await fill('Job title', 'Owner');
  await fill(/Your yearly income/, '85,000');
  await next();
  await sees('Your home and your share of the business');
  await pick('Rent');
  await fill(/Monthly housing payment/, '1500');
  await fill('Years at your current home', '4');
  if (share !== undefined) await fill('How much of the business do you own?', share);
  await next();
  await sees('Where do you live?');
  await fillAddress(hands, { street: '12 Oak St', city: 'Austin', state: 'Texas (TX)', zip: '78701' });
  await next();
  await sees('Will you personally guarantee this account?');
}

/** Adds one more beneficial owner. The list of owners comes next. */
export async function addOwner(hands: Hands, name: string, share: string): Promise<void> {
  await hands.sees('Does anyone else own 25% or more of the business?');
  await hands.pick('Yes');
  await fillOwner(hands, name, share);
  await hands.sees('Owners of 25% or more');
}

/**
 * Fills in the screens about a beneficial owner, from the name to the home address. The first screen may be the question about
 * other owners, which also contains the field for the name.
 */
export async function fillOwner(hands: Hands, name: string, share: string): Promise<void> {
  const { next, sees, fill, pick, fillDate } = hands;
  await fill('Owner’s full legal name', name);
  await next();
  await sees(`About ${name}`);
  await fillDate('2', '29', '1984');
  await fill(`How much of the business does ${name} own?`, share);
  await fill(`${name}’s email`, 'sam@greenacre.example');
  await fill(`${name}’s mobile or primary phone number`, '202.555.0199');
  await next();
  await sees(`More about ${name}`);
  await fill(`${name}’s Social Security number`, '987 65 4321');
  await fill(`${name}’s job title`, 'Manager');
  await pick('Own');
  await fill(`How long has ${name} lived at their current home?`, '9');
  await next();
  await sees(`Where does ${name} live?`);
  await fillAddress(hands, { street: '9 Elm St', city: 'Denver', state: 'Colorado (CO)', zip: '80202' });
  await next();
}

/** Adds one other card user and declines more cards. The review comes next. */
export async function addOnlyCardUser(hands: Hands, name: string): Promise<void> {
  await hands.sees('Does anyone else need a card?');
  await hands.pick('Yes');
  await fillAuthorizedUser(hands, name);
  await hands.sees('People who need a card');
  await hands.next();
}

/** Declines cards for others. The review comes next. */
export async function declineCards({ sees, answer }: Hands): Promise<void> {
  await sees('Does anyone else need a card?');
  await answer('No');
  await sees('Check your answers before you agree and submit');
}

/**
 * Fills in the screens about a card user, from the name to the home address. The first screen may be the question about other
 * card users, which also contains the field for the name.
 */
export async function fillAuthorizedUser(hands: Hands, name: string): Promise<void> {
  const { next, sees, fill, fillDate } = hands;
  await fill('Card user’s full legal name', name);
  await next();
  await sees(`${name}’s details`);
  await fillDate('12', '1', '1999');
  await next();
  await sees(`What’s ${name}’s home address?`);
  await fillAddress(hands, { street: '4 Pine St', city: 'Portland', state: 'Oregon (OR)', zip: '97201' });
  await next();
}

/** Confirms in the review that everything is correct. The first agreement comes next. */
export async function passReview({ press, sees }: Hands): Promise<void> {
  await sees('Check your answers before you agree and submit');
  await press('Everything is correct');
}

/** Opens an agreement, agrees to it, and presses Next. */
export async function agreeTo(hands: Hands, heading: string): Promise<void> {
  await hands.sees(heading);
  await readAndAgree(hands);
  await hands.next();
}

/** Opens the agreement of the screen and agrees to it. Waits until its checkbox is ticked and has the focus. */
export async function readAndAgree(hands: Hands): Promise<void> {
  const { press, seesDialog, reads, findsTicked, findsFocusOn } = hands;
  await press(/^Read the/);
  await seesDialog(/./);
  await reads('SAMPLE TEXT');
  await press(/^I agree$/);
  await findsTicked(/^I agree to the/);
  await findsFocusOn('checkbox', /^I agree to the/);
}

/** Agrees to all agreements and submits. Skips the guarantee if there is no guarantor. */
export async function signAndSubmit(hands: Hands, guarantor: boolean): Promise<void> {
  await agreeTo(hands, 'Agree to sign electronically');
  await agreeTo(hands, 'Agree to the card terms');
  if (guarantor) await agreeTo(hands, 'Agree to the personal guarantee');
  await hands.sees('Certify and submit');
  await readAndAgree(hands);
  await hands.press('Accept and submit application');
}
