import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namesTwice } from './json-keys.ts';

test.each([
  ['{"a":1,"a":1}'],
  ['{"a":1,"b":{},"a":2}'],
  ['{"b":[{"a":1,"a":2}]}'],
  ['{"a":{"x":1},"a":{"x":1}}'],
  ['{"a":1,"\\u0061":2}'],
  ['{"":1,"":2}'],
  ['{"__proto__":1,"__proto__":2}'],
  ['{"\\"":1 , "\\u0022" : 2}'],
])('%s names a member twice', (json) => {
  expect(namesTwice(json)).toBe(true);
});

test.each([
  ['{"a":"a","b":"a"}'],
  ['[{"a":1},{"a":2}]'],
  ['{"a":{"a":{"a":1}}}'],
  ['{"a":["a","a"],"b":"\\"a\\":1,\\"a\\":2"}'],
  ['"a"'],
  ['{}'],
])('%s does not', (json) => {
  expect(namesTwice(json)).toBe(false);
});

test('JSON made from an object never names a member twice, whatever its keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indent) => {
      expect(namesTwice(JSON.stringify(value, null, indent))).toBe(false);
    }),
  );
});
