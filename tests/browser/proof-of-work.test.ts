/**
 * Tests that the page does the proof of work without showing it. The server requires it after many starts from the same network
 * (D47).
 */
import { expect } from 'vitest';
import { networkForLimits } from '../../server/net/client-address.ts';
import { requireWork } from '../../server/sessions/proof-of-work.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ env: { LIMITS_FACTOR: '0.2' }, moment: new Date() });

/** Makes the server count 59 more session starts from this network, so that the next start needs a proof of work. */
async function othersStart(): Promise<void> {
  const start = { domainKey: 'toro', network: networkForLimits('127.0.0.1'), solution: undefined };
  for (let at = 1; at < 60; at += 1) await requireWork(server.services, start);
}

test('the page does the requested proof of work invisibly, and loads its code only then', async ({
  applicant: { page, sees },
}) => {
  const calls: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/apply\/start|solve/.test(pathname))
      calls.push(`${response.status()} ${pathname.replace(/(solve-challenge)-.*/, '$1')}`);
  });
  const start = async () => {
    await page.goto(server.at('toro'));
    await page.getByRole('button', { name: 'Swipe or tap to get started' }).press('Enter');
    await sees('How we share your information');
    return calls.splice(0);
  };
  expect(await start()).toEqual(['200 /api/v1/apply/start']);
  await othersStart();
  expect(await start()).toEqual([
    '429 /api/v1/apply/start',
    '200 /assets/solve-challenge',
    '200 /api/v1/apply/start',
  ]);
});
