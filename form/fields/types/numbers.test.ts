import { describe, expect, test } from 'vitest';
import { unreadable } from './kind.ts';
import { count, dollars, hundredths, money, percent, percentText } from './numbers.ts';

describe('a count or an amount as typed (D2)', () => {
  test.each([
    ['0', 0],
    ['007', 7],
    ['1250000', 1_250_000],
    ['1,250,000', 1_250_000],
    ['$1,250,000.00', 1_250_000],
    ['$ 1 250 000.0', 1_250_000],
    ['１２', 12],
    ['', null],
    ['  ', null],
    ['1,2,3', unreadable],
    ['1,250,00', unreadable],
    ['1250,000', unreadable],
    [',250', unreadable],
    ['12.', unreadable],
    ['12.50', unreadable],
    ['12.000', unreadable],
    ['-3', unreadable],
    ['+3', unreadable],
    ['1e3', unreadable],
    ['0x10', unreadable],
    ['1.5 years', unreadable],
    ['10-20 employees', unreadable],
    ['٣', unreadable],
    ['NaN', unreadable],
    ['Infinity', unreadable],
  ])('%j is %j', (typed, answer) => {
    expect(money.fromText(typed, [])).toBe(answer);
    expect(count.fromText(typed, [])).toBe(answer);
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
    ['5', unreadable],
    ['', unreadable],
    [5.5, unreadable],
    [-1, unreadable],
    [Number.NaN, unreadable],
    [Number.POSITIVE_INFINITY, unreadable],
    [true, unreadable],
    [[5], unreadable],
    [undefined, unreadable],
  ])('%j is %j', (json, answer) => {
    expect(count.fromWire(json, [])).toBe(answer);
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
    ['', null],
    ['33.333', unreadable],
    ['33,33', unreadable],
    ['-1', unreadable],
    ['.', unreadable],
    ['%', unreadable],
    ['1/3', unreadable],
  ])('%j is %j', (typed, answer) => {
    expect(percent.fromText(typed, [])).toBe(answer);
  });
});

describe('a share on the wire', () => {
  test.each([
    [33.33, 33.33],
    [0.29, 0.29],
    [100, 100],
    [-0, 0],
    [33.333, unreadable],
    [33.330000001, unreadable],
    [-0.01, unreadable],
    ['33.33', unreadable],
    [Number.NaN, unreadable],
    [null, null],
  ])('%j is %j', (json, answer) => {
    expect(percent.fromWire(json, [])).toBe(answer);
  });

  test('takes every share of two decimals, and sums in hundredths without loss', () => {
    for (let share = 0; share <= 100_00; share += 1) {
      expect(percent.fromWire(share / 100, [])).toBe(share / 100);
      expect(hundredths(share / 100)).toBe(share);
    }
  });
});

test('are shown with commas, without decimals that say nothing (spec section 9)', () => {
  expect(count.toText(1_234_567)).toBe('1,234,567');
  expect(money.toText(0)).toBe('0');
  expect(percent.toText(33.3)).toBe('33.3');
  expect(percentText(60_00)).toBe('60');
  expect(percentText(1)).toBe('0.01');
  expect(dollars(1_250_000)).toBe('$1,250,000');
});
