import { expect, test } from 'vitest';
import { rateLimited } from './errors.ts';

test('the error for a rate limit names the seconds to wait, in the singular or plural', () => {
  expect(rateLimited(1)).toMatchObject({
    code: 'rate_limited',
    retryAfter: 1,
    message: 'Too many requests. Try again in 1 second.',
  });
  expect(rateLimited(30).message).toBe('Too many requests. Try again in 30 seconds.');
});
