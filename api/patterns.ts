/**
 * Patterns for the OpenAPI document, mainly of numbers as people write them. Any signs except letters may be between the digits,
 * because parsing drops such signs (D2). The patterns use only syntax that all regex engines read alike, so no `\d` or
 * look-ahead.
 */
import { states } from '../form/lists/states.ts';

/** Matches an ASCII digit, or a full-width digit, which some phone keyboards type. */
const digit = '[0-9０-９]';
const sign = '[^0-9０-９A-Za-z_]*';

const run = (count: number) => `(?:${digit}${sign}){${count}}`;

/** Returns the pattern of exactly this many digits. */
export function digitsPattern(count: number): string {
  return `^${sign}${run(count)}$`;
}

/** Returns the pattern of a ZIP code with this many digits, or of a ZIP+4, whose last four digits are dropped. */
export function zipPattern(count: number): string {
  return `^${sign}${run(count)}(?:${run(4)})?$`;
}

/** Returns the pattern of this many digits, with or without the country code 1 before them (D9). */
export function phonePattern(count: number): string {
  return `^${sign}(?:[1１]${sign})?${run(count)}$`;
}

const inBothCases = (letters: string) => `[${letters}${letters.toLowerCase()}]`;

/** Returns the pattern of the two letters of any state, in upper or lower case. */
export function statePattern(): string {
  const byFirst = Map.groupBy(states, ({ code }) => code.charAt(0));
  const pairs = [...byFirst].map(([first, those]) => {
    const seconds = those.map(({ code }) => code.charAt(1)).join('');
    return inBothCases(first) + inBothCases(seconds);
  });
  return `^(?:${pairs.join('|')})$`;
}
