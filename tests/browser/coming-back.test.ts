/** Tests how a person resumes a draft on the same device (D55): the offer, the questions, and the restored answers. */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { facts, inNewTab, leaveDraft, offerOf, tellFacts, unlock } from '../support/browser/coming-back.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin, describeBusiness } from '../support/browser/steps.ts';
import { issueStartKey } from '../support/start-keys.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, test, testAlone } = await setUp();

const hour = 60 * 60_000;
const stored = (id: string) => storedApplication(server.services, id);
const demo = server.at('demo');

/**
 * Opens the first screen and waits for the call that starts the session. The response to this call says whether the person can
 * resume a draft.
 */
async function openIntro({ page }: Pick<Applicant, 'page'>, path = ''): Promise<void> {
  const started = page.waitForResponse((response) => response.url().includes('/api/v1/apply/start'));
  await page.goto(demo + path);
  await (await started).finished();
}

test('after a reload, the offer reveals nothing, the facts open the draft, and stored answers are not asked for again', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const told: string[] = [];
  page.on('request', (request) => told.push(new URL(request.url()).pathname));
  await begin(applicant, demo);
  await applicant.pick('Limited liability company (LLC)');
  await applicant.fill('Legal business name', 'Bright Lawn Care LLC');
  await applicant.fill('Business email', 'office@brightlawn.example');
  await applicant.next();
  await describeBusiness(applicant);
  await applicant.allSaved();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await sees('Apply for the');
  await offerOf(applicant).waitFor();
  // The page sends nothing when it unloads (D28).
  expect(told.filter((path) => path.includes('/finish/'))).toEqual([]);
  const shown = await page.content();
  expect(shown).not.toMatch(/Bright|6789|561730|brightlawn/);
  await unlock(applicant, '6789');
  expect(await page.getByRole('main').innerText()).toContain('Bright Lawn Care LLC');
  await sees('Where is your business?');
});

test('the offer causes no layout shift on the first screen, on a phone and on a desktop', async ({
  applicant,
}) => {
  await leaveDraft(server, applicant, 'demo');
  const { page } = applicant;
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(demo);
    await offerOf(applicant).waitFor();
    // If the browser didn't support the entry type `layout-shift`, the test would miss all layout shifts.
    expect(await page.evaluate(() => PerformanceObserver.supportedEntryTypes)).toContain('layout-shift');
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list
                .getEntries()
                .reduce((sum, entry) => sum + Number((entry as unknown as { value: number }).value), 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
        }),
    );
    expect(shift, JSON.stringify(viewport)).toBe(0);
  }
});

test('the offer looks like the main button, above the start button on a phone and above the heading on a desktop', async ({
  applicant,
}) => {
  await leaveDraft(server, applicant, 'demo');
  const { page } = applicant;
  const offer = offerOf(applicant);
  const start = page.getByRole('button', { name: 'Swipe or tap to get started' });
  const placeOf = async (of: typeof offer) => {
    const { x, y, width, height } = (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { left: x, right: x + width, top: y, bottom: y + height };
  };
  const groundOf = (of: typeof offer) => of.evaluate((button) => getComputedStyle(button).backgroundColor);
  for (const [width, height, below] of [
    [390, 844, start],
    [1280, 800, page.getByRole('heading', { level: 1 })],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(demo);
    await offer.waitFor();
    const its = await placeOf(offer);
    expect(its.bottom, `at ${width}`).toBeLessThanOrEqual((await placeOf(below)).top);
    const { left, right } = await placeOf(start);
    expect([its.left, its.right]).toEqual([left, right]);
    expect(await groundOf(offer)).not.toBe(await groundOf(start));
    expect(await groundOf(start)).toBe('rgb(255, 255, 255)');
  }
});

test('the page sums up the draft, and shows no sensitive answer of an earlier session in full', async ({
  applicant,
}) => {
  const { page, sees, next } = applicant;
  await leaveDraft(server, applicant, 'demo', { applicant: true });
  await page.goto(`${demo}/apply/finish/timeout`);
  await unlock(applicant, facts.taxIdLast4, facts.born);
  const main = page.getByRole('main');
  await main.getByText('Larkspur Lawn Care LLC').waitFor();
  await main.getByText('Continue here.', { exact: true }).waitFor();
  await main.getByText(/Uploaded: articles\.pdf/).waitFor();
  await sees('Proof of business');
  await page.getByRole('button', { name: 'Remove articles.pdf' }).waitFor();
  expect(await page.locator('.file-picture img').count()).toBe(0);
  await next();
  await sees('Who’s applying?');
  expect(await applicant.valueIn('Your full legal name')).toBe('Zoë Q. Larkspur');
  await page.getByRole('group', { name: 'Date of birth' }).getByText('Saved').waitFor();
  await page.getByText('ending in 7 7 3 1').waitFor();
  await next();
  await sees('Your contact details and job');
  expect(await page.content()).not.toMatch(/91827364|7310457|1971/);
});

test('a person is asked the question at which they stopped without an answer', async ({ applicant }) => {
  const { page } = applicant;
  const size = {
    yearsInBusiness: null,
    employeeCount: null,
    annualSalesAmount: null,
    expectedPurchaseAmount: null,
  };
  await leaveDraft(server, applicant, 'demo', { business: size });
  await page.goto(`${demo}/resume`);
  await tellFacts(applicant, facts.taxIdLast4);
  await applicant.sees(/Is your business address your billing/);
});

test('with two drafts on a device, the facts select one, and the page does not reveal the number of drafts', async ({
  applicant,
}) => {
  const { page } = applicant;
  await leaveDraft(server, applicant, 'demo', { applicant: true });
  await leaveDraft(server, applicant, 'demo', {
    business: { businessName: 'Second Lawns', taxId: '36-7654321' },
  });
  await openIntro(applicant);
  await offerOf(applicant).waitFor();
  expect(await offerOf(applicant).count()).toBe(1);
  await unlock(applicant, '4321');
  await page.getByText('Second Lawns').first().waitFor();
  await openIntro(applicant);
  await unlock(applicant, facts.taxIdLast4, facts.born);
  await page.getByText('Larkspur Lawn Care LLC').first().waitFor();
});

test('“This isn’t my application” erases the draft immediately after a confirmation', async ({
  applicant,
}) => {
  const { page, sees, press } = applicant;
  const { id } = await leaveDraft(server, applicant, 'demo');
  await openIntro(applicant);
  await offerOf(applicant).click();
  await press('This isn’t my application');
  const question = page.getByRole('alertdialog', { name: 'Remove this application from this device?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  expect((await stored(id)).isErased).toBe(false);
  await press('This isn’t my application');
  await question.getByRole('button', { name: 'Remove it' }).click();
  await sees('The application was removed from this device');
  expect((await stored(id)).isErased).toBe(true);
  await press('Start a new application');
  await sees('Apply for the');
  await page.goto(`${demo}/resume`);
  await sees('No saved application on this device');
});

test('each of five wrong tries says what to do and reveals nothing, and the fifth erases the draft', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const { id } = await leaveDraft(server, applicant, 'demo', { applicant: true });
  await page.goto(`${demo}/resume`);
  await sees('Pick up where you left off');
  await tellFacts(applicant, '59');
  await page.getByText('Enter the last 4 digits of your tax ID.').waitFor();
  for (const wrong of ['0000', facts.taxIdLast4, '1111', '2222']) {
    await tellFacts(applicant, wrong);
    await page.getByRole('alert').getByText('That doesn’t match.').waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/Larkspur|drafts|left(?! off)|1971/);
  }
  expect((await stored(id)).isErased).toBe(false);
  await tellFacts(applicant, '3333');
  await sees('We removed the application from this device');
  expect((await stored(id)).isErased).toBe(true);
  await applicant.press('Start a new application');
  await sees('Apply for the');
});

test('“Start over” erases the draft', async ({ applicant }) => {
  const { page, sees, press } = applicant;
  const { id } = await leaveDraft(server, applicant, 'demo');
  await page.goto(`${demo}/resume`);
  await tellFacts(applicant, facts.taxIdLast4);
  await page.getByText('Welcome back.').first().waitFor();
  await press('Start over');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete and start over' }).click();
  await sees('Apply for the');
  await expect.poll(() => stored(id)).toMatchObject({ status: 'cancelled', isErased: true });
});

test('an old tab says after a resume that its session has ended, and can resume too', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  await leaveDraft(server, applicant, 'demo');
  await openIntro(applicant);
  await unlock(applicant, facts.taxIdLast4);
  const other = await inNewTab(applicant, `${demo}/resume`);
  await tellFacts(other, facts.taxIdLast4);
  await other.page.getByText('Welcome back.').first().waitFor();
  await sees('Proof of business');
  await applicant.next();
  await sees('Your session has ended');
  await offerOf(applicant).waitFor();
  expect(await page.content()).not.toMatch(/Larkspur/);
  await other.sees('Proof of business');
  await other.page.close();
});

test('a node whose clock is behind the database’s clock ends no resumed session', async ({ applicant }) => {
  const { page } = applicant;
  server.advance(hour);
  await page.clock.install();
  await leaveDraft(server, applicant, 'demo');
  await openIntro(applicant);
  await unlock(applicant, facts.taxIdLast4);
  await page.clock.runFor(3_000);
  await page.getByText('Welcome back.').first().waitFor();
});

test('after 24 hours, the page offers nothing to resume, and the draft is erased', async ({ applicant }) => {
  const { page, sees } = applicant;
  const { id } = await leaveDraft(server, applicant, 'demo');
  server.advance(23 * hour);
  await server.sweeper.runOnce();
  await openIntro(applicant);
  await offerOf(applicant).waitFor();
  server.advance(2 * hour);
  await server.sweeper.runOnce();
  expect(await stored(id)).toMatchObject({ status: 'timed_out', isErased: true });
  await openIntro(applicant);
  expect(await offerOf(applicant).count()).toBe(0);
  await page.goto(`${demo}/apply/finish/timeout`);
  await page.getByText('we deleted your answers').waitFor();
  await page.goto(`${demo}/resume`);
  await sees('No saved application on this device');
});

test('a start key for a shared device offers no resume, and the first screen says so', async ({
  applicant,
}) => {
  const { page } = applicant;
  await leaveDraft(server, applicant, 'demo');
  const { key } = await issueStartKey(server.services, { isShared: true });
  const kept = page.getByText(/you have 24 hours from your last answer to continue on this device/);
  await openIntro(applicant);
  await kept.waitFor();
  await offerOf(applicant).waitFor();
  await openIntro(applicant, `/start/${key}`);
  await kept.waitFor({ state: 'detached' });
  await page.getByText('On this device, we keep your answers only while this page is open.').waitFor();
  expect(await offerOf(applicant).count()).toBe(0);
});

test('without a network, the form keeps the typed text, and a rate limit causes an alert', async ({
  applicant,
}) => {
  const { page, context, sees, press } = applicant;
  await leaveDraft(server, applicant, 'demo');
  await page.goto(`${demo}/resume`);
  await sees('Pick up where you left off');
  await page.route('**/api/v1/resume/device', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '60' },
      contentType: 'application/problem+json',
      json: { code: 'rate_limited', status: 429 },
    }),
  );
  await tellFacts(applicant, facts.taxIdLast4);
  const alert = page.getByRole('alertdialog');
  await alert.waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await page.unroute('**/api/v1/resume/device');
  await context.setOffline(true);
  await press('Continue');
  await alert.waitFor();
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Welcome back.').first().waitFor();
});

testAlone(
  'a page that a person leaves holds no answers when the browser restores it (X8)',
  async ({ applicant }) => {
    const { page } = applicant;
    await leaveDraft(server, applicant, 'demo');
    await page.goto(`${demo}/resume`);
    await tellFacts(applicant, facts.taxIdLast4);
    await page.getByText('Welcome back.').first().waitFor();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    expect(await page.content()).not.toContain('Larkspur');
    const left = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    expect(await left()).toBe('[{},{},""]');
  },
);
