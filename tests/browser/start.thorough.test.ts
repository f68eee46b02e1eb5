/**
 * Tests starts with an invalid key or store, and what a new start erases on a page that continues its session after a reload
 * (D18).
 */
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { startButton } from '../support/browser/first-screen.ts';
import { setUp, setUpServer } from '../support/browser/set-up.ts';
import { issueStartKey, lastStart } from '../support/start-keys.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, test } = await setUp();
const persisting = await setUpServer({ persistsSession: true });

/** Returns how a session ended, or null if it hasn't ended. */
const endOf = async (webSessionId: string) => {
  const { db } = persisting.services.database;
  const row = await db
    .selectFrom('session')
    .select('end_type')
    .where('id', '=', webSessionId)
    .executeTakeFirst();
  return row?.end_type;
};

test('an invalid key or store is reported, and the form can start without it', async ({ applicant }) => {
  const { page } = applicant;
  const expired = await issueStartKey(server.services, { expires: new Date(Date.now() - 1000) });
  for (const route of [
    '/start/no-such-store',
    '/no-such-store',
    // The entity key in this address is `startlakeside`, so the address doesn't select the store Lakeside.
    '/startlakeside',
    `/start/${expired.key}`,
    '/start/4111-2222-3333-444',
    '/start/%20%2F%C3%BC',
    '/start/main-street?storeId=87654321',
    '/start?storeId=1234',
  ]) {
    await page.goto(server.at('demo') + route);
    const alert = page.getByRole('alertdialog', { name: 'Invalid Domain' });
    await alert.getByText('That link isn’t valid.').waitFor();
    await alert.getByRole('button', { name: 'Start a new application' }).click();
    await page.waitForURL(`${server.at('demo')}/apply`);
    await startButton(applicant.page).click();
    await applicant.sees('How we share your information');
    expect(await lastStart(server.services, 'demo'), route).toMatchObject({
      store_id: '10000002',
      entity_key: null,
    });
  }
});

test('with VITE_PERSIST_SESSION, a path that begins with /start ends the session, and erases the draft only if opened from within the page', async ({
  applicant,
}) => {
  const { page } = applicant;
  page.on('dialog', (dialog) => dialog.accept());
  const ends = [
    ['/start', 'timeout', { status: 'draft', isErased: false }],
    // No screen has this address. So the page opens with its session and then goes to /start.
    ['/starting/over', 'cancel', { status: 'cancelled', isErased: true }],
  ] as const;
  for (const [path, end, left] of ends) {
    const { applicationId, webSessionId } = await arriveAt(persisting, applicant, '/apply/business/address');
    const started = page.waitForResponse((response) => /\/api\/v1\/.*start/.test(response.url()));
    await page.goto(persisting.at('demo') + path);
    await started;
    await page.waitForURL('**/apply');
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual(['card-application']);
    const draft = () => storedApplication(persisting.services, applicationId);
    await expect.poll(() => endOf(webSessionId)).toBe(end);
    await expect.poll(draft).toMatchObject(left);
  }
  await page.goto(`${persisting.at('demo')}/apply/business/address`);
  await page.waitForURL('**/apply/share-information');
});
