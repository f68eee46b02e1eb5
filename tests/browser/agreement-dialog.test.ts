/** Tests the dialog of an agreement: the text, the pages and the PDF, the loading indicator, and dark mode. */
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { open } from '../support/browser/agreement.ts';
import { phone } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone } = await setUp({ persistsSession: true });

testAlone(
  'the text is next to its pages and its PDF, is dark in dark mode, and is not hidden by the loading indicator',
  async ({ applicant }) => {
    const { page, context } = applicant;
    await page.clock.install();
    await arriveAt(server, applicant, '/apply/agreement/controlling-party');
    await page.clock.pauseAt(Date.now() + 60_000);
    const dialog = await open(applicant, 'Certification of Ownership and Control');

    // The agreement lists the certified owners with their shares.
    expect(await dialog.getByRole('row').allInnerTexts()).toEqual([
      'Name\tShare of the business',
      'Dana Okafor\t60%',
      'Sam Lee\t40%',
    ]);
    await dialog.getByText('Controlling party: Dana Okafor, Manager').waitFor();

    // The loading indicator replaces the pages for three seconds. During this time, the text can already be read.
    const loading = dialog.getByRole('status').filter({ hasText: 'Loading…' });
    await page.clock.runFor(2_999);
    expect(await loading.isVisible()).toBe(true);
    expect(await dialog.getByRole('list', { name: 'Pages' }).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'I agree' }).getAttribute('aria-disabled')).toBe(null);
    await page.clock.runFor(1);
    await loading.waitFor({ state: 'detached' });
    await page.clock.resume();

    const pages = dialog.getByRole('list', { name: 'Pages' }).getByRole('listitem');
    const count = await pages.count();
    expect(count).toBeGreaterThan(1);
    for (let number = 1; number <= count; number += 1) {
      const image = dialog.getByRole('img', {
        name: `Page ${number} of ${count}, opens a larger view`,
        exact: true,
      });
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth), { timeout: 60_000 })
        .toBeGreaterThan(300);
    }
    // When the dialog opens, the first words of the text are in view, below small pictures of the agreement's pages.
    await dialog.getByRole('region').evaluate((region) => region.scrollTo(0, 0));
    const words = await dialog.getByText('SAMPLE TEXT').first().boundingBox();
    expect(words?.y).toBeLessThan(phone.height / 2);
    await dialog
      .getByText(/^Version: \w+ \d+, 20\d\d\. Press a page to enlarge it\. The full text is below\.$/)
      .waitFor();
    // The enlarged page is in front of the text, and as wide as the phone. A zoomed page can be scrolled by touch and with the
    // arrow keys.
    const small = dialog.getByRole('button', { name: /^Page 1 of/ });
    await small.click();
    const large = page.getByRole('dialog', {
      name: /^Page \d+ of \d+: Certification of Ownership and Control$/,
    });
    const image = large.getByRole('img');
    const width = async () => (await image.boundingBox())?.width;
    await expect.poll(width).toBeGreaterThan(phone.width * 0.8);
    expect(await width()).toBeLessThan(phone.width);
    await large.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(width).toBeGreaterThan(phone.width * 2);
    const scroller = large.getByRole('region');
    await scroller.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    await large.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(width).toBeLessThan(phone.width);
    // The buttons that turn the pages name the page that they show, and work with the keyboard. At the last page, the button for
    // the next page does nothing and keeps the focus.
    for (let number = 2; number <= count; number += 1) {
      await large.getByRole('button', { name: `Next page (${number} of ${count})` }).press('Enter');
      await large.getByRole('img', { name: `Page ${number} of ${count}`, exact: true }).waitFor();
    }
    const next = large.getByRole('button', { name: 'Next page', exact: true });
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    expect(await next.evaluate((element) => element === document.activeElement)).toBe(true);
    await large.getByRole('button', { name: `Previous page (${count - 1} of ${count})` }).click();
    await large.getByRole('img', { name: `Page ${count - 1} of ${count}`, exact: true }).waitFor();
    // In a tablet's window, the agreement is a card at most 640 px wide. An enlarged page is wider.
    await page.setViewportSize({ width: 768, height: 1024 });
    const card = page.getByRole('dialog', { name: 'Certification of Ownership and Control', exact: true });
    expect((await card.boundingBox())?.width).toBe(640);
    expect((await large.boundingBox())?.width).toBeGreaterThan(700);
    await page.setViewportSize(phone);
    await large.getByRole('button', { name: 'Close' }).click();
    await large.waitFor({ state: 'detached' });
    expect(await small.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(context.pages()).toHaveLength(1);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: /^Download a copy/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/controlling-party.*\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

    await dialog.getByRole('button', { name: 'Help' }).click();
    const help = page.getByRole('dialog', { name: 'Help with this agreement' });
    await help.getByText(/“Go back” closes it and leaves the box/).waitFor();
    await help.getByRole('button', { name: 'Close' }).click();
    await help.waitFor({ state: 'detached' });

    const colors = (element: Element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return [backgroundColor, color];
    };
    const agreement = dialog.getByRole('region');
    const light = await agreement.evaluate(colors);
    expect(light[0]).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await page.locator('body').evaluate(colors);
    expect(dark).not.toEqual(light);
    expect(await agreement.evaluate(colors)).toEqual(dark);
  },
);

testAlone('a person can agree while the pictures of the pages are still loading', async ({ applicant }) => {
  const { press, findsTicked } = applicant;
  // Without HTTP/2, the browser sends at most six calls at a time, so a consent would wait behind six pictures.
  const waiting: (() => void)[] = [];
  const { server: http } = server.app;
  const [handle] = http.listeners('request') as [RequestListener];
  const hold: RequestListener = (request, response) => {
    if (request.url?.includes('/page/')) waiting.push(() => handle(request, response));
    else handle(request, response);
  };
  http.off('request', handle).on('request', hold);
  onTestFinished(() => {
    http.off('request', hold).on('request', handle);
    for (const send of waiting) send();
  });
  await arriveAt(server, applicant, '/apply/agreement/terms');
  await open(applicant, 'Card Terms');
  await expect.poll(() => waiting.length).toBeGreaterThan(1);
  await press(/^I agree$/);
  await findsTicked(/^I agree to the/);
});
