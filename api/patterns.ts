/**
 * Regular expressions for the OpenAPI document. Between digits, they allow punctuation and spaces, because parsing drops
 * separators (D2). They use neither `\d` nor look-ahead, because regex engines differ in these.
 */
import { states } from '../form/lists/states.ts';

/** Matches an ASCII digit, or a full-width digit, which some phone keyboards type. */
const digit = '[0-9０-９]';
const sign = '[^0-9０-９A-Za-z_]*';

const run = (count: number) => `(?:${digit}${sign}){${count}}`;

/** Returns a pattern that matches exactly this many digits. */
export function digitsPattern(count: number): string {
  return `^${sign}${run(count)}$`;
}

/** Returns a pattern that matches a ZIP code with this many digits, or a ZIP+4. Parsing drops the last four digits of a ZIP+4. */
export function zipPattern(count: number): string {
  return `^${sign}${run(count)}(?:${run(4)})?$`;
}

/** Returns a pattern that matches this many digits, with or without the country code 1 before them (D9). */
export function phonePattern(count: number): string {
  return `^${sign}(?:[1１]${sign})?${run(count)}$`;
}

const inBothCases = (letters: string) => `[${letters}${letters.toLowerCase()}]`;

/** Returns a pattern that matches the two letters of any state, in uppercase or lowercase. */
export function statePattern(): string {
  const byFirst = Map.groupBy(states, ({ code }) => code.charAt(0));
  const pairs = [...byFirst].map(([first, those]) => {
    const seconds = those.map(({ code }) => code.charAt(1)).join('');
    return inBothCases(first) + inBothCases(seconds);
  });
  return `^(?:${pairs.join('|')})$`;
}
