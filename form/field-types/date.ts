/** Calendar dates without a time zone, `YYYY-MM-DD` (D5). */

import type { FieldType, Parsed } from './field-type.ts';
import { unparsable } from './field-type.ts';
import { bareText, plainForm } from './text.ts';

/** A calendar date written `YYYY-MM-DD`; dates compare as texts. */
export type IsoDate = string;

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Month, day and year as the three inputs hold them. */
export interface DateParts {
  readonly month: string;
  readonly day: string;
  readonly year: string;
}

/** The part of a date that has to be fixed, or `date` where the parts make no day of the calendar together. */
export type WrongDatePart = keyof DateParts | 'date';

const pad = (value: number, length: number) => String(value).padStart(length, '0');

/** Days of a month in the Gregorian calendar; `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** The number of a month, from 1: of "4", "04", "Apr." or "April"; undefined for anything else. */
function monthNumber(text: string): number | undefined {
  const name = text.toLowerCase();
  const number = /^\d{1,2}$/.test(text)
    ? Number(text)
    : name.length >= 3
      ? months.findIndex((month) => month.startsWith(name)) + 1
      : 0;
  return number >= 1 && number <= 12 ? number : undefined;
}

/** A typed part in its plain form, without a separator behind it: `4/`, `Apr.`, `28,`. */
function partOf(typed: string): string {
  return bareText(typed).replace(/[.,/-]$/, '');
}

/** The date of three typed parts, or else which part is wrong or missing. */
export function dateFromParts(parts: DateParts): { date: IsoDate } | { wrongPart: WrongDatePart } {
  const [monthText, dayText, yearText] = [partOf(parts.month), partOf(parts.day), partOf(parts.year)];
  const month = monthNumber(monthText);
  if (month === undefined) return { wrongPart: 'month' };
  const day = /^\d{1,2}$/.test(dayText) ? Number(dayText) : 0;
  if (day < 1 || day > 31) return { wrongPart: 'day' };
  if (!/^\d{4}$/.test(yearText)) return { wrongPart: 'year' };
  const year = Number(yearText);
  if (day > daysInMonth(year, month)) return { wrongPart: 'date' };
  return { date: `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` };
}

/** The three parts of a date as the inputs show them. */
export function partsOfDate(date: IsoDate): DateParts {
  const [year = '', month = '', day = ''] = date.split('-');
  return { month: String(Number(month)), day: String(Number(day)), year };
}

const monthForm = '(?<month>\\d\\d?|[a-z]{3,9})';
const dayForm = '(?<day>\\d\\d?)(?:st|nd|rd|th)?';
const yearForm = '(?<year>\\d\\d(?:\\d\\d)?)';
const between = '[\\s,./-]+(?:of\\s+)?';

/** The orders in which a whole date is written: as in the US, with the day before a month in words, with the year in front. */
const orders = [
  new RegExp(`^${monthForm}${between}${dayForm}${between}${yearForm}$`, 'i'),
  new RegExp(`^${dayForm}${between}(?<month>[a-z]{3,9})${between}${yearForm}$`, 'i'),
  new RegExp(`^(?<year>\\d{4})${between}${monthForm}${between}${dayForm}$`, 'i'),
  /^(?<month>\d\d)(?<day>\d\d)(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
];

/** Ends as long as a date can be: with a whole year, or behind one with two digits of the day. */
const atFullLength = /(?:\d{4}|^\d{4}\D.*\D\d\d)$/;

/**
 * The parts of a whole date in one text: `1980-03-04`, `03/04/1980`, `3.4.1980`, `March 4, 1980`, `4 Mar 1980`, `03041980`;
 * undefined if it is none. All digits without the year in front are read as month, day, year. Of `13/04/1980` the month
 * is 13: what makes no day stays as it was written, for a person to see and to correct.
 * @param isTyping Whether more may follow, as after `3/4/19` or `1980-3-1`: then only one at full length is whole.
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

/** In a part of the text `month/day/year`, a slash that was typed. */
const typedSlash = '\u2215';

/**
 * The text `month/day/year` of three inputs: empty if all are empty; if one of them holds a whole date, that date. A typed
 * slash stays where it may be the beginning of a whole date, with nothing yet in the other inputs.
 * @param isTyping As with `wholeDate`.
 */
export function textOfParts({ month, day, year }: DateParts, isTyping = false): string {
  const typed = [month, day, year];
  const whole = typed.map((one) => wholeDate(one, isTyping)).find((one) => one);
  if (whole) return [whole.month, whole.day, whole.year].join('/');
  const filled = typed.filter((one) => one !== '').length;
  return filled === 0 ? '' : typed.map((one) => one.replaceAll('/', filled > 1 ? '' : typedSlash)).join('/');
}

/** What the three inputs hold, of the text `month/day/year`. */
export function typedParts(text: string): DateParts {
  const [month = '', day = '', ...year] = text.split('/').map((one) => one.replaceAll(typedSlash, '/'));
  return { month, day, year: year.join('/') };
}

/** MM/DD/YYYY, as dates are shown (spec section 9). */
export function dateText(date: IsoDate): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

/**
 * Today in Pacific/Honolulu, so that no one is of age before the birthday has begun where they live (D5). Honolulu
 * is ten hours behind UTC all year; `Intl` has no locale that writes YYYY-MM-DD in every browser (CLDR 42 changed
 * en-CA).
 */
export function todayAt(now: Date): IsoDate {
  return new Date(now.getTime() - 10 * 3_600_000).toISOString().slice(0, 10);
}

/** Whole years between two dates by calendar parts; born on 29 February, one ages on 1 March of a common year. */
export function ageOn(today: IsoDate, born: IsoDate): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}

/** The latest date of birth of someone who is `age` years old today; February 28 in place of a missing 29th. */
export function latestBirthDate(today: IsoDate, age: number): IsoDate {
  const year = Number(today.slice(0, 4)) - age;
  const monthAndDay = today.slice(5) === '02-29' && daysInMonth(year, 2) === 28 ? '02-28' : today.slice(5);
  return `${pad(year, 4)}-${monthAndDay}`;
}

function readIso(text: string): Parsed<IsoDate> {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const read = dateFromParts({ year, month, day });
  return 'date' in read ? read.date : unparsable;
}

export const date: FieldType<IsoDate> = {
  // The date input hands over three parts as "month/day/year".
  parseText: (text) => {
    const parts = typedParts(text);
    if (Object.values(parts).every((part) => bareText(part) === '')) return null;
    const read = dateFromParts(parts);
    return 'date' in read ? read.date : unparsable;
  },
  parseJson: (json) => {
    if (json === null) return null;
    if (typeof json !== 'string') return unparsable;
    const text = plainForm(json);
    return text === '' ? null : readIso(text);
  },
  format: dateText,
};
