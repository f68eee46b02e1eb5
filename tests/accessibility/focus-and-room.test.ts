/** What a person with a keyboard, with large text or with the smallest phone meets, on three screens. */
import { expect } from 'vitest';
import { coveringHalos, strayOrder } from '../support/browser/focus-checks.ts';
import { gallery } from '../support/browser/gallery.ts';
import { addStyle, overflowing } from '../support/browser/page-checks.ts';
import { brokenWords, coveredFocus } from '../support/browser/room-checks.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone } = await setUp({ persistsSession: true });

testAlone.for(['owner-list', 'owner-list-some-unclaimed', 'authorized-user-list'])(
  '%s',
  async (name, { applicant }) => {
    const { page } = applicant;
    const entry = gallery.find((one) => one.name === name);
    await entry?.open(applicant, { served: server, persisting: server }, 'toro');
    const height = await page.evaluate(() => document.documentElement.scrollHeight);

    await page.setViewportSize({ width: 320, height: 568 });
    expect([...(await overflowing(page)), ...(await coveredFocus(page))], '320 × 568').toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    const withoutLargeText = await addStyle(page, 'html { font-size: 200% }');
    expect([...(await brokenWords(page)), ...(await coveredFocus(page))], 'large text').toEqual([]);
    await withoutLargeText();

    // In a window that shows the whole page, so that the bar stands below the form.
    await page.setViewportSize({ width: 390, height: height + 200 });
    expect(await strayOrder(page), 'the order of Tab').toEqual([]);
    expect(await coveringHalos(page), 'rings').toEqual([]);
  },
);
