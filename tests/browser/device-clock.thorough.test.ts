/** Tests that the page uses the server's time on a device whose clock is wrong, jumps or stops (D5, D24). */
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import {
  hour,
  inactivityWarning,
  setClock,
  takeClock,
  typeNameWithClock,
} from '../support/browser/device-clock.ts';
import { errorOf } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone: test } = await setUp({ persistsSession: true });

const toro = server.at('toro');

test('on a device set to 2008, ages are correct', async ({ applicant }) => {
  const { page, fill, fillDate, next, sees } = applicant;
  await takeClock(applicant, new Date('2008-01-01').getTime() - Date.now());
  await arriveAt(server, applicant, '/apply/applicant');
  expect(await page.evaluate(() => new Date().getFullYear())).toBe(2008);
  const year = new Date().getFullYear();
  expect(await page.locator('input[type=date]').getAttribute('max')).toContain(`${year - 18}-`);
  await fill('Your full legal name', 'Dana Okafor');
  await fillDate('1', '1', String(year + 1));
  await next();
  expect(await errorOf(page.getByRole('group', { name: 'Date of birth' }))).toContain('today or in the past');
  await fillDate('1', '2', '1995');
  await fill('Social Security number', '123-45-6789');
  await next();
  await sees('Your contact details and job');
});

test('if the clock moves forward and the server is unreachable, the page asks the person', async ({
  applicant,
}) => {
  const { page, sees, press } = applicant;
  await typeNameWithClock(applicant, toro);
  await page.route('**/apply/heartbeat', (route) => route.abort('connectionreset'));
  await setClock(applicant, hour);
  await inactivityWarning(applicant).waitFor();
  await press('Keep going');
  await inactivityWarning(applicant).waitFor({ state: 'detached' });
  await sees('About your business');
});

test('a laptop that slept too long clears everything when it wakes, although the page’s clock had stopped', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  await typeNameWithClock(applicant, toro);
  // The laptop sleeps for longer than the page's idle timeout, but not for as long as the server's.
  const slept = 700_000;
  server.advance(slept);
  await setClock(applicant, slept);
  await sees('We ended your session to protect you');
  expect(await page.content()).not.toContain('Quiet Lawns');
});
