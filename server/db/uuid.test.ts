import { expect, test } from 'vitest';
import { uuidSource, uuidv7, uuidv7After } from './uuid.ts';

test('an id is a UUID of version 7 and carries its time', () => {
  const id = uuidv7(new Date('2022-02-22T19:22:22.000Z'));
  expect(id).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('ids sort in the order in which they were made, even thousands in one millisecond', () => {
  const instant = new Date('2026-03-01T00:00:00.000Z');
  const ids = Array.from({ length: 10_000 }, () => uuidv7(instant));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids keep their order when the clock steps back a little', () => {
  const before = uuidv7(new Date('2026-03-02T00:00:00.500Z'));
  const after = uuidv7(new Date('2026-03-02T00:00:00.100Z'));
  expect(after > before).toBe(true);
});

test('an id made after another one sorts after it, even across nodes and after the clock moved backwards', () => {
  const now = new Date('2026-03-03T00:00:00.500Z');
  const older = uuidSource()(now);
  for (const millis of [1, 0, -300, -20_000, -86_400_000])
    expect(uuidv7After(older, new Date(now.getTime() + millis)) > older).toBe(true);
  expect(uuidv7After(undefined, now)).toMatch(/^019cb/);
});
