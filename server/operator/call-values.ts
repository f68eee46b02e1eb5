/** Reads and checks the values of a command line. If a value is malformed, throws WrongUsage with the name of its option. */
import type { Program } from '../programs/programs.ts';
import { type OperatorCall, type OperatorOption, OperatorProblem, type OperatorStore } from './command.ts';

/** Thrown for a malformed or missing value, with exit code 64. */
export class WrongUsage extends OperatorProblem {}

export const reasonOption = { value: 'TEXT', about: 'Why, for the audit trail' } as const;

export const programOption = { value: 'KEY', about: 'Program by its domainKey' } as const;

export const storeOption = { value: 'DIGITS', about: 'Store, 8 digits' } as const;

/** The options of every command that lists rows in pages. */
export const pageOptions = {
  limit: { value: 'COUNT', about: 'Longest list, 1 to 1000 lines; 50 by default' },
  after: { value: 'ID', about: 'Continue after this id, the last of the list before' },
} as const satisfies Record<string, OperatorOption>;

/** Returns the first positional value, or an empty text if there is none. */
export function positionalOf({ positionals }: OperatorCall): string {
  return positionals[0] ?? '';
}

export function textOf({ options }: OperatorCall, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

export function flagOf({ options }: OperatorCall, name: string): boolean {
  return options[name] === true;
}

/** Returns the reason for the audit trail, or undefined if the operator gave none. @throws WrongUsage if it is malformed */
export function reasonOf(call: OperatorCall): string | undefined {
  const reason = textOf(call, 'reason');
  if (reason === undefined) return undefined;
  if (!/^[^\p{C}]{3,200}$/u.test(reason))
    throw new WrongUsage('--reason must be 3 to 200 characters on one line.');
  return reason;
}

/** Returns the reason that a command requires. @throws WrongUsage if the reason is missing or malformed */
export function requiredReasonOf(call: OperatorCall): string {
  return requiredOf(reasonOf(call), 'reason');
}

export function wholeNumberOf(
  call: OperatorCall,
  name: string,
  range: { readonly from: number; readonly to: number; readonly otherwise: number },
): number {
  const text = textOf(call, name);
  if (text === undefined) return range.otherwise;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.from && value <= range.to) return value;
  throw new WrongUsage(`--${name} must be a whole number from ${range.from} to ${range.to}.`);
}

/** Returns one page of a list, and `next`: the id after which the next page begins, or null if there are no more rows. */
export async function pageOf<Row extends { readonly id: string }>(
  call: OperatorCall,
  read: (limit: number) => Promise<readonly Row[]>,
) {
  const limit = wholeNumberOf(call, 'limit', { from: 1, to: 1000, otherwise: 50 });
  const rows = await read(limit + 1);
  const page = rows.slice(0, limit);
  return { page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Returns midnight UTC at the beginning or the end of the day in an option, or undefined if the option is missing. */
export function dayOf(call: OperatorCall, name: string, which: 'begins' | 'is over'): Date | undefined {
  const text = textOf(call, name);
  if (text === undefined) return undefined;
  const day = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00.000Z` : Number.NaN);
  // JavaScript turns April 31 into May 1, so the date must be compared with the text.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw new WrongUsage(`--${name} must be a date such as 2026-03-01.`);
  if (which === 'is over') day.setUTCDate(day.getUTCDate() + 1);
  return day;
}

export function oneOf<const Choice extends string>(
  call: OperatorCall,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = textOf(call, name);
  const found = choices.find((choice) => choice === text);
  if (text === undefined || found !== undefined) return found;
  throw new WrongUsage(`--${name} must be one of ${choices.join(', ')}.`);
}

export function storeOf(call: OperatorCall): string | undefined {
  const store = textOf(call, 'store');
  if (store === undefined || /^\d{8}$/.test(store)) return store;
  throw new WrongUsage('--store must be 8 digits.');
}

/** Returns the program whose domainKey is in `--program`, or undefined without this option. @throws OperatorProblem if unknown */
export function programOf({ programs }: OperatorStore, call: OperatorCall): Program | undefined {
  const name = textOf(call, 'program');
  if (name === undefined) return undefined;
  const known = programs.all.map(({ domainKey }) => domainKey).join(', ');
  return orNotFound(
    programs.all.find(({ domainKey }) => domainKey === name),
    `There is no program "${name}". Known are: ${known}.`,
  );
}

/** Returns the result of a search. @throws OperatorProblem with exit code 2 if the result is undefined (nothing was found) */
export function orNotFound<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new OperatorProblem(message, 2);
  return value;
}

/** Returns a required value. @throws WrongUsage if the value is missing */
export function requiredOf<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new WrongUsage(`--${name} is missing.`);
  return value;
}
