import { expect, test } from 'vitest';
import { bodyPatience, checkMillis } from './slow-bodies.ts';

const seconds = (bytes: number) => bodyPatience(bytes) / 1_000;

test('a trickle is given up within 15 seconds', () => {
  expect(seconds(15) + checkMillis / 1_000).toBeLessThan(15.1);
});

test('a photo of 4 MB may come over a slow mobile network, at 64 kbit/s', () => {
  const bytes = 4 * 1_048_576;
  expect(seconds(bytes)).toBeGreaterThan((bytes * 8) / 64_000);
});
