import { afterEach, expect, test, vi } from 'vitest';
import { eventLoopYielder } from './event-loop.ts';
import { least, lookahead, takeIf } from './lookahead.ts';

async function* inTurn<Item>(...items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

afterEach(() => vi.useRealTimers());

test('a source shows its next item, and returns it only if it is accepted', async () => {
  const source = await lookahead(inTurn(1, 2));
  expect(source.next).toBe(1);
  expect(await takeIf(source, (next) => next === 2)).toBeUndefined();
  expect(source.next).toBe(1);
  expect(await takeIf(source, (next) => next === 1)).toBe(1);
  expect(source.next).toBe(2);
  await source.advance();
  expect(source.next).toBeUndefined();
  expect(await takeIf(source, () => true)).toBeUndefined();
  expect((await lookahead(inTurn())).next).toBeUndefined();
});

test.each([
  [['b', 'a', 'c'], 'a'],
  [['a', undefined, 'b'], 'a'],
  [[undefined, undefined, 'b'], 'b'],
  [['b', undefined, undefined], 'b'],
  [['a', 'a'], 'a'],
  [[undefined, undefined], undefined],
])('the smallest id of %j is %s', (ids, id) => {
  expect(least(ids)).toBe(id);
});

test('other work runs after ten milliseconds of work', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const breathe = eventLoopYielder();
  vi.advanceTimersByTime(9);
  expect(breathe()).toBeUndefined();
  vi.advanceTimersByTime(1);
  const breath = breathe();
  expect(breath).toBeInstanceOf(Promise);
  await breath;
  expect(breathe()).toBeUndefined();
});
