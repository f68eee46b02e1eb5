/**
 * Patterns of numbers as people write them, for the OpenAPI document: with anything between the digits that is no letter, as
 * parsing drops it (D2). Only syntax that every engine reads alike, so no `\d` and no look-ahead.
 */
import { states } from '../form/lists/states.ts';

/** A plain digit, or a full-width one as some phone keyboards give. */
const digit = '[0-9０-９]';
const sign = '[^0-9０-９A-Za-z_]*';

const run = (count: number) => `(?:${digit}${sign}){${count}}`;

/** So many digits. */
export function digitsPattern(count: number): string {
  return `^${sign}${run(count)}$`;
}

/** A ZIP code of so many digits, or a ZIP+4, whose last four are dropped. */
export function zipPattern(count: number): string {
  return `^${sign}${run(count)}(?:${run(4)})?$`;
}

/** So many digits, with the country's 1 before them or not (D9). */
export function phonePattern(count: number): string {
  return `^${sign}(?:[1１]${sign})?${run(count)}$`;
}

const inBothCases = (letters: string) => `[${letters}${letters.toLowerCase()}]`;

/** The two letters of any state, small or capital. */
export function statePattern(): string {
  const byFirst = Map.groupBy(states, ({ code }) => code.charAt(0));
  const pairs = [...byFirst].map(([first, those]) => {
    const seconds = those.map(({ code }) => code.charAt(1)).join('');
    return inBothCases(first) + inBothCases(seconds);
  });
  return `^(?:${pairs.join('|')})$`;
}
