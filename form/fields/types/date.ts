/** Calendar dates without a time zone, `YYYY-MM-DD` (D5). */

import type { FieldType, Parsed } from './field-type.ts';
import { unparsable } from './field-type.ts';
import { withoutInvisible } from './invisible.ts';
import { bareText, plainDigits } from './text.ts';

/** A calendar date written `YYYY-MM-DD`; dates compare as texts. */
export type IsoDate = string;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Month, day and year as they stand in the three inputs. */
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

/** A month as number from 1, from "4", "04", "Apr" or "April"; undefined when it is none. */
function monthNumber(text: string): number | undefined {
  const number = /^\d{1,2}$/.test(text)
    ? Number(text)
    : /^[a-z]{3,9}\.?$/i.test(text)
      ? months.indexOf(text.slice(0, 3).toLowerCase()) + 1
      : 0;
  return number >= 1 && number <= 12 ? number : undefined;
}

/** Puts three typed parts together; says which part is wrong or missing when they make no date. */
export function dateFromParts(parts: DateParts): { date: IsoDate } | { wrongPart: WrongDatePart } {
  const [monthText, dayText, yearText] = [parts.month, parts.day, parts.year].map((part) =>
    plainDigits(bareText(part)),
  ) as [string, string, string];
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

/** MM/DD/YYYY, as dates are shown (spec section 9). */
export function dateText(date: IsoDate): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

/**
 * Today in Pacific/Honolulu, so that nobody is let in before the birthday has begun where they live (D5). Honolulu
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

/** The last date of birth with which one is `age` years old today; 28 February stands for a missing 29th. */
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
    const [month = '', day = '', year = '', ...rest] = withoutInvisible(text).split('/');
    if (month.trim() === '' && day.trim() === '' && year.trim() === '') return null;
    const read = dateFromParts({ month, day, year });
    return rest.length === 0 && 'date' in read ? read.date : unparsable;
  },
  parseJson: (json) => {
    if (json === null) return null;
    if (typeof json !== 'string') return unparsable;
    const text = withoutInvisible(json);
    return text === '' ? null : readIso(text);
  },
  format: dateText,
};
