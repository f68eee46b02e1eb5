import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureOf, networkFailure } from './api-client.ts';
import { createPatience } from './patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call that fails once, and whether it was made again. */
function failingOnce(failure: typeof networkFailure) {
  const ok = { ok: true, status: 200, body: 'there' } as const;
  const responses = [failure, ok];
  const patience = createPatience(() => {});
  const response = patience.sendUntilClear(() => Promise.resolve(responses.shift() ?? ok), {
    isUnclear: () => true,
  });
  return { patience, response, isMadeAgain: () => responses.length === 0 };
}

test('a call without a response is made again as soon as the network is back', async () => {
  const { patience, response, isMadeAgain } = failingOnce(networkFailure);
  await vi.advanceTimersByTimeAsync(100);
  expect(isMadeAgain()).toBe(false);
  patience.hurry();
  expect(await response).toMatchObject({ body: 'there' });
});

test('a server that says how long to wait is not asked sooner, whoever is back', async () => {
  const { patience, response, isMadeAgain } = failingOnce(failureOf(503, '', '20'));
  await vi.advanceTimersByTimeAsync(100);
  patience.hurry();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(isMadeAgain()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await response).toMatchObject({ body: 'there' });
});
