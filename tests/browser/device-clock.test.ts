/** Tests that the page asks the server for the time if the device's clock changes while the page is open (D5, D24). */
import { expect } from 'vitest';
import { hour, inactivityWarning, setClock, typeNameWithClock } from '../support/browser/device-clock.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone: test } = await setUp({ persistsSession: true });

const toro = server.at('toro');

test('if the clock moves an hour forward while a person types, the page asks the server and ends nothing', async ({
  applicant,
}) => {
  const { page, fill, next, sees } = applicant;
  await typeNameWithClock(applicant, toro);
  const asked = page.waitForResponse('**/apply/heartbeat');
  await setClock(applicant, hour);
  expect((await asked).status()).toBe(204);
  await fill('Business email', 'office@lawns.example');
  await next();
  await sees('Tax ID and industry');
  expect(await inactivityWarning(applicant).count()).toBe(0);
});
