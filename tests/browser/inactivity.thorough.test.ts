/** Tests how an inactive session ends (spec section 4, D24). The test controls the browser's clock. */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { phone } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { openHelp } from '../support/browser/by-email.ts';
import { setUp, setUpServer } from '../support/browser/set-up.ts';
import { begin } from '../support/browser/steps.ts';

const { server, testAlone: test } = await setUp();
const persisting = await setUpServer({ persistsSession: true });

/** Goes to the screen with the tax ID, and then does nothing. In all programs, the warning appears after ten minutes. */
async function fallIdle(applicant: Applicant, domainKey: string): Promise<void> {
  await applicant.page.clock.install();
  await begin(applicant, server.at(domainKey));
  await applicant.pick('Limited liability company (LLC)');
  await applicant.fill('Legal business name', 'Quiet Lawns');
  await applicant.fill('Business email', 'office@lawns.example');
  await applicant.next();
  await applicant.sees('Tax ID and industry');
}

/** Lets this many seconds pass, and one more second, because the page checks its clock once a second. */
const pass = ({ page }: Applicant, seconds: number) => page.clock.runFor((seconds + 1) * 1000);

const warning = ({ page }: Applicant) => page.getByRole('alertdialog', { name: 'Are you still there?' });

/** Expects the warning to cover the whole window, on a desktop and on a phone, including the place of a scroll bar. */
async function fillsWindow(applicant: Applicant): Promise<void> {
  // The ring loads together with the styles. With the test's clock, ten minutes can pass before they have arrived.
  await warning(applicant).locator('.countdown').waitFor();
  for (const viewport of [{ width: 1280, height: 800 }, phone]) {
    await applicant.page.setViewportSize(viewport);
    expect(await warning(applicant).boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
  }
}

const statusOf = async (domainKey: string) => {
  const { db } = server.services.database;
  const row = await db
    .selectFrom('application')
    .select(['status', 'answers', 'data_key'])
    .where('domain_key', '=', domainKey)
    .executeTakeFirst();
  return row;
};

test('after ten minutes the page asks, and “Keep going” continues the session each time', async ({
  applicant,
}) => {
  await fallIdle(applicant, 'toro');
  const { page } = applicant;
  const taxId = page.getByRole('textbox', { name: 'Federal tax ID (EIN)' });
  await taxId.focus();
  for (let time = 0; time < 12; time += 1) {
    const press = ['button', 'key', 'escape', 'back'][time % 4];
    await pass(applicant, 598);
    expect(await warning(applicant).isVisible(), press).toBe(false);
    await pass(applicant, 2);
    await warning(applicant).waitFor();
    // The warning stays open if the focus moves within it.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await warning(applicant)
      .getByText(/To protect you, we’ll delete your answers in \d+ seconds/)
      .waitFor();
    await fillsWindow(applicant);
    if (press === 'button') await page.getByRole('button', { name: 'Keep going' }).click();
    if (press === 'key') await page.keyboard.press('x');
    if (press === 'escape') await page.keyboard.press('Escape');
    if (press === 'back') await page.goBack();
    await warning(applicant).waitFor({ state: 'detached' });
    expect(await taxId.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  await applicant.sees('Tax ID and industry');
  // Back works as usual after the warning is closed.
  await page.goBack();
  await applicant.sees('About your business');
});

test('typing counts as activity', async ({ applicant }) => {
  await fallIdle(applicant, 'exmark');
  await pass(applicant, 400);
  await applicant.fill('Federal tax ID (EIN)', '12');
  await pass(applicant, 400);
  expect(await warning(applicant).isVisible()).toBe(false);
  await pass(applicant, 201);
  await warning(applicant).waitFor();
});

test('dictation, autofill and a new screen count as activity too', async ({ applicant }) => {
  await fallIdle(applicant, 'exmark');
  const { page } = applicant;
  const taxId = page.getByRole('textbox', { name: 'Federal tax ID (EIN)' });
  await pass(applicant, 400);
  // Dictation changes a field without a key press, a click or a change of focus.
  await taxId.evaluate((element) => element.dispatchEvent(new InputEvent('input', { bubbles: true })));
  await pass(applicant, 590);
  expect(await warning(applicant).isVisible()).toBe(false);
  await page.goBack();
  await applicant.sees('About your business');
  await pass(applicant, 590);
  expect(await warning(applicant).isVisible()).toBe(false);
  await pass(applicant, 10);
  await warning(applicant).waitFor();
});

/**
 * Expects that each sign of reading keeps the session alive, on the page and on the server. Most signs are events on an element
 * of the open dialog, or on the body if no dialog is open. `where` describes the place in error messages.
 */
async function expectPresence(applicant: Applicant, where: string): Promise<void> {
  const { page } = applicant;
  /** Returns a function that dispatches an event, as the browser does for a finger or a mouse wheel. */
  const send = (type: string) => () =>
    page.evaluate(
      (name) =>
        (document.querySelector('dialog[open] *') ?? document.body).dispatchEvent(
          new Event(name, { bubbles: true }),
        ),
      type,
    );
  const readings: Readonly<Record<string, () => Promise<unknown>>> = {
    touchstart: send('touchstart'),
    touchmove: send('touchmove'),
    wheel: send('wheel'),
    // Scroll as assistive technology does. The only event is then a scroll event, which doesn't bubble.
    scroll: () =>
      page.evaluate(async () => {
        const scroller = [...document.querySelectorAll('dialog[open] *, html')].findLast(
          (element) => element.scrollHeight > element.clientHeight,
        );
        const told = new Promise((resolve) =>
          addEventListener('scroll', resolve, { capture: true, once: true }),
        );
        scroller?.scrollBy(0, scroller.scrollTop > 0 ? -40 : 40);
        await told;
      }),
    pointermove: () => page.mouse.move(100 + Math.random() * 100, 300),
  };
  let heard = 0;
  // Count the finished heartbeat calls. The test waits for each one, because advancing the clock during a call would make it time
  // out.
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/apply/heartbeat')) heard += 1;
  });
  for (const [reading, read] of Object.entries(readings)) {
    await pass(applicant, 560);
    const before = heard;
    await read();
    await expect.poll(() => heard, { message: `${reading} on ${where}` }).toBe(before + 1);
    await pass(applicant, 30);
    expect(await warning(applicant).isVisible(), `${reading} on ${where}`).toBe(false);
  }
}

test('touch, scroll, wheel and pointer count as activity, also in a dialog, and reach the server, but do not answer the warning', async ({
  applicant,
}) => {
  await fallIdle(applicant, 'exmark');
  const { page } = applicant;
  await page.setViewportSize({ width: 390, height: 400 });
  await expectPresence(applicant, 'a screen');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expectPresence(applicant, 'a sheet');
  await pass(applicant, 570);
  await warning(applicant).waitFor();
  // While the warning is open, touching and scrolling aren't signs of reading, because there is nothing in it to scroll.
  await page.mouse.move(120, 310);
  for (const type of ['touchstart', 'touchmove', 'wheel'])
    await warning(applicant).dispatchEvent(type, undefined);
  await pass(applicant, 2);
  expect(await warning(applicant).isVisible()).toBe(true);
});

test('an agreement and its enlarged pages can be read for as long as a person needs', async ({
  applicant,
}) => {
  const { page, context } = applicant;
  await page.clock.install();
  await arriveAt(persisting, applicant, '/apply/agreement/terms');
  await page.getByRole('button', { name: /^Read the/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('SAMPLE TEXT').first().waitFor();
  await expectPresence(applicant, 'an agreement');
  await dialog.getByRole('button', { name: /^Page 1 of/ }).click();
  const large = page.getByRole('dialog', { name: /^Page 1 of/ });
  // Only a zoomed page can be scrolled.
  await large.getByRole('button', { name: 'Zoom in' }).click();
  await large.getByRole('img').waitFor();
  await expectPresence(applicant, 'an enlarged page');
  expect(context.pages(), 'no page was opened in another tab').toHaveLength(1);
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'I agree' }).waitFor();
});

test('a page that opens in a new tab counts as activity for half an hour', async ({ applicant }) => {
  await fallIdle(applicant, 'toro');
  const { page, context } = applicant;
  await context.route('https://cards.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Terms</title>' }),
  );
  let heard = 0;
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/apply/heartbeat')) heard += 1;
  });
  // Replace `hasFocus`, because the driver makes every page believe that it has the focus.
  const leave = (isAway: boolean) =>
    page.evaluate((away) => {
      document.hasFocus = () => !away;
    }, isAway);
  await pass(applicant, 61);
  await openHelp(applicant);
  const terms = page.getByRole('dialog').getByRole('link', { name: 'Rates and terms' });
  await Promise.all([context.waitForEvent('page'), terms.click()]);
  await expect.poll(() => heard).toBe(1);
  await leave(true);
  for (let minutes = 0; minutes < 25; minutes += 5) {
    await pass(applicant, 300);
    await expect.poll(() => heard).toBeGreaterThan(1 + minutes / 5);
  }
  await pass(applicant, 13 * 60);
  expect(await warning(applicant).count()).toBe(0);
  // From here on, the person is inactive.
  await expect
    .poll(async () => {
      await pass(applicant, 9);
      return warning(applicant).isVisible();
    })
    .toBe(true);
});

test('activity that did not reach the server is sent again, and a session that ended on the server ends on the page', async ({
  applicant,
}) => {
  await fallIdle(applicant, 'exmark');
  const { page } = applicant;
  const answers: string[] = [];
  await page.route('**/apply/heartbeat', async (route) => {
    if (answers.push('') > 2) await route.continue();
    else await route.abort('connectionreset');
  });
  await pass(applicant, 70);
  const known = page.waitForResponse('**/apply/heartbeat');
  await page.mouse.move(150, 300);
  await expect.poll(() => answers.length).toBe(1);
  for (const count of [2, 3]) {
    await pass(applicant, 6);
    await expect.poll(() => answers.length).toBe(count);
  }
  expect((await known).status()).toBe(204);
  await server.services.database.db
    .updateTable('session')
    .set({ end_date_time: new Date(), end_type: 'expired' })
    .where('domain_key', '=', 'exmark')
    .execute();
  await pass(applicant, 70);
  await page.mouse.move(160, 310);
  await applicant.sees('Your session has ended');
});

test('when the countdown ends, everything is cleared on the page and on the server, and Back shows no answers', async ({
  applicant,
}) => {
  await fallIdle(applicant, 'cub-cadet');
  const { page } = applicant;
  await pass(applicant, 600);
  await warning(applicant).waitFor();
  await pass(applicant, 31);
  await applicant.sees('We ended your session to protect you');
  expect(new URL(page.url()).pathname).toBe('/apply/finish/timeout');
  await expect
    .poll(() => statusOf('cub-cadet'))
    .toMatchObject({ status: 'timed_out', answers: {}, data_key: null });
  expect(await page.content()).not.toContain('Quiet Lawns');
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  await page.goBack();
  await applicant.sees('We ended your session to protect you');
});

test('a tab that was suspended too long clears everything immediately when it wakes', async ({
  applicant,
}) => {
  await fallIdle(applicant, 'default');
  await applicant.page.clock.fastForward('30:00');
  await applicant.sees('We ended your session to protect you');
});

test('the application can be ended from the warning', async ({ applicant }) => {
  await fallIdle(applicant, 'demo');
  await pass(applicant, 601);
  await warning(applicant).getByRole('button', { name: 'End application' }).click();
  await applicant.sees('You ended your application');
  await expect.poll(() => statusOf('demo')).toMatchObject({ status: 'cancelled', data_key: null });
  // No timer runs after the session has ended or on the error page.
  await applicant.page.clock.fastForward('02:00:00');
  await applicant.sees('You ended your application');
  expect(await warning(applicant).count()).toBe(0);
  await applicant.page.goto(`${server.at('demo')}/error`);
  await applicant.sees('It looks like something went wrong');
  await applicant.page.clock.fastForward('02:00:00');
  expect(await warning(applicant).count()).toBe(0);
  await applicant.page.getByRole('button', { name: 'Start a new application' }).click();
  await applicant.sees('Apply for the');
});

test('a program’s own countdown is taken from the server', async ({ applicant }) => {
  await fallIdle(applicant, 'yard-card');
  await pass(applicant, 601);
  await warning(applicant)
    .getByText(/in 1[12]\d seconds/)
    .waitFor();
});

test('after an hour on the intro the form starts with a valid session', async ({ applicant }) => {
  const { page } = applicant;
  await page.clock.install();
  await page.goto(server.at('toro'));
  await page.waitForURL('**/apply');
  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/apply/start')) starts.push(request.method());
  });
  await page.clock.fastForward('01:00:00');
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await applicant.sees('How we share your information');
  expect(starts).toEqual(['POST']);
});
