/**
 * Tests that the form works if the browser blocks storage. Also tests that the page says what to do if the browser blocks cookies
 * (D23).
 */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { blockCookies, blockStorage } from '../support/browser/blocked-storage.ts';
import { askForCode, giveCode, offerOf, openHelp, saveByEmail } from '../support/browser/by-email.ts';
import { inNewTab, unlock } from '../support/browser/coming-back.ts';
import { codeTo } from '../support/browser/mailbox.ts';
import { setUp } from '../support/browser/set-up.ts';
import {
  begin,
  declineCards,
  fillApplicant,
  fillBusiness,
  goToBusinessAddress,
  passReview,
  signAndSubmit,
} from '../support/browser/steps.ts';

const { server, testAlone: test } = await setUp();
const demo = server.at('demo');

const swipe = 'Swipe or tap to get started';
const noticeOf = ({ page }: Applicant) => page.getByRole('alertdialog', { name: 'To apply, allow cookies' });

/** Presses the button of the first screen, and goes to the first screen about the business. */
async function passFirstScreens(applicant: Applicant): Promise<void> {
  const { press, sees, tick, next, answer } = applicant;
  await press(swipe);
  await sees('How we share your information');
  await tick('I have read this and I agree');
  await next();
  await sees(/authorized to act/);
  await answer('Yes');
  await sees('About your business');
}

async function expectSubmitted(applicant: Applicant): Promise<void> {
  await applicant.next();
  await fillApplicant(applicant, '100');
  await applicant.answer('Yes');
  await applicant.sees('Owners of 25% or more');
  await applicant.next();
  await declineCards(applicant);
  await passReview(applicant);
  await signAndSubmit(applicant, true);
  await applicant.sees('We received your application');
}

test('a whole application works with cookies while all storage throws', async ({ applicant }) => {
  await blockStorage(applicant.page);
  await begin(applicant, demo);
  await fillBusiness(applicant);
  await expectSubmitted(applicant);
});

test('while all storage throws, a draft can be resumed in a new tab, and through an emailed link', async ({
  applicant,
}) => {
  await blockStorage(applicant.context);
  await goToBusinessAddress(applicant, demo);
  await openHelp(applicant);
  await offerOf(applicant).click();
  const address = 'dana@greenacre.example';
  const link = await saveByEmail(applicant, server, address);
  await applicant.page.close();

  const again = await inNewTab(applicant, demo);
  await unlock(again, '6789');
  await again.sees('Where is your business?');

  await askForCode(again, link);
  await giveCode(again, await codeTo(server, address, 2));
  await again.sees('Where is your business?');
});

test('the page says that cookies are blocked, starts nothing, and continues once they are allowed', async ({
  applicant,
}) => {
  const { page, context } = applicant;
  await blockStorage(page);
  const allow = await blockCookies(context, page, true);
  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/apply/start')) starts.push(request.url());
  });
  await page.goto(demo);
  const notice = noticeOf(applicant);
  await notice.waitFor();
  expect(await notice.textContent()).toContain(new URL(demo).hostname);
  expect(starts).toEqual([]);

  // After the person closes the notice, pressing the start button shows the notice again.
  await notice.getByRole('button', { name: 'Close' }).click();
  await applicant.press(swipe);
  await notice.waitFor();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await notice.waitFor();

  // The notice closes by itself once the browser allows cookies.
  await allow();
  await notice.waitFor({ state: 'detached' });
  await passFirstScreens(applicant);
  await fillBusiness(applicant);
  await expectSubmitted(applicant);
});

test('on a very small phone, the notice about cookies opens at its beginning', async ({ applicant }) => {
  const { page, context } = applicant;
  await page.setViewportSize({ width: 320, height: 568 });
  await blockCookies(context, page, true);
  await page.goto(demo);
  const title = noticeOf(applicant).getByRole('heading', { name: 'To apply, allow cookies' });
  await title.and(page.locator(':focus')).waitFor();
  const body = noticeOf(applicant).locator('.dialog-body');
  const { scrollTop, room } = await body.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
    scrollTop,
    room: scrollHeight - clientHeight,
  }));
  expect(room).toBeGreaterThan(0);
  expect(scrollTop).toBe(0);
});

test('when cookies are lost, the page says so after the first refused call, and the form continues', async ({
  applicant,
}) => {
  const { page, context } = applicant;
  const allow = await blockCookies(context, page, false);
  await page.goto(`${demo}/start?storeId=20000001`);
  await applicant.press(swipe);
  await applicant.sees('How we share your information');
  await applicant.tick('I have read this and I agree');
  await applicant.next();
  const notice = noticeOf(applicant);
  await notice.waitFor();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await notice.waitFor({ state: 'detached' });
  await allow();
  await passFirstScreens(applicant);
  const { store_id: store } = await server.services.database.db
    .selectFrom('application')
    .select('store_id')
    .orderBy('create_date_time', 'desc')
    .executeTakeFirstOrThrow();
  expect(store).toBe('20000001');
});
