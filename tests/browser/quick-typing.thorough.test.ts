/** Tests that no keystroke is lost if a person types right after tapping a field. Uses real touch and key events. */
import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nextApplicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { everyAddress } from '../support/browser/every-address.ts';
import { setUpBrowser, setUpServer } from '../support/browser/set-up.ts';
import { someOf, triesAll } from '../support/rounds.ts';

const server = await setUpServer({ persistsSession: true });
const browser = await setUpBrowser();
const context = await browser.newContext({
  // The size of a phone's window without the area that the on-screen keyboard covers.
  viewport: { width: 390, height: 500 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
});

/** Waits until the page has loaded the file with the later screens, which also has the address suggestions and their styles. */
async function laterLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBeGreaterThan(0);
}

/** Returns the visible controls of the screen in order, without the calendar's input. */
const controlsOf = (page: Page) => page.locator('form :is(input:visible, select):not([tabindex="-1"])');
const isTypedInto = (control: Locator) => control.evaluate((element) => element.matches('input.control'));
const isPartOfDate = (control: Locator) =>
  control.evaluate((element) => element.closest('.date-part') !== null);
const isPicked = (control: Locator) =>
  control.evaluate((element) => element.matches('[type=radio], [type=checkbox]'));
const digitsIn = async (control: Locator) => (await control.inputValue()).replaceAll(/\D/g, '');

/** Scrolls an element to the middle of the window, where the bottom bar doesn't cover it. */
async function scrollTo(place: Locator): Promise<void> {
  await place.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
}

/**
 * Taps an element. `across` is the place of the tap as a fraction of the element's width. Waits until the page has received the
 * end of the touch.
 */
async function touch(session: CDPSession, place: Locator, across: number): Promise<void> {
  await scrollTo(place);
  const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {};
  await touchAt(session, { x: Math.round(x + width * across), y: Math.round(y + height / 2) });
}

async function touchAt(
  session: CDPSession,
  point: { readonly x: number; readonly y: number },
): Promise<void> {
  await Promise.all([
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]);
}

/** Waits for this many animation frames. */
async function drawn(page: Page, times: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  }, times);
}

/**
 * Types one digit immediately and three more about 50, 100 and 400 ms later. Measures these delays in animation frames. Returns
 * the digits.
 */
async function typeOn(page: Page): Promise<string> {
  await page.keyboard.press('1');
  for (const [digit, frames] of [
    ['2', 3],
    ['3', 3],
    ['4', 18],
  ] as const) {
    await drawn(page, frames);
    await page.keyboard.press(digit);
  }
  return '1234';
}

test.each([1, 4])(
  'text that is typed right after a tap arrives in the tapped field, on every screen, on a phone %i times slower',
  async (rate) => {
    const applicant = await nextApplicant(context);
    const { page } = applicant;
    const session = await context.newCDPSession(page);
    const tried: string[] = [];
    for (const address of someOf(everyAddress)) {
      await arriveAt(server, applicant, address);
      if ((await page.locator('input.control').count()) === 0) continue;
      // Don't wait on the first screen about the business. The page shows this screen before it loads the files for which
      // `laterLoaded` waits.
      if (address !== '/apply/business') await laterLoaded(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      const controls = await controlsOf(page).all();
      for (const [index, next] of controls.slice(1).entries()) {
        const before = controls[index] as Locator;
        if (!(await isTypedInto(before))) continue;
        // When a person leaves a field, the page formats its value and may show an error. Both make the page render the screen
        // again. Fields of a date get only two digits, because eight digits in one field would fill in the whole date.
        for (const typed of (await isPartOfDate(before)) ? ['12'] : ['123456789', '12']) {
          const pair = `${address}: ${await before.getAttribute('id')} and the next, after ${typed}`;
          await before.fill('');
          await touch(session, before, 0.25);
          await page.keyboard.type(typed);
          if (await isTypedInto(next)) {
            await touch(session, next, 0.75);
            const told = await typeOn(page);
            expect(await digitsIn(next), pair).toBe(told);
            expect(await digitsIn(before), pair).toBe(typed);
            await next.fill('');
          } else if (await isPicked(next)) {
            await touch(session, next.locator('xpath=ancestor::label'), 0.75);
            await expect.poll(() => next.isChecked(), { message: pair }).toBe(true);
          } else continue;
          tried.push(pair);
        }
      }
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
    expect(tried.length).toBeGreaterThan(triesAll ? 40 : 0);
    await applicant.close();
  },
);

test('a field that moved under the finger between two taps accepts text immediately', async () => {
  const applicant = await nextApplicant(context);
  const { page } = applicant;
  const session = await context.newCDPSession(page);
  await arriveAt(server, applicant, '/apply/business/additional');
  await laterLoaded(page);
  const employees = page.getByRole('textbox', { name: 'Number of employees' });
  const sales = page.getByRole('textbox', { name: /Yearly sales/ });
  const middleOf = async (field: Locator) => {
    const { x = 0, y = 0, height = 0 } = (await field.boundingBox()) ?? {};
    return { x: Math.round(x + 60), y: Math.round(y + height / 2) };
  };
  await scrollTo(employees);
  const spot = await middleOf(employees);
  const further = (await middleOf(sales)).y - spot.y;
  await touchAt(session, spot);
  await page.keyboard.type('12');
  await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), further);
  await touchAt(session, spot);
  await page.keyboard.type('1250000');
  expect([await digitsIn(employees), await digitsIn(sales)]).toEqual(['12', '1250000']);
  await applicant.close();
});
