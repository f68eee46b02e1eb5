/**
 * Tests a whole application over a bad mobile network: slow 3G, 5% of all requests reset, and no network for one minute (F11).
 */
import { expect, onTestFinished } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { startLossyProxy } from '../support/browser/lossy-proxy.ts';
import { setUp } from '../support/browser/set-up.ts';
import {
  addOwner,
  begin,
  billAndSizeBusiness,
  businessAddress,
  declineCards,
  describeBusiness,
  fillAddress,
  fillApplicant,
  passReview,
  signAndSubmit,
} from '../support/browser/steps.ts';

const { server, testAlone: test } = await setUp();

const offlineMillis = 60_000;

test('over a bad network, nothing typed is lost or duplicated, and the page says that it is offline', {
  timeout: 900_000,
}, async ({ applicant }) => {
  const { page, next, answer, sees, fill } = applicant;
  const address = new URL(server.at('demo'));
  const proxy = await startLossyProxy(Number(address.port), { delay: 200, bytesPerSecond: 50_000 });
  onTestFinished(proxy.close);
  address.port = String(proxy.port);
  page.setDefaultTimeout(offlineMillis * 2);
  // Reset requests only after the HTML document has loaded. If the document didn't load, the browser would show the error, not
  // the page.
  page.once('domcontentloaded', () => proxy.lose(0.05));
  await begin(applicant, address.origin);
  await applicant.pick('Limited liability company (LLC)');
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await fill('Business email', 'office@brightlawn.example');
  await next();
  await describeBusiness(applicant);

  const comeBack = proxy.goAway();
  const back = new Promise<void>((resolve) =>
    setTimeout(() => {
      comeBack();
      resolve();
    }, offlineMillis),
  );
  await fillAddress(applicant, businessAddress, false);
  await next();
  await billAndSizeBusiness(applicant);
  await next();
  await page.getByText(en.page.noConnection).first().waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await back;

  await fillApplicant(applicant, '60');
  await answer('Yes');
  await addOwner(applicant, 'Sam Lee', '40');
  await next();
  await declineCards(applicant);
  await passReview(applicant);
  await signAndSubmit(applicant, true);
  await sees('We received your application');

  const { db } = server.services.database;
  const applications = await db.selectFrom('application').select(['id', 'status']).execute();
  expect(applications).toMatchObject([{ status: 'submitted' }]);
  const people = await db.selectFrom('personnel').select('personnel_type').execute();
  expect(people.map((person) => person.personnel_type).sort()).toEqual(['applicant', 'owner']);
  expect(await db.selectFrom('submission').select('application_id').execute()).toHaveLength(1);
});
