/**
 * Patterns of numbers as people write them, for the OpenAPI document: anything but letters may stand between the digits, because
 * parsing drops it (D2). They use only syntax that every engine reads alike, so no `\d` and no look-ahead.
 */
import { states } from '../form/lists/states.ts';

/** A plain digit, or a full-width one, which some phone keyboards type. */
const digit = '[0-9０-９]';
const sign = '[^0-9０-９A-Za-z_]*';

const run = (count: number) => `(?:${digit}${sign}){${count}}`;

/** Returns the pattern of exactly this many digits. */
export function digitsPattern(count: number): string {
  return `^${sign}${run(count)}$`;
}

/** Returns the pattern of a ZIP code with this many digits, or of a ZIP+4, whose last four are dropped. */
export function zipPattern(count: number): string {
  return `^${sign}${run(count)}(?:${run(4)})?$`;
}

/** Returns the pattern of this many digits, with or without the country code 1 before them (D9). */
export function phonePattern(count: number): string {
  return `^${sign}(?:[1１]${sign})?${run(count)}$`;
}

const inBothCases = (letters: string) => `[${letters}${letters.toLowerCase()}]`;

/** Returns the pattern of any state's two letters, in either case. */
export function statePattern(): string {
  const byFirst = Map.groupBy(states, ({ code }) => code.charAt(0));
  const pairs = [...byFirst].map(([first, those]) => {
    const seconds = those.map(({ code }) => code.charAt(1)).join('');
    return inBothCases(first) + inBothCases(seconds);
  });
  return `^(?:${pairs.join('|')})$`;
}
