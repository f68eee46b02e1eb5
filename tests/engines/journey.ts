/** An LLC from the intro to the finish, with what engines do in their own way: dates, dialogs, lists, files, focus. */
import type { Person } from './person.ts';

/** Opens a help sheet, leaves it with Esc, and finds the focus back on its button. */
async function askForHelp({ press, see, tab }: Person, field: string): Promise<void> {
  await press(`Help with ${field}`);
  await see('dialog', field);
  await tab.pressKey('Escape');
  await see('button', `Help with ${field}`, ({ focused }) => focused);
}

/**
 * Goes on to Next by keyboard. Where there is nothing to answer before it, a second click in the same place would be
 * the second of a double one, which the page takes for none.
 */
async function tabToNext({ see, tab }: Person): Promise<void> {
  for (let stop = 0; !(await see('button', 'Next')).focused; stop += 1) {
    if (stop === 10) throw new Error('Tab does not lead to Next');
    await tab.pressKey('Tab');
  }
  await tab.pressKey('Enter');
}

async function typeDate({ type }: Person, month: string, day: string, year: string): Promise<void> {
  await type('Month', month);
  await type('Day', day);
  await type('Year', year);
}

async function typeAddress({ see, tab, type, choose, next }: Person): Promise<void> {
  const { x, y } = await see('combobox', /street address/);
  await tab.clickAt(x, y);
  await tab.type('12 Oak St');
  await type(/city/, 'Austin');
  await choose(/state/, 'Texas');
  await type(/ZIP code/, '78701');
  await next();
}

/** The digits are hidden from the eye, until they are asked for. */
async function typeHidden({ type, press, see, tab }: Person, label: string): Promise<void> {
  await type(label, '123-45-6789');
  const isHidden = () =>
    tab.inPage(() => {
      const input = document.querySelector<HTMLInputElement>('.concealed, [type="password"]');
      const dots = input && getComputedStyle(input).getPropertyValue('-webkit-text-security');
      return input?.type === 'password' || dots === 'disc';
    });
  if (!(await isHidden())) throw new Error('The Social Security number is shown.');
  await press(/^Show/);
  await see('textbox', label);
  if (await isHidden()) throw new Error('Show does not show the Social Security number.');
}

/** The colours of the theme are there (`light-dark()`), and the picked row stands out from the other (`:has()`). */
async function expectColours({ tab }: Person): Promise<void> {
  const [page, ...rows] = await tab.inPage(() =>
    [document.body, ...document.querySelectorAll('.row')].map((element) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(element);
      return `${backgroundColor} ${borderTopColor}`;
    }),
  );
  if (!page?.startsWith('rgb(255, 255, 255)')) throw new Error(`The page is ${page}, not white.`);
  if (new Set(rows).size < 2) throw new Error('The picked row looks like the others.');
}

async function begin(person: Person, address: string): Promise<void> {
  const { goTo, press, sees, pick, next } = person;
  await goTo(address);
  await press('Swipe or tap to get started');
  await sees('How we share your information');
  await pick('checkbox', /^I have read this and I agree/);
  await next();
  await sees(/authority to act/);
  await pick('radio', 'Yes');
  await expectColours(person);
  await next();
}

async function answerBusiness(person: Person, agreement: string): Promise<void> {
  const { press, sees, see, type, pick, choose, search, next, tab } = person;
  await sees('What is your business called?');
  await type('Legal business name', 'Bright Lawn Care LLC');
  await tabToNext(person);
  await sees('Tax ID and legal form');
  await askForHelp(person, 'Federal tax ID (EIN)');
  await type('Federal tax ID (EIN)', '12-3456789');
  await pick('radio', 'Limited liability company (LLC)');
  await next();

  await sees('What does your business do?');
  await press(/^Industry Choose/);
  await search(/./, 'lawn care', /561730/);
  await see('button', /561730/, ({ focused }) => focused);
  await choose('What does the business mainly sell or do?', 'Lawn care');
  await next();
  await sees('Business email');
  await type('Business email', 'office@brightlawn.example');
  await next();
  await sees('Where is your business?');
  await search(/street address/, '8111 Lyndale Ave S Bloom', /Bloomington, MN 55420/);
  await see('textbox', /ZIP code/, ({ value }) => value === '55420');
  await next();
  await sees(/Is your billing address the same/);
  await pick('radio', 'Yes');
  await next();

  await sees('How big is your business?');
  await type('Years in business', '12');
  await type('Number of employees', '8');
  await type(/Yearly sales/, '1250000');
  await type(/Expected purchases/, '25000');
  await next();
  for (const question of [/internet gambling/, /mainly on the internet/]) {
    await sees(question);
    await pick('radio', 'No');
    await next();
  }
  await see('button', 'Choose a file');
  await tab.giveFile('input[type="file"]:not([capture])', agreement);
  await press(/^Remove/);
  await press('Cancel');
  await see('button', /^Remove/, ({ focused }) => focused);
  await next();
}

async function answerApplicant(person: Person): Promise<void> {
  const { sees, type, pick, next } = person;
  await sees('Who are you?');
  await type('Your full legal name', 'Dana Okafor');
  await typeDate(person, '4', '28', '1986');
  await next();
  await sees('Your Social Security number');
  await typeHidden(person, 'Social Security number');
  await next();
  await sees('How can we reach you?');
  await type('Your email', 'dana@greenacre.example');
  await type('Your mobile or main phone', '(202) 555-0123');
  await next();
  await sees('Your work and income');
  await type('Job title', 'Owner');
  await type(/Your yearly income/, '85000');
  await next();
  await sees('Your housing');
  await pick('radio', 'Rent');
  await type(/Monthly housing payment/, '1500');
  await type('Years at this home', '4');
  await next();
  await sees('Your share of the business');
  await type('How much of the business do you own?', '100');
  await next();
  await sees('Where do you live?');
  await typeAddress(person);
  await sees('Will you guarantee this account?');
  await pick('radio', 'Yes');
  await next();
}

/** From the owners, of whom there are no more, over a card user to the first agreement. */
async function answerOthers(person: Person): Promise<void> {
  const { sees, type, pick, press, next } = person;
  await sees('Owners of 25% or more');
  await tabToNext(person);
  await sees('Should anyone else have a card?');
  await pick('radio', 'Yes');
  await next();
  await sees('Who should have a card?');
  await type(/full legal name/, 'Ola Berg');
  await next();
  await sees('Ola Berg: birth date and Social Security number');
  await typeDate(person, '12', '1', '1999');
  await next();
  await sees(/home address/);
  await typeAddress(person);
  await sees('People who will have a card');
  await pick('radio', 'No');
  await next();
  for (const heading of ['Your sections', /Almost done/]) {
    await sees(heading);
    await tabToNext(person);
  }
  await sees('Check your answers before you agree and submit');
  await press('My answers are right');
}

/** Opens the agreement of the screen and agrees to it; its box is ticked and has the focus then. */
async function agree({ sees, press, see }: Person, heading: string): Promise<void> {
  await sees(heading);
  await press(/^Read the/);
  await see('dialog', /./, ({ text }) => text.includes('SAMPLE TEXT'));
  await press('I agree');
  await see('checkbox', /^I agree to the/, ({ selected, focused }) => selected && focused);
}

/**
 * Applies for a card and submits.
 * @param address Address of a program's page.
 * @param agreement Path of a file that proves the business.
 * @returns The reference number that the finish page shows.
 */
export async function apply(person: Person, address: string, agreement: string): Promise<string> {
  const { sees, press, next, tab, expectNoTrouble } = person;
  await begin(person, address);
  await answerBusiness(person, agreement);
  await answerApplicant(person);
  await answerOthers(person);
  for (const heading of [
    'Agree to sign electronically',
    'Agree to the card terms',
    'Agree to the personal guarantee',
  ]) {
    await agree(person, heading);
    await next();
  }
  await agree(person, 'Certify the owners and submit');
  await press('Accept and submit application');
  await sees('We have your application');
  await expectNoTrouble();
  const text = await tab.inPage(() => document.querySelector('main')?.textContent ?? '');
  const [reference] = /[A-Z]{4}-\d{4}-\d{4}/.exec(text) ?? [];
  if (reference === undefined) throw new Error('The finish page shows no reference number.');
  return reference;
}
