/**
 * The days that a program promises after submission. The holidays are computed here, and a test compares them with the
 * Federal Reserve's list: the one library for them, `@18f/us-federal-holidays`, loads dayjs and closes banks on Fridays.
 */

/** Banks close by the Eastern day, wherever the phone is. */
const zone = 'America/New_York';

const dayMillis = 86_400_000;

/** Returns the Eastern day of a moment, as a date at midnight UTC, so that days can be counted. */
function dayOf(moment: string): Date {
  // The parts, because browsers and their releases format a whole date differently.
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone }).formatToParts(new Date(moment));
  const part = (type: 'year' | 'month' | 'day') => Number(parts.find((one) => one.type === type)?.value);
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day')));
}

/** Returns the nth given weekday of a month, or the last one for n = -1. Months count from 0, Sunday is 0. */
function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  if (n === -1) {
    const last = new Date(Date.UTC(year, month + 1, 0));
    return last.getTime() - ((last.getUTCDay() - weekday + 7) % 7) * dayMillis;
  }
  const first = new Date(Date.UTC(year, month, 1));
  return first.getTime() + (((weekday - first.getUTCDay() + 7) % 7) + (n - 1) * 7) * dayMillis;
}

/** Returns the days on which Federal Reserve Banks are closed besides weekends. A holiday on Sunday moves to Monday (K.8). */
function holidaysOf(year: number): readonly number[] {
  const fixed = [
    [0, 1],
    [5, 19],
    [6, 4],
    [10, 11],
    [11, 25],
  ].map(([month = 0, day = 1]) => {
    const date = new Date(Date.UTC(year, month, day));
    return date.getTime() + (date.getUTCDay() === 0 ? dayMillis : 0);
  });
  return [
    ...fixed,
    nthWeekday(year, 0, 1, 3),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 4, 1, -1),
    nthWeekday(year, 8, 1, 1),
    nthWeekday(year, 9, 1, 2),
    nthWeekday(year, 10, 4, 4),
  ];
}

function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidaysOf(day.getUTCFullYear()).includes(day.getTime());
}

/**
 * Returns the day that is so many days, or business days, after a moment, as a date at midnight UTC.
 * @param moment ISO 8601.
 */
export function dayAfter(
  moment: string,
  { days, business }: { readonly days: number; readonly business: boolean },
): Date {
  let day = dayOf(moment);
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + dayMillis);
    if (!business || isBusinessDay(day)) left -= 1;
  }
  return day;
}

/** Returns a day as people read it, such as “Tuesday, Nov 24”. */
export function dayText(day: Date, language: string): string {
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(day);
}
