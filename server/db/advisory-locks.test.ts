import { expect, test } from 'vitest';
import { advisoryLocks } from './advisory-locks.ts';

// Regression: an index build held up every transaction that stores a new key, because both used the same lock.
test('each purpose has a lock of its own', () => {
  const keys = Object.values(advisoryLocks);
  expect(new Set(keys).size).toBe(keys.length);
});
