import { expect, test } from 'vitest';
import { applicationFields } from '../application.ts';
import { unreadable } from '../kinds/kind.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

test.each([
  ['123456789', true],
  ['012345678', true],
  ['12345678', false],
  ['1234567890', false],
  ['12345678X', false],
  [unreadable, false],
] as const)('taxId: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'taxId' }, answer)).toBe(expected);
});

test.each([
  [' 12-3456789 ', null],
  ['12 3456789', null],
  ['12–3456789', null],
  ['１２３４５６７８９', null],
  ['12-345678', 'Invalid Federal Tax ID'],
  ['12-34567890', 'Invalid Federal Tax ID'],
  ['+12-3456789', 'Invalid Federal Tax ID'],
  ['unknown', 'Invalid Federal Tax ID'],
  ['', 'Required Field'],
])('an EIN typed as %j → %j', (typed, message) => {
  expect(messageFor(applicationFields.taxId, typed)).toBe(message);
});
