import { expect, test } from 'vitest';
import { maskedEmail } from './finish.ts';

test.each([
  ['dana@greenacre.example', 'd•••@greenacre.example'],
  ['d@greenacre.example', 'd•••@greenacre.example'],
  ['"a@b"@greenacre.example', '"•••@greenacre.example'],
  ['@greenacre.example', ''],
  ['dana', ''],
  ['', ''],
])('%s is shown as %j', (address, shown) => {
  expect(maskedEmail(address)).toBe(shown);
});
