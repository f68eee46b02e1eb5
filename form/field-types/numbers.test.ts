import { describe, expect, test } from 'vitest';
import { unparsable } from './field-type.ts';
import { count, dollars, hundredths, percent, percentText } from './numbers.ts';

describe('a count or an amount as typed (D2)', () => {
  test.each([
    ['0', 0],
    ['007', 7],
    ['1250000', 1_250_000],
    ['1,250,000', 1_250_000],
    ['$1,250,000.00', 1_250_000],
    ['$ 1 250 000.0', 1_250_000],
    ['１２', 12],
    ['＄１，２５０，０００．００', 1_250_000],
    ['', null],
    ['  ', null],
    ['1,2,3', unparsable],
    ['1,250,00', unparsable],
    ['1250,000', unparsable],
    [',250', unparsable],
    ['12.', unparsable],
    ['12.50', unparsable],
    ['12.000', unparsable],
    ['-3', unparsable],
    ['\u22123', unparsable],
    ['－３', unparsable],
    ['12³', unparsable],
    ['12½', unparsable],
    ['+3', unparsable],
    ['1e3', unparsable],
    ['0x10', unparsable],
    ['1.5 years', unparsable],
    ['10-20 employees', unparsable],
    ['٣', unparsable],
    ['NaN', unparsable],
    ['Infinity', unparsable],
  ])('%j is %j', (typed, answer) => {
    expect(count.parseText(typed, [])).toBe(answer);
  });
});

describe('a count or an amount on the wire: JSON integers only (D2, D46)', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [5, 5],
    [5.0, 5],
    [1e21, 1e21],
    [null, null],
    ['5', unparsable],
    ['', unparsable],
    [5.5, unparsable],
    [-1, unparsable],
    [Number.NaN, unparsable],
    [Number.POSITIVE_INFINITY, unparsable],
    [true, unparsable],
    [[5], unparsable],
    [undefined, unparsable],
  ])('%j is %j', (json, answer) => {
    expect(count.parseJson(json, [])).toBe(answer);
  });
});

describe('a share as typed (D6)', () => {
  test.each([
    ['33.33', 33.33],
    ['33.3', 33.3],
    ['40 %', 40],
    ['.5', 0.5],
    ['100.01', 100.01],
    ['０.５', 0.5],
    ['３３．３３％', 33.33],
    ['33½', unparsable],
    ['', null],
    ['33.333', unparsable],
    ['33,33', unparsable],
    ['-1', unparsable],
    ['.', unparsable],
    ['%', unparsable],
    ['1/3', unparsable],
  ])('%j is %j', (typed, answer) => {
    expect(percent.parseText(typed, [])).toBe(answer);
  });
});

describe('a share on the wire', () => {
  test.each([
    [33.33, 33.33],
    [0.29, 0.29],
    [100, 100],
    [-0, 0],
    [33.333, unparsable],
    [33.330000001, unparsable],
    [-0.01, unparsable],
    ['33.33', unparsable],
    [Number.NaN, unparsable],
    [null, null],
  ])('%j is %j', (json, answer) => {
    expect(percent.parseJson(json, [])).toBe(answer);
  });

  test('accepts every share with two decimals, and adds them in hundredths without loss', () => {
    for (let share = 0; share <= 100_00; share += 1) {
      expect(percent.parseJson(share / 100, [])).toBe(share / 100);
      expect(hundredths(share / 100)).toBe(share);
    }
  });
});

test('numbers are shown with commas, without trailing zeros (spec section 9)', () => {
  expect(count.format(1_234_567)).toBe('1,234,567');
  expect(percent.format(33.3)).toBe('33.3');
  expect(percentText(60_00)).toBe('60');
  expect(percentText(1)).toBe('0.01');
  expect(dollars(1_250_000)).toBe('$1,250,000');
});
