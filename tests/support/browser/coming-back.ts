/** What somebody does who was interrupted and comes back on the same device (D55). */
import type { Applicant } from './applicant.ts';

/** The last four of the tax ID that `steps.ts` gives, and the applicant's date of birth there. */
export const facts = { taxIdLast4: '6789', born: ['Apr', '28', '1986'] } as const;

const offerName = 'Continue where you stopped';

/** The offer, wherever it stands. */
export const offerOf = ({ page }: Applicant) => page.getByRole('link', { name: offerName });

/** Throws the tab away as a phone does, and opens the address in another one of the same browser. */
export async function discardTab(applicant: Applicant, address: string): Promise<void> {
  const { page } = applicant;
  page.on('dialog', (dialog) => dialog.accept());
  // A phone that takes the memory of a tab tells it nothing.
  await page.goto('about:blank');
  await page.goto(address);
}

/** Types the two facts and presses Continue; a date only where it was given. */
export async function tellFacts(
  { page, fill, fillDate }: Applicant,
  taxIdLast4: string,
  born?: readonly [string, string, string],
): Promise<void> {
  await fill('Last 4 digits of the federal tax ID', taxIdLast4);
  if (born) await fillDate(...born);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** From the offer to the first open step, with everything given before. */
export async function comeBack(
  applicant: Applicant,
  born?: readonly [string, string, string],
): Promise<void> {
  await offerOf(applicant).click();
  await applicant.sees(offerName);
  await tellFacts(applicant, facts.taxIdLast4, born);
  await applicant.sees('This is what we kept');
  await applicant.press('Continue');
}
