/** Steps of a person who saves an application by email, and who opens the link (D55). */
import type { Applicant, TestServer } from './applicant.ts';
import { codeTo, linkTo } from './mailbox.ts';

export const offerName = 'Save and finish later';

/** The visible button that opens the dialog. */
export const offerOf = ({ page }: Applicant) =>
  page.getByRole('button', { name: offerName }).filter({ visible: true });

export const dialogOf = ({ page }: Applicant) => page.getByRole('dialog', { name: offerName });

/** Opens the help of the page when it is a sheet. */
export const openHelp = ({ page }: Applicant) =>
  page.getByRole('banner').getByRole('button', { name: 'Help' }).click();

/** Requests a link to an address in the open dialog; returns the link once its mail has arrived. */
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

/** Opens a link and requests a code. */
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
