/** The alert of a call that failed, as a person meets it, and the failures that a server would not give by itself. */
import { expect } from 'vitest';
import type { ErrorArea } from '../../form/catalogue.ts';
import { areaTexts } from '../../form/catalogue.ts';
import type { Applicant } from './applicant.ts';

export const alertOf = ({ page }: Applicant) => page.getByRole('alertdialog');

/** Waits for the alert with these texts. */
export async function alerted(applicant: Applicant, area: ErrorArea, detail: string): Promise<void> {
  const alert = alertOf(applicant);
  await alert.getByText(detail, { exact: true }).waitFor();
  const { title, message } = areaTexts[area];
  expect(await alert.getByRole('heading').innerText()).toBe(title);
  expect(await alert.getByRole('paragraph').allInnerTexts()).toEqual([message, detail]);
}

export const press = (applicant: Applicant, name: 'Try again' | 'Close') =>
  alertOf(applicant).getByRole('button', { name }).click();

/** Answers the next calls of this method in the server's place, one for each status. */
export async function answer(
  { page }: Applicant,
  [method, path]: readonly [string, string],
  ...statuses: readonly number[]
): Promise<void> {
  const left = [...statuses];
  await page.route(`**/api/v1${path}`, async (route) => {
    const status = route.request().method() === method ? left.shift() : undefined;
    if (status === undefined) await route.fallback();
    else
      await route.fulfill({
        status,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: status === 403 ? 'forbidden' : 'invalid_request' }),
      });
  });
}
