/** Tests the offer to resume a draft on the same device: its look, and what opens, refuses or ends it (D55). */
import { expect } from 'vitest';
import { facts, leaveDraft, offerOf, openIntro, tellFacts, unlock } from '../support/browser/coming-back.ts';
import { setUp } from '../support/browser/set-up.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, test } = await setUp();

const hour = 60 * 60_000;
const stored = (id: string) => storedApplication(server.services, id);
const demo = server.at('demo');

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

test('with two drafts on a device, the facts select one, and the page does not reveal the number of drafts', async ({
  applicant,
}) => {
  const { page } = applicant;
  await leaveDraft(server, applicant, 'demo', { applicant: true });
  await leaveDraft(server, applicant, 'demo', {
    business: { businessName: 'Second Lawns', taxId: '36-7654321' },
  });
  await openIntro(applicant, demo);
  await offerOf(applicant).waitFor();
  expect(await offerOf(applicant).count()).toBe(1);
  await unlock(applicant, '4321');
  await page.getByText('Second Lawns').first().waitFor();
  await openIntro(applicant, demo);
  await unlock(applicant, facts.taxIdLast4, facts.born);
  await page.getByText('Larkspur Lawn Care LLC').first().waitFor();
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

test('a node whose clock is behind the database’s clock ends no resumed session', async ({ applicant }) => {
  const { page } = applicant;
  server.advance(hour);
  await page.clock.install();
  await leaveDraft(server, applicant, 'demo');
  await openIntro(applicant, demo);
  await unlock(applicant, facts.taxIdLast4);
  await page.clock.runFor(3_000);
  await page.getByText('Welcome back.').first().waitFor();
});

test('after 24 hours, the page offers nothing to resume, and the draft is erased', async ({ applicant }) => {
  const { page, sees } = applicant;
  const { id } = await leaveDraft(server, applicant, 'demo');
  server.advance(23 * hour);
  await server.sweeper.runOnce();
  await openIntro(applicant, demo);
  await offerOf(applicant).waitFor();
  server.advance(2 * hour);
  await server.sweeper.runOnce();
  expect(await stored(id)).toMatchObject({ status: 'timed_out', isErased: true });
  await openIntro(applicant, demo);
  expect(await offerOf(applicant).count()).toBe(0);
  await page.goto(`${demo}/apply/finish/timeout`);
  await page.getByText('we deleted your answers').waitFor();
  await page.goto(`${demo}/resume`);
  await sees('No saved application on this device');
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
