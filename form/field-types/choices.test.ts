import { describe, expect, test } from 'vitest';
import { choice, id, yesNo } from './choices.ts';
import { unparsable } from './field-type.ts';

test.each([
  ['yes', true],
  ['no', false],
  ['', null],
  ['Yes', unparsable],
  ['true', unparsable],
])('yes or no: %j is %j', (given, answer) => {
  expect(yesNo.parseText(given, [])).toBe(answer);
});

test.each([
  [true, true],
  [false, false],
  [null, null],
  ['yes', unparsable],
  ['', unparsable],
  [1, unparsable],
  [0, unparsable],
])('yes or no on the wire: %j is %j', (json, answer) => {
  expect(yesNo.parseJson(json, [])).toBe(answer);
});

describe('one of a list', () => {
  const options = ['rent', 'own', 'other'];

  test.each([
    ['rent', 'rent'],
    ['', null],
    [null, null],
    ['Rent', unparsable],
    [' rent', unparsable],
    ['toString', unparsable],
    ['__proto__', unparsable],
    [1, unparsable],
    [['rent'], unparsable],
  ])('%j is %j', (given, answer) => {
    expect(choice.parseJson(given, options)).toBe(answer);
  });
});

test.each([
  ['0197A000-0000-7000-8000-00000000000F', '0197a000-0000-7000-8000-00000000000f'],
  ['0197a000-0000-7000-8000-00000000000', unparsable],
  ['not an id', unparsable],
  [7, unparsable],
  ['', null],
  [null, null],
])('an id: %j is %j', (given, answer) => {
  expect(id.parseJson(given, [])).toBe(answer);
});

test('choices are shown as they are stored', () => {
  expect(yesNo.format(true)).toBe('yes');
  expect(yesNo.format(false)).toBe('no');
  expect(choice.format('rent')).toBe('rent');
});
