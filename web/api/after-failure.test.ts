import { describe, expect, test, vi } from 'vitest';
import { afterFailure } from './after-failure.ts';
import type { Failure } from './api-client.ts';
import { failureOf, networkFailure } from './api-client.ts';

const failure = (status: number, retryAfter: string | null = null): Failure =>
  failureOf(status, '', retryAfter);
const first = { failedBefore: 0, isTold: false, isAwaited: false };
const noJitter = () => 0;

describe('an error response', () => {
  const problem = { code: 'conflict', errors: [{ field: 'x', rule: 'y', message: 'z' }] };
  test('of the server has its code and errors', () => {
    expect(failureOf(409, JSON.stringify(problem), null)).toMatchObject({ status: 409, ...problem });
  });

  test.each([
    '',
    '<h1>Bad Gateway</h1>',
    'null',
    '"unavailable"',
    '502',
    '[]',
    '{"message":"Endpoint request timed out"}',
    '{"code":502,"errors":null}',
    '{"success":false,"errors":[{"code":1000,"message":"No origin"}]}',
  ])('of a proxy, %s, counts by its status', (text) => {
    const unknown = { ok: false, errors: [], retryAfter: null };
    expect(failureOf(502, text, null)).toEqual({ ...unknown, status: 502, code: 'network' });
    expect(failureOf(403, text, null)).toEqual({ ...unknown, status: 403, code: 'internal_error' });
  });
});

describe('what follows a failed save', () => {
  test.each([400, 401, 403, 404, 409, 412, 413, 415, 422])('%i is final', (status) => {
    expect(afterFailure(failure(status), first, noJitter)).toBeUndefined();
  });

  test.each([408, 429, 500, 501, 502, 503, 504])('%i is sent again', (status) => {
    expect(afterFailure(failure(status), first, noJitter)).toMatchObject({ state: 'failing' });
  });

  test('a call without a response is sent again, and so is a refusal with Retry-After', () => {
    expect(afterFailure(networkFailure, first, noJitter)).toMatchObject({ state: 'offline' });
    expect(afterFailure(failure(409, '1'), first, noJitter)).toMatchObject({ state: 'failing' });
  });

  test('pauses double up to 15 seconds, with jitter of up to half', () => {
    const pauses = (random: () => number) =>
      [0, 1, 2, 3, 4, 40].map(
        (failedBefore) => afterFailure(failure(500), { ...first, failedBefore }, random)?.pause,
      );
    expect(pauses(noJitter)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(pauses(() => 1)).toEqual([500, 1_000, 2_000, 4_000, 7_500, 7_500]);
  });

  test.each([
    ['7', 7_000],
    [new Date(Date.UTC(2026, 0, 1, 0, 0, 9)).toUTCString(), 9_000],
    ['0', 1_000],
    ['soon', 1_000],
    ['Thu, 01 Jan 2020 00:00:00 GMT', 1_000],
    ['86400', 300_000],
  ])(
    'Retry-After: %s is obeyed up to five minutes, and the pause cannot be shortened',
    (retryAfter, pause) => {
      vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
      expect(afterFailure(failure(503, retryAfter), first, noJitter)).toMatchObject({
        pause,
        mayHurry: false,
      });
      vi.useRealTimers();
    },
  );

  test.each([
    ['an error shows an alert at once', failure(500), first, true],
    ['an error shows only one alert', failure(500), { ...first, failedBefore: 1, isTold: true }, false],
    ['an unreachable server shows no alert', failure(503), { ...first, failedBefore: 9 }, false],
    ['nor at first while the person waits', failure(503), { ...first, isAwaited: true }, false],
    ['but after some attempts it does', failure(503), { ...first, failedBefore: 2, isAwaited: true }, true],
    ['a lost network shows no alert', networkFailure, { ...first, failedBefore: 9, isAwaited: true }, false],
    [
      'a long Retry-After shows an alert while the person waits',
      failure(429, '60'),
      { ...first, isAwaited: true },
      true,
    ],
  ])('%s', (_, failed, attempts, tell) => {
    expect(afterFailure(failed, attempts, noJitter)).toMatchObject({ tell });
  });
});
