import { expect, test } from 'vitest';
import { headerValues } from './raw-headers.ts';

test('gives every value of a header in order, whatever its case, and never takes a value for a name', () => {
  const raw = ['Host', 'a', 'X-Trap', 'host', 'HOST', 'b', 'Accept', '*/*'];
  expect(headerValues(raw, 'host')).toEqual(['a', 'b']);
  expect(headerValues(raw, 'origin')).toEqual([]);
});
