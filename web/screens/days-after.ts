/**
 * The days that a program promises after submission, reckoned from the moment the server took the application. The
 * holidays are our own twenty lines, held to the Federal Reserve's list by a test: the one library that knows them,
 * `@18f/us-federal-holidays`, brings dayjs onto the page, and closes banks on Fridays unless it is told not to.
 */

/** Banks close by the Eastern day, wherever the phone and its clock are. */
const zone = 'America/New_York';

const dayMillis = 86_400_000;

/** The Eastern day of a moment, as a date at midnight UTC, so that days can be counted. */
function dayOf(moment: string): Date {
  // Part by part: a whole date is written differently by browsers, and in time by the same one.
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone }).formatToParts(new Date(moment));
  const part = (type: 'year' | 'month' | 'day') => Number(parts.find((one) => one.type === type)?.value);
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day')));
}

/** The nth given weekday of a month, or the last one for n = -1. Months from 0, Sunday is 0. */
function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  if (n === -1) {
    const last = new Date(Date.UTC(year, month + 1, 0));
    return last.getTime() - ((last.getUTCDay() - weekday + 7) % 7) * dayMillis;
  }
  const first = new Date(Date.UTC(year, month, 1));
  return first.getTime() + (((weekday - first.getUTCDay() + 7) % 7) + (n - 1) * 7) * dayMillis;
}

/** The days on which Federal Reserve Banks are closed, beside weekends; a holiday on Sunday is kept on Monday (K.8). */
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
 * The day by which something happens, as a date at midnight UTC; `days` 0 is the day of the moment itself.
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

/** A day as people read it, such as “Tuesday, Nov 24”. */
export function dayText(day: Date, language: string): string {
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(day);
}
