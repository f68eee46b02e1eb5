/**
 * Tests the finish page of a submitted application. It shows the card, the dates, and a reference number that a person can share.
 */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import type { Given } from '../support/browser/arrive.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';
import { readAndAgree } from '../support/browser/steps.ts';

/** Late on the Tuesday before Thanksgiving in New York, when it is already Wednesday in London. */
const moment = new Date('2026-11-25T03:30:00Z');

const { server, test } = await setUp({ persistsSession: true, moment });

/** Agrees to the last agreement, and submits the application. */
async function send(applicant: Applicant, given?: Given): Promise<void> {
  await arriveAt(server, applicant, '/apply/agreement/controlling-party', given);
  await readAndAgree(applicant);
  await applicant.press('Accept and submit application');
  await applicant.sees('We received your application');
}

const cardOf = ({ page }: Applicant) => page.getByRole('main').getByRole('img');

test('the card shows the name of a company on lines that do not overlap, and the days leave out weekends and holidays', async ({
  applicant,
}) => {
  await send(applicant);
  expect(await cardOf(applicant).getAttribute('aria-label')).toContain('for Greenacre Lawn Care LLC');
  const lines = cardOf(applicant).locator('text');
  expect((await lines.allTextContents()).slice(-2)).toEqual(['Greenacre', 'Lawn Care LLC']);
  const boxes = await lines.evaluateAll((all) =>
    all.map((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  // A line's box is taller than its letters, so boxes may overlap by up to 6 pixels.
  const overlapping = boxes.filter(({ top }, index) => top < (boxes[index - 1]?.bottom ?? top) - 6);
  expect(overlapping).toEqual([]);
  expect(await applicant.page.locator('.sent-step-day').allTextContents()).toEqual([
    'Tuesday, Nov 24',
    'By Friday, Nov 27',
    'By Friday, Dec 4',
    'By Tuesday, Dec 15',
  ]);
});

test('the finish page shows the program’s card on its color, with a check mark that is animated once', async ({
  applicant,
}) => {
  const { page } = applicant;
  await send(applicant);
  const main = page.getByRole('main');
  const card = cardOf(applicant);
  const mark = main.locator('.sent-mark');
  const placeOf = async (of: typeof card) => {
    const { x, y, width, height } = (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { left: x, top: y, right: x + width, bottom: y + height };
  };
  const heading = main.getByRole('heading', { level: 1 });
  const isOnEdge = async () => {
    const [its, of] = [await placeOf(mark), await placeOf(card)];
    return (
      its.left > (of.left + of.right) / 2 &&
      its.right < of.right &&
      its.top < of.bottom &&
      its.bottom > of.bottom
    );
  };
  expect(await isOnEdge()).toBe(true);
  expect((await placeOf(heading)).top).toBeGreaterThan((await placeOf(mark)).bottom);
  const drawing = () =>
    mark.locator('svg').evaluate((check) => {
      const { animationName, animationDuration, animationIterationCount } = getComputedStyle(check);
      return [animationName, animationDuration, animationIterationCount];
    });
  expect((await drawing())[0], 'with reduced motion').toBe('none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await drawing()).toEqual(['draw', '0.5s', '1']);
  await page.emulateMedia({ reducedMotion: 'reduce' });

  // On a desktop, a colored area with the card fills one half of the window. The text fills the other half.
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await isOnEdge()).toBe(true);
  expect((await placeOf(card)).left).toBeGreaterThan(640);
  expect((await placeOf(heading)).right).toBeLessThan((await placeOf(mark)).left);
  expect((await placeOf(heading)).top).toBeLessThan((await placeOf(card)).top);
});

test('the card and the printout of a sole proprietorship show no name, because it is a person’s (D64)', async ({
  applicant,
}) => {
  await send(applicant, {
    applicationData: { organizationType: 'sole_proprietorship', businessName: 'Jo Marsh' },
    owners: [],
  });
  expect(await cardOf(applicant).getAttribute('aria-label')).not.toContain(' for ');
  expect(await applicant.page.content()).not.toContain('Jo Marsh');
  await applicant.page.emulateMedia({ media: 'print' });
  expect(await applicant.page.locator('.sent-record dt').allInnerTexts()).toEqual([
    'Bank',
    'Card',
    'Submitted',
  ]);
});

test('the reference number can be shared if the browser supports it, without any data of the applicant', async ({
  applicant,
}) => {
  const { page } = applicant;
  await page.addInitScript(() => {
    navigator.share = async (data) => void Object.assign(window, { given: data });
  });
  await send(applicant);
  const number = await page.getByText(/^[A-Z]{4}-\d{4}-\d{4}$/).textContent();
  await page.getByRole('button', { name: 'Share Reference number' }).click();
  expect(await page.evaluate(() => (window as unknown as { given: ShareData }).given)).toEqual({
    text: `Demo card application, reference number ${number}`,
  });

  // If a person closes the browser's share dialog, the page shows no message and throws no error.
  await page.evaluate(() => {
    navigator.share = () => Promise.reject(new DOMException('closed', 'AbortError'));
  });
  await page.getByRole('button', { name: 'Share Reference number' }).click();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});
