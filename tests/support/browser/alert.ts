/** Checks the alert that the page shows after a failed call. Fakes error responses that the test server would not send. */
import { expect } from 'vitest';
import type { ErrorArea } from '../../../copy/copy.ts';
import { en } from '../../../copy/en/en.ts';
import type { Applicant } from './applicant.ts';

export const alertOf = ({ page }: Applicant) => page.getByRole('alertdialog');

/** Waits for an alert with this detail. Expects the alert to show the title and message for errors in this area. */
export async function alerted(applicant: Applicant, area: ErrorArea, detail: string): Promise<void> {
  const alert = alertOf(applicant);
  await alert.getByText(detail, { exact: true }).waitFor();
  const { title, message } = en.errors.areas[area];
  expect(await alert.getByRole('heading').innerText()).toBe(title);
  expect(await alert.getByRole('paragraph').allInnerTexts()).toEqual([en.page.nothingLost, message, detail]);
}

/**
 * Presses a button of the alert with Enter instead of a click. When an alert has just opened, the page ignores a click at the
 * position of the previous click, because the two clicks could be a double click.
 */
export const press = (applicant: Applicant, name: 'Try again' | 'Close') =>
  alertOf(applicant).getByRole('button', { name }).press('Enter');

/** Fakes the responses to the next calls of this method and path: the first call gets the first status, and so on. */
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
