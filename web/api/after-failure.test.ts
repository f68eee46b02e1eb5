import { describe, expect, test, vi } from 'vitest';
import { afterFailure } from './after-failure.ts';
import type { Failure } from './api-client.ts';
import { failureOf, networkFailure } from './api-client.ts';

const failure = (status: number, retryAfter: string | null = null): Failure =>
  failureOf(status, '', retryAfter);
const first = { failedBefore: 0, isTold: false, isAwaited: false };
const noCut = () => 0;

describe('what follows a failed save', () => {
  test.each([400, 401, 403, 404, 409, 412, 413, 415, 422])('%i is final', (status) => {
    expect(afterFailure(failure(status), first, noCut)).toBeUndefined();
  });

  test.each([408, 429, 500, 501, 502, 503, 504])('%i is sent again', (status) => {
    expect(afterFailure(failure(status), first, noCut)).toMatchObject({ state: 'failing' });
  });

  test('no response is sent again too, and so is a refusal that says when to try again', () => {
    expect(afterFailure(networkFailure, first, noCut)).toMatchObject({ state: 'offline' });
    expect(afterFailure(failure(409, '1'), first, noCut)).toMatchObject({ state: 'failing' });
  });

  test('pauses double up to 15 seconds, and are shortened at random by up to half', () => {
    const pauses = (random: () => number) =>
      [0, 1, 2, 3, 4, 40].map(
        (failedBefore) => afterFailure(failure(500), { ...first, failedBefore }, random)?.pause,
      );
    expect(pauses(noCut)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(pauses(() => 1)).toEqual([500, 1_000, 2_000, 4_000, 7_500, 7_500]);
  });

  test.each([
    ['7', 7_000],
    [new Date(Date.UTC(2026, 0, 1, 0, 0, 9)).toUTCString(), 9_000],
    ['0', 1_000],
    ['soon', 1_000],
    ['Thu, 01 Jan 2020 00:00:00 GMT', 1_000],
    ['86400', 300_000],
  ])('Retry-After: %s is honoured, within reason, and nothing hurries it', (retryAfter, pause) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    expect(afterFailure(failure(503, retryAfter), first, noCut)).toMatchObject({ pause, mayHurry: false });
    vi.useRealTimers();
  });

  test.each([
    ['a fault is told at once', failure(500), first, true],
    ['and only once', failure(500), { ...first, failedBefore: 1, isTold: true }, false],
    ['a server that is away is not told of', failure(503), { ...first, failedBefore: 9 }, false],
    ['not even to one who waits, at first', failure(503), { ...first, isAwaited: true }, false],
    ['but when it lasts', failure(503), { ...first, failedBefore: 2, isAwaited: true }, true],
    ['no network is not told of', networkFailure, { ...first, failedBefore: 9, isAwaited: true }, false],
    ['or will last', failure(429, '60'), { ...first, isAwaited: true }, true],
  ])('%s', (_, failed, attempts, tell) => {
    expect(afterFailure(failed, attempts, noCut)).toMatchObject({ tell });
  });
});
