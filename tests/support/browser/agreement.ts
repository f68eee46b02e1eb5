/** Finds the parts of an agreement's screen, and opens the agreement. */
import type { Applicant } from './applicant.ts';

/** Returns the checkbox with which a person agrees. */
export const box = ({ page }: Applicant) => page.getByRole('checkbox', { name: /^I agree to the/ });

/** Returns the line that shows the agreement's status, if it contains this text. */
export const status = ({ page }: Applicant, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

/** Matches only the status of an agreement that is agreed to, and not “You haven’t agreed to this yet”. */
export const agreed = /\bAgreed\b/;

/** Returns whether the checkbox has the focus. */
export const isBoxFocused = (applicant: Applicant) =>
  box(applicant).evaluate((element) => element === document.activeElement);

/** Opens the agreement on the current screen, and waits for its text. */
export async function open({ page }: Applicant, title: string | RegExp) {
  await page.getByRole('button', { name: /^Read the/ }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByText('SAMPLE TEXT').first().waitFor();
  return dialog;
}
