import { describe, expect, test } from 'vitest';
import { choice, consent, id, yesNo } from './choices.ts';
import { unreadable } from './kind.ts';

test.each([
  ['yes', true],
  ['no', false],
  ['', null],
  ['Yes', unreadable],
  ['true', unreadable],
])('yes or no: %j is %j', (given, answer) => {
  expect(yesNo.fromText(given, [])).toBe(answer);
  expect(consent.fromText(given, [])).toBe(answer);
});

test.each([
  [true, true],
  [false, false],
  [null, null],
  ['yes', unreadable],
  ['', unreadable],
  [1, unreadable],
  [0, unreadable],
])('yes or no on the wire: %j is %j', (json, answer) => {
  expect(yesNo.fromWire(json, [])).toBe(answer);
});

describe('one of a list', () => {
  const options = ['rent', 'own', 'other'];

  test.each([
    ['rent', 'rent'],
    ['', null],
    [null, null],
    ['Rent', unreadable],
    [' rent', unreadable],
    ['toString', unreadable],
    ['__proto__', unreadable],
    [1, unreadable],
    [['rent'], unreadable],
  ])('%j is %j', (given, answer) => {
    expect(choice.fromWire(given, options)).toBe(answer);
  });
});

test.each([
  ['0197A000-0000-7000-8000-00000000000F', '0197a000-0000-7000-8000-00000000000f'],
  ['0197a000-0000-7000-8000-00000000000', unreadable],
  ['not an id', unreadable],
  [7, unreadable],
  ['', null],
  [null, null],
])('an id: %j is %j', (given, answer) => {
  expect(id.fromWire(given, [])).toBe(answer);
});

test('are shown as they are stored', () => {
  expect(yesNo.toText(true)).toBe('yes');
  expect(yesNo.toText(false)).toBe('no');
  expect(choice.toText('rent')).toBe('rent');
});
