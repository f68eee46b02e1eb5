/**
 * Tests that the page uses the server's time even if the device's clock is wrong, if this clock changes while the page is open,
 * or if the page sleeps (D5, D24).
 */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { setClock, takeClock } from '../support/browser/device-clock.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin } from '../support/browser/steps.ts';

const { server, testAlone: test } = await setUp({ persistsSession: true });

const hour = 3_600_000;
const warning = ({ page }: Applicant) => page.getByRole('alertdialog', { name: 'Are you still there?' });

async function typeName(applicant: Applicant): Promise<void> {
  await takeClock(applicant);
  await begin(applicant, server.at('toro'));
  await applicant.pick('Limited liability company (LLC)');
  await applicant.fill('Legal business name', 'Quiet Lawns');
}

test('if the clock moves an hour forward while a person types, the page asks the server and ends nothing', async ({
  applicant,
}) => {
  const { page, fill, next, sees } = applicant;
  await typeName(applicant);
  const asked = page.waitForResponse('**/apply/heartbeat');
  await setClock(applicant, hour);
  expect((await asked).status()).toBe(204);
  await fill('Business email', 'office@lawns.example');
  await next();
  await sees('Tax ID and industry');
  expect(await warning(applicant).count()).toBe(0);
});
