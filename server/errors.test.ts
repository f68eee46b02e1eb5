import { expect, test } from 'vitest';
import { rateLimited } from './errors.ts';

test('a limit names its seconds, one or several', () => {
  expect(rateLimited(1)).toMatchObject({
    code: 'rate_limited',
    retryAfter: 1,
    message: 'Too many requests. Try again in 1 second.',
  });
  expect(rateLimited(30).message).toBe('Too many requests. Try again in 30 seconds.');
});
