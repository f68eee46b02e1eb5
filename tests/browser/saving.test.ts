/** Tests that the page repeats saves that fail temporarily, in their order, and loses no answer (D44). */
import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { alerted, alertOf, answer, press } from '../support/browser/alert.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { loseNextResponse } from '../support/browser/lost-responses.ts';
import { setUp } from '../support/browser/set-up.ts';
import { describeBusiness } from '../support/browser/steps.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, test, testAlone } = await setUp({ persistsSession: true });

const notSavedYet = 'Not saved yet. Trying again…';
const proof = '/apply/business/additional/proof';

const stored = (applicationId: string | null) => storedApplication(server.services, applicationId);

/**
 * Responds to the application's saves in place of the server. Returns two functions. `count` returns the number of these saves,
 * and `end` lets later saves reach the server.
 */
async function failSaves({ page }: Applicant, reply: Parameters<Route['fulfill']>[0]) {
  let isAway = true;
  let count = 0;
  await page.route('**/api/v1/application/*', async (route) => {
    if (!isAway || route.request().method() !== 'PATCH') return route.fallback();
    count += 1;
    await route.fulfill(reply);
  });
  return {
    count: () => count,
    end: () => {
      isAway = false;
    },
  };
}

const fault = { status: 500, json: { code: 'internal_error' } };

/** Opens a screen and stops the page's clock. After that, only actions of the person or the browser cause requests. */
async function withStillClock({ page }: Applicant, arrive: () => Promise<unknown>): Promise<void> {
  await page.clock.install();
  await arrive();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Advances the page's clock by 15 s at a time until a condition is true. One step isn't enough: the page sets the timer for its
 * next attempt only after a response, and the response takes real time.
 */
async function passTimeUntil({ page }: Applicant, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const oneMoreTry = async () => {
    await page.clock.runFor(15_000);
    return isSo();
  };
  await expect.poll(oneMoreTry, { interval: 500 }).toBe(true);
}

test('a failed save does not stop later ones, and succeeds by itself', async ({ applicant }) => {
  const { page, fill, next, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/business');
  await answer(applicant, ['PATCH', '/application/*'], 500);
  await applicant.pick('Partnership');
  await fill('Legal business name', 'Patient Lawns');
  await fill('Business email', 'office@lawns.example');
  await next();
  await alerted(applicant, 'saveApplication', 'Error saving application data');
  await press(applicant, 'Close');
  await sees('Tax ID and industry');
  await describeBusiness(applicant, '98-7654321');
  await expect
    .poll(() => stored(applicationId))
    .toMatchObject({ answers: { businessName: 'Patient Lawns', taxId: '987654321' } });
  await page.getByText(notSavedYet).waitFor({ state: 'detached' });
});

testAlone(
  'a long outage causes one alert, and a notice stays until everything is saved',
  async ({ applicant }) => {
    const { page, sees } = applicant;
    let applicationId: string | null = null;
    await withStillClock(applicant, async () => {
      ({ applicationId } = await arriveAt(server, applicant, '/apply/business/additional/gambling'));
    });
    const outage = await failSaves(applicant, fault);
    await applicant.answer('Yes');
    await alerted(applicant, 'saveApplication', 'Error saving application data');
    await press(applicant, 'Close');
    await page.getByText(notSavedYet).waitFor();
    await sees(/mainly online/);
    await applicant.answer('Yes');
    await sees('Proof of business');
    for (let more = 0; more < 3; more += 1) {
      const before = outage.count();
      await passTimeUntil(applicant, () => outage.count() > before);
    }
    expect(await alertOf(applicant).count()).toBe(0);
    await page.getByText(notSavedYet).waitFor();
    outage.end();
    await passTimeUntil(applicant, async () => (await page.getByText(notSavedYet).count()) === 0);
    await expect
      .poll(() => stored(applicationId))
      .toMatchObject({ answers: { internetGambling: true, internetBasedBusiness: true } });
  },
);

testAlone(
  'a section cannot be left with unsaved answers: Next waits, says why, and continues once everything is saved',
  async ({ applicant }) => {
    const { page, next, sees } = applicant;
    let applicationId: string | null = null;
    await withStillClock(applicant, async () => {
      ({ applicationId } = await arriveAt(server, applicant, proof));
    });
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const sent: string[] = [];
    await page.route('**/api/v1/application/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      sent.push(route.request().postData() ?? '');
      await held;
      await route.fulfill(fault);
    });
    await next();
    const busy = page.getByRole('button', { name: 'Saving…' });
    await busy.waitFor();
    await busy.click({ force: true });
    letGo();
    await alerted(applicant, 'saveApplication', 'Error saving application data');
    expect(sent).toHaveLength(1);
    await press(applicant, 'Close');
    await page.getByText(notSavedYet).waitFor();
    expect(new URL(page.url()).pathname).toBe(proof);
    await page.unroute('**/api/v1/application/*');
    await passTimeUntil(applicant, async () => (await page.getByText(notSavedYet).count()) === 0);
    await expect.poll(() => stored(applicationId)).toMatchObject({ sections: { business: true } });
    expect(new URL(page.url()).pathname).toBe(proof);
    await next();
    await sees('Who’s applying?');
  },
);

test('at a section’s end, Try again continues', async ({ applicant }) => {
  await arriveAt(server, applicant, proof);
  await withNothingSavedYet(applicant);
  await press(applicant, 'Try again');
  await applicant.sees('Who’s applying?');
  expect(await applicant.page.getByRole('status').getByText('Your business details are done.').count()).toBe(
    1,
  );
});

/** Presses Next at the end of a section. An alert then says that the section couldn't be saved. Later saves succeed. */
async function withNothingSavedYet(applicant: Applicant): Promise<void> {
  const outage = await failSaves(applicant, { status: 503, headers: { 'retry-after': '60' } });
  await applicant.next();
  await alerted(applicant, 'saveApplication', 'Error saving application data');
  outage.end();
}

test('a person whom the server did not remove stays in the list, with the reason', async ({ applicant }) => {
  const { page, sees } = applicant;
  await arriveAt(server, applicant, '/apply/authorized-user/list');
  await answer(applicant, ['DELETE', '/personnel/*'], 500);
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove Kim Park' }).click();
    await alertOf(applicant).getByRole('button', { name: 'Remove' }).click();
  };
  await remove();
  await alerted(applicant, 'personnelRemove', 'Error removing personnel');
  await press(applicant, 'Close');
  const kim = page.getByRole('listitem').filter({ hasText: 'Kim Park' });
  await kim.getByText('Error removing personnel').waitFor();
  expect(await page.getByText('Kim Park removed').count()).toBe(0);
  await remove();
  await sees('Does anyone else need a card?');
});

test('an owner whom the server did not remove is still there', async ({ applicant }) => {
  const { page, sees } = applicant;
  await arriveAt(server, applicant, '/apply/owner/info?owner=1');
  await answer(applicant, ['DELETE', '/personnel/*'], 500);
  await page.getByRole('button', { name: 'Remove Sam Lee' }).click();
  await alertOf(applicant).getByRole('button', { name: 'Remove' }).click();
  await alerted(applicant, 'personnelRemove', 'Error removing personnel');
  await sees('About Sam Lee');
  await press(applicant, 'Try again');
  await sees('Does anyone else own 25% or more of the business?');
});

testAlone('answers that wait for the network are sent as soon as it is back', async ({ applicant }) => {
  const { page, context, fill, next, sees } = applicant;
  let applicationId: string | null = null;
  await withStillClock(applicant, async () => {
    ({ applicationId } = await arriveAt(server, applicant, '/apply/business'));
  });
  await context.setOffline(true);
  await applicant.pick('Partnership');
  await fill('Legal business name', 'Patient Lawns');
  await fill('Business email', 'office@lawns.example');
  await next();
  await sees('Tax ID and industry');
  // The notice is next to the button Next, which is always in view.
  await page.locator('.bottom-bar').getByText('You’re offline.').waitFor();
  await context.setOffline(false);
  await page.getByText('You’re offline.').waitFor({ state: 'detached' });
  expect(await stored(applicationId)).toMatchObject({ answers: { businessName: 'Patient Lawns' } });
});

test('an application is created once even if the response is lost', async ({ applicant }) => {
  const { page, sees } = applicant;
  const { webSessionId } = await arriveAt(server, applicant, '/apply/share-information');
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/application'))
      keys.push(request.headers()['idempotency-key']);
  });
  await loseNextResponse(applicant, '/application');
  await page.getByRole('checkbox', { name: 'I have read this and I agree' }).check();
  await applicant.next();
  await sees(/authorized to act/);
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[0]).toMatch(/./);
  expect(keys[1]).toBe(keys[0]);
  await page.getByText('You’re offline.').waitFor({ state: 'detached' });
  const { db } = server.services.database;
  const made = await db
    .selectFrom('application')
    .select('id')
    .where('session_id', '=', webSessionId)
    .execute();
  expect(made).toHaveLength(1);
});

testAlone('nothing is sent again for a session that has ended', async ({ applicant }) => {
  const { page, fill, next, sees } = applicant;
  let webSessionId = '';
  await withStillClock(applicant, async () => {
    ({ webSessionId } = await arriveAt(server, applicant, '/apply/business'));
  });
  const outage = await failSaves(applicant, fault);
  await applicant.pick('Partnership');
  await fill('Legal business name', 'Patient Lawns');
  await fill('Business email', 'office@lawns.example');
  await next();
  await alerted(applicant, 'saveApplication', 'Error saving application data');
  await press(applicant, 'Close');
  await server.services.database.db
    .updateTable('session')
    .set({ end_date_time: new Date(), end_type: 'expired' })
    .where('id', '=', webSessionId)
    .execute();
  outage.end();
  await passTimeUntil(applicant, async () => (await page.getByText('Your session has ended').count()) > 0);
  await sees('Your session has ended');
  const calls: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && calls.push(request.url()));
  await page.clock.runFor(120_000);
  expect(calls).toEqual([]);
});
