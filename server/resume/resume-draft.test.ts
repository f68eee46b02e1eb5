import { expect, test } from 'vitest';
import { repeatHashOf } from './resume-draft.ts';

test('a repeated call that resumes a draft is recognized by its secret and its Idempotency-Key together', () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(repeatHashOf(one, undefined)).toBeNull();
  const hash = repeatHashOf(one, 'key');
  expect(hash).toHaveLength(32);
  expect(repeatHashOf(one, 'key')).toEqual(hash);
  expect(repeatHashOf(one, 'another key')).not.toEqual(hash);
  expect(repeatHashOf(other, 'key')).not.toEqual(hash);
});
