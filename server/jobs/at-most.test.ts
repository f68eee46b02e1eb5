import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

const never = new AbortController().signal;

test('a limited number of calls run at once, the others in order, even after a failure', async () => {
  const inTurn = atMost(2);
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const begun: number[] = [];
  const done = ends.map(({ promise }, at) =>
    inTurn(async () => {
      begun.push(at);
      return promise;
    }, never),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('failed'));
  await expect(done[1]).rejects.toThrow('failed');
  ends[2]?.resolve(2);
  expect(await done[2]).toBe(2);
  ends[0]?.resolve(0);
  ends[3]?.resolve(3);
  await Promise.all([done[0], done[3]]);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(await inTurn(async () => 5, never)).toBe(5);
});

test('work whose caller has aborted is not started', async () => {
  const inTurn = atMost(1);
  const first = Promise.withResolvers<void>();
  const stop = new AbortController();
  const running = inTurn(() => first.promise, never);
  const given = inTurn(async () => expect.unreachable(), stop.signal);
  stop.abort();
  first.resolve();
  await running;
  await expect(given).rejects.toThrow('aborted');
});
