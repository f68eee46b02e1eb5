/**
 * Applies as an LLC from the intro to the finish page, with the actions that all browser tests share. Along the way, checks what
 * differs between engines: colors, dialogs, lists, files and focus.
 */
import type { Hands } from '../support/browser/hands.ts';
import {
  addOnlyCardUser,
  begin,
  billAndSizeBusiness,
  describeApplicant,
  describeBusiness,
  passReview,
  signAndSubmit,
  takeSuggestedAddress,
} from '../support/browser/steps.ts';

/** Moves the focus to Next with the keyboard and presses Next. */
async function tabToNext({ inPage, pressKey }: Hands): Promise<void> {
  const focused = () => inPage(() => document.activeElement?.textContent);
  for (let stop = 0; (await focused()) !== 'Next'; stop += 1) {
    if (stop === 10) throw new Error('Tab does not reach Next');
    await pressKey('Tab');
  }
  await pressKey('Enter');
}

/** Opens a help sheet, closes it with Esc, and expects the focus to return to the button that opened it. */
async function askForHelp(hands: Hands, field: string): Promise<void> {
  await hands.press(`Help: ${field}`);
  await hands.seesDialog(field);
  await hands.pressKey('Escape');
  await hands.findsFocusOn('button', `Help: ${field}`);
}

/**
 * Uploads a document, starts to remove it, and keeps it. Answers the dialog with a key, because a dialog that has just opened
 * ignores a press at the place of the previous press.
 */
async function sendDocument(hands: Hands, path: string): Promise<void> {
  await hands.giveFile(path);
  await hands.press(/^Remove/);
  await hands.findsFocusOn('button', /^Keep /);
  await hands.pressKey('Enter');
  await hands.findsFocusOn('button', /^Remove charter/);
  await hands.next();
}

/** Types digits, and expects them to be hidden until the person reveals them. */
async function typeHidden({ sees, fill, press, valueIn, inPage }: Hands): Promise<void> {
  await sees('Who’s applying?');
  await fill('Social Security number', '123-45-6789');
  const isHidden = () =>
    inPage(() => {
      const input = document.querySelector<HTMLInputElement>('.concealed, [type="password"]');
      const dots = input && getComputedStyle(input).getPropertyValue('-webkit-text-security');
      return input?.type === 'password' || dots === 'disc';
    });
  if (!(await isHidden())) throw new Error('The Social Security number is shown.');
  await press(/^Show/);
  await valueIn('Social Security number');
  if (await isHidden()) throw new Error('Show does not show the Social Security number.');
}

/** Expects the theme's colors (`light-dark()`), and expects the selected row to differ from the other row (`:has()`). */
async function expectColors({ inPage }: Hands): Promise<void> {
  const [page, ...rows] = await inPage(() =>
    // Does not compare borders, because a row's border also changes while the pointer is over the row.
    [document.body, ...document.querySelectorAll('.row')].map(
      (element) => getComputedStyle(element).backgroundColor,
    ),
  );
  if (page !== 'rgb(255, 255, 255)') throw new Error(`The page is ${page}, not white.`);
  if (new Set(rows).size < 2) throw new Error('The picked row looks like the others.');
}

/**
 * Applies for a card and submits.
 * @param address Address of a program's page.
 * @param charter Path of the file charter.pdf, which proves that the business exists.
 * @returns The reference number on the finish page.
 */
export async function apply(hands: Hands, address: string, charter: string): Promise<string> {
  const { fill, fillDate, sees, pick, next, inPage } = hands;
  await begin(hands, address);
  await pick('Limited liability company (LLC)');
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await fill('Business email', 'office@brightlawn.example');
  await tabToNext(hands);
  await askForHelp(hands, 'Federal tax ID (EIN)');
  await describeBusiness(hands);
  await takeSuggestedAddress(hands);
  await next();
  await billAndSizeBusiness(hands);
  await sendDocument(hands, charter);
  await typeHidden(hands);
  await fill('Your full legal name', 'Dana Okafor');
  await fillDate('Apr', '28', '1986');
  await next();
  await describeApplicant(hands, '100');
  await pick('Yes');
  await expectColors(hands);
  await next();
  await sees('Owners of 25% or more');
  await tabToNext(hands);
  await addOnlyCardUser(hands, 'Ola Berg');
  await passReview(hands);
  await signAndSubmit(hands, true);
  await sees('We received your application');
  const text = await inPage(() => document.querySelector('main')?.textContent ?? '');
  const [reference] = /[A-Z]{4}-\d{4}-\d{4}/.exec(text) ?? [];
  if (reference === undefined) throw new Error('The finish page shows no reference number.');
  return reference;
}
