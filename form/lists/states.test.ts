import { expect, test } from 'vitest';
import { isStateCode, states } from './states.ts';

test('there are the 50 states and DC, each once, sorted by name', () => {
  expect(new Set(states.map((state) => state.code)).size).toBe(51);
  expect(states).toHaveLength(51);
  const names = states.map((state) => state.name);
  expect(names).toEqual(names.toSorted());
});

test('every state has a code of two capital letters, and a name', () => {
  expect(states.filter(({ code, name }) => !/^[A-Z]{2}$/.test(code) || !/^[A-Z]/.test(name))).toEqual([]);
});

test('every code is a state', () => {
  expect(states.every((state) => isStateCode(state.code))).toBe(true);
});

test.each(['PR', 'GU', 'VI', 'AE', 'AP', 'ON', 'XX', 'tx', 'Texas', '', 'toString'])(
  '%j is no state',
  (value) => {
    expect(isStateCode(value)).toBe(false);
  },
);
