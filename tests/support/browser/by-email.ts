/** What somebody does who saves an application by email, and who opens the link (D55). */
import type { Applicant, TestServer } from './applicant.ts';
import { codeTo, linkTo } from './mailbox.ts';

export const offerName = 'Save and finish later';

/** The button of the dialog, wherever it is seen. */
export const offerOf = ({ page }: Applicant) =>
  page.getByRole('button', { name: offerName }).filter({ visible: true });

export const dialogOf = ({ page }: Applicant) => page.getByRole('dialog', { name: offerName });

/** Opens the help of the page, where it is a sheet. */
export const openHelp = ({ page }: Applicant) =>
  page.getByRole('banner').getByRole('button', { name: 'Help' }).click();

/** Has a link sent to an address, from the open dialog on; returns the link once its mail is there. */
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

/** Opens a link and asks for a code. */
export async function askForCode(applicant: Applicant, link: string): Promise<void> {
  await applicant.goTo(link);
  await applicant.sees('Go on with your application');
  await applicant.press('Send me a code');
  await applicant.sees('Enter the code');
}

/** Types a code on the page of the link. */
export async function giveCode(applicant: Applicant, code: string): Promise<void> {
  await applicant.fill('Code from the email', code);
  await applicant.press('Continue');
}
