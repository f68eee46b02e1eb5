/** Performs the actions of a person who requests a resume link by email and opens the link (D55). */
import type { Applicant, TestServer } from './applicant.ts';
import { codeTo, linkTo } from './mailbox.ts';

const offerName = 'Save and finish later';

/** Returns the visible button that opens the dialog for saving by email. If Help is open, returns the button in Help. */
export const offerOf = ({ page }: Applicant) =>
  page.getByRole('button', { name: offerName }).filter({ visible: true }).last();

export const dialogOf = ({ page }: Applicant) => page.getByRole('dialog', { name: offerName });

/** Opens Help with the button in the page's header. */
export const openHelp = ({ page }: Applicant) =>
  page.getByRole('banner').getByRole('button', { name: 'Help' }).click();

/** In the open dialog, requests a resume link for an email address. Returns the link once the email has arrived. */
export async function saveByEmail(
  applicant: Applicant,
  server: TestServer,
  address: string,
): Promise<string> {
  await applicant.fill('Your email', address);
  await applicant.press('Send code');
  await applicant.fill('Code from the email', await codeTo(server, address));
  await applicant.press('Continue');
  await applicant.reads('Your application is saved.');
  return linkTo(server, address);
}

/** Opens a resume link and requests the code for it. */
export async function askForCode(applicant: Applicant, link: string): Promise<void> {
  await applicant.goTo(link);
  await applicant.sees('Continue your application');
  await applicant.press('Send me a code');
  await applicant.sees('Enter the code');
}

/** Types the code on the page that a resume link opens. */
export async function giveCode(applicant: Applicant, code: string): Promise<void> {
  await applicant.fill('Code from the email', code);
  await applicant.press('Continue');
}
