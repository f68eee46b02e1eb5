/** Parses and formats calendar dates without a time zone (D5). */
import { type FieldType, type Parsed, unparsable } from './field-type.ts';
import { bareText, plainForm } from './text.ts';

/** A date in the form `YYYY-MM-DD`. Such dates can be compared as strings. */
export type IsoDate = string;

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** The month, day and year as a person types them into the three inputs. */
export interface DateParts {
  readonly month: string;
  readonly day: string;
  readonly year: string;
}

/** The part of a date that the person must correct, or `date` if the month doesn't have that day. */
export type WrongDatePart = keyof DateParts | 'date';

const pad = (value: number, length: number) => String(value).padStart(length, '0');

/** Returns the number of days in a month of the Gregorian calendar. `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Returns the number, from 1 to 12, of a month that is typed as "4", "04", "Apr" or "April". */
function monthNumber(text: string): number | undefined {
  const name = text.toLowerCase();
  const named = name.length >= 3 ? months.findIndex((month) => month.startsWith(name)) + 1 : 0;
  const number = /^\d{1,2}$/.test(text) ? Number(text) : named;
  return number >= 1 && number <= 12 ? number : undefined;
}

/** Tidies a typed month, day or year and removes a separator at its end: `4/` gives `4`, `Apr.` gives `Apr`. */
function partOf(typed: string): string {
  return bareText(typed).replace(/[.,/-]$/, '');
}

/** Returns the date that the three typed parts form, or the first part that is wrong or missing. */
export function dateFromParts(parts: DateParts): { date: IsoDate } | { wrongPart: WrongDatePart } {
  const [dayText, yearText] = [partOf(parts.day), partOf(parts.year)];
  const month = monthNumber(partOf(parts.month));
  if (month === undefined) return { wrongPart: 'month' };
  const day = /^\d{1,2}$/.test(dayText) ? Number(dayText) : 0;
  if (day < 1 || day > 31) return { wrongPart: 'day' };
  if (!/^\d{4}$/.test(yearText)) return { wrongPart: 'year' };
  const year = Number(yearText);
  if (day > daysInMonth(year, month)) return { wrongPart: 'date' };
  return { date: `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` };
}

/** Returns the month, day and year of a date as the three inputs show them. */
export function partsOfDate(date: IsoDate): DateParts {
  const [year = '', month = '', day = ''] = date.split('-');
  return { month: String(Number(month)), day: String(Number(day)), year };
}

const monthForm = '(?<month>\\d\\d?|[a-z]{3,9})';
const dayForm = '(?<day>\\d\\d?)(?:st|nd|rd|th)?';
const yearForm = '(?<year>\\d\\d(?:\\d\\d)?)';
const between = '[\\s,./-]+(?:of\\s+)?';

/** The patterns of a whole date: month first, day before the month's name, year first, or eight digits without separators. */
const orders = [
  new RegExp(`^${monthForm}${between}${dayForm}${between}${yearForm}$`, 'i'),
  new RegExp(`^${dayForm}${between}(?<month>[a-z]{3,9})${between}${yearForm}$`, 'i'),
  new RegExp(`^(?<year>\\d{4})${between}${monthForm}${between}${dayForm}$`, 'i'),
  /^(?<month>\d\d)(?<day>\d\d)(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
];

/** Matches a date that ends with a four-digit year, or that begins with a four-digit year and ends with a two-digit day. */
const atFullLength = /(?:\d{4}|^\d{4}\D.*\D\d\d)$/;

/**
 * Returns the parts of a whole date such as `1980-03-04`, or undefined for any other text. If the calendar has no such date,
 * returns the parts as typed. If `isTyping` is true, a date that may be incomplete, such as `3/4/19`, isn't a whole date.
 */
export function wholeDate(text: string, isTyping = false): DateParts | undefined {
  const plain = bareText(text);
  if (isTyping && !atFullLength.test(plain)) return undefined;
  const written = orders.flatMap((order) => (order.exec(plain)?.groups ?? []) as DateParts | []);
  for (const parts of written) {
    const read = dateFromParts(parts);
    if ('date' in read) return partsOfDate(read.date);
  }
  return written[0];
}

/** The character that stands for a typed slash in the text `month/day/year`, because real slashes separate the inputs. */
const typedSlash = '\u2215';

/**
 * Returns the text `month/day/year`, or '' if all inputs are empty. If one input contains a whole date, the date fills all three.
 * Keeps typed slashes only if one input alone is filled in, because the person may be typing a whole date into it.
 */
export function textOfParts({ month, day, year }: DateParts, isTyping = false): string {
  const typed = [month, day, year];
  const whole = typed.map((one) => wholeDate(one, isTyping)).find((one) => one);
  if (whole) return [whole.month, whole.day, whole.year].join('/');
  const filled = typed.filter((one) => one !== '').length;
  return filled === 0 ? '' : typed.map((one) => one.replaceAll('/', filled > 1 ? '' : typedSlash)).join('/');
}

/** Splits a text `month/day/year` into the contents of the three inputs. */
export function typedParts(text: string): DateParts {
  const [month = '', day = '', ...year] = text.split('/').map((one) => one.replaceAll(typedSlash, '/'));
  return { month, day, year: year.join('/') };
}

/** Returns a date as MM/DD/YYYY, which is how people see dates (spec section 9). */
export function dateText(date: IsoDate): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

/** Returns today's date in Hawaii, the last state to begin a new day (D5). Avoids `Intl`, which differs between browsers. */
export function todayAt(now: Date): IsoDate {
  return new Date(now.getTime() - 10 * 3_600_000).toISOString().slice(0, 10);
}

/** Returns a person's age in whole years. Someone born on February 29 has their birthday on March 1 in a common year. */
export function ageOn(today: IsoDate, born: IsoDate): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}

/** Returns the latest birth date of someone aged `age`, or February 28 if that date would be February 29 of a common year. */
export function latestBirthDate(today: IsoDate, age: number): IsoDate {
  const year = Number(today.slice(0, 4)) - age;
  const monthAndDay = today.slice(5) === '02-29' && daysInMonth(year, 2) === 28 ? '02-28' : today.slice(5);
  return `${pad(year, 4)}-${monthAndDay}`;
}

function read(parts: DateParts): Parsed<IsoDate> {
  const made = dateFromParts(parts);
  return 'date' in made ? made.date : unparsable;
}

export const date: FieldType<IsoDate> = {
  // The three inputs of a date pass their text as "month/day/year" (`textOfParts`).
  parseText: (text) => {
    const parts = typedParts(text);
    return Object.values(parts).every((part) => bareText(part) === '') ? null : read(parts);
  },
  parseJson: (json) => {
    if (json !== null && typeof json !== 'string') return unparsable;
    const text = plainForm(json ?? '');
    const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
    return text === '' ? null : read({ year, month, day });
  },
  format: dateText,
};
