import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Failure } from './api-client.ts';
import { failureOf, networkFailure } from './api-client.ts';
import { createRetries } from './retries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Makes a call that fails once. Returns its response and a function that returns whether the call was repeated. */
function failingOnce(failure: typeof networkFailure) {
  const ok = { ok: true, body: 'there' } as const;
  const responses = [failure, ok];
  const retries = createRetries(() => {});
  const response = retries.sendUntilAnswered(() => Promise.resolve(responses.shift() ?? ok), {
    isUnclear: () => true,
  });
  return { retries, response, isMadeAgain: () => responses.length === 0 };
}

test('a call without a response is repeated as soon as the network is back', async () => {
  const { retries, response, isMadeAgain } = failingOnce(networkFailure);
  await vi.advanceTimersByTimeAsync(100);
  expect(isMadeAgain()).toBe(false);
  retries.hurry();
  expect(await response).toMatchObject({ body: 'there' });
});

test('Retry-After is obeyed even when the network or the person is back', async () => {
  const { retries, response, isMadeAgain } = failingOnce(failureOf(503, '', '20'));
  await vi.advanceTimersByTimeAsync(100);
  retries.hurry();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(isMadeAgain()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await response).toMatchObject({ body: 'there' });
});

test('only a call without a response counts as waiting for the network', async () => {
  const waiting: boolean[] = [];
  const responses: Failure[] = [networkFailure, failureOf(503, '', null), networkFailure];
  const ok = { ok: true, body: 'there' } as const;
  const { sendUntilAnswered } = createRetries((isWaiting) => waiting.push(isWaiting));
  const send = () => Promise.resolve(responses.shift() ?? ok);
  const response = sendUntilAnswered(send, { isUnclear: () => true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await response).toMatchObject({ body: 'there' });
  expect(waiting).toEqual([true, false, true, false]);
});

test('the page waits for the network while one of two calls does', async () => {
  const waiting: boolean[] = [];
  const retries = createRetries((isWaiting) => waiting.push(isWaiting));
  const ok = { ok: true, body: 'there' } as const;
  void retries.sendUntilAnswered(() => Promise.resolve(networkFailure));
  await retries.sendUntilAnswered(() => Promise.resolve(ok));
  expect(waiting.at(-1)).toBe(true);
});

test('a call that is no longer wanted after a pause is not repeated, and nothing waits', async () => {
  const waiting: boolean[] = [];
  const send = vi.fn(() => Promise.resolve(networkFailure));
  let isWanted = true;
  const response = createRetries((isWaiting) => waiting.push(isWaiting)).sendUntilAnswered(send, {
    isWanted: () => isWanted,
  });
  await vi.advanceTimersByTimeAsync(0);
  isWanted = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await response).toBe(networkFailure);
  expect(send).toHaveBeenCalledOnce();
  expect(waiting).toEqual([true, false]);
});
