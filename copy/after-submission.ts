/** Dates the steps after a submission. Computes the holidays itself, because `@18f/us-federal-holidays` loads dayjs. */

interface Wait {
  readonly days: number;
  /** Whether only business days count. */
  readonly business: boolean;
}

/** A step that a program names after submission, in the applicant's language. */
export interface PromisedStep {
  readonly title: string;
  readonly text: string | null;
  /** The days after the submission by which the step happens; null if the program promises none. */
  readonly within: Wait | null;
}

/** A step as people read it. `day` is null if the program promises none. */
export interface DatedStep {
  readonly day: string | null;
  readonly title: string;
  readonly text: string | null;
  readonly isDone: boolean;
}

/** Time zone of all dates that the bank counts, wherever the phone is: banks count business days in Eastern time. */
export const bankTimeZone = 'America/New_York';

const dayMillis = 86_400_000;

/** Returns the date of a moment in Eastern time, as midnight UTC of that date, so that days can be counted. */
function dayOf(moment: string): Date {
  // Use `formatToParts`, because browsers and browser versions format whole dates differently.
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: bankTimeZone }).formatToParts(new Date(moment));
  const part = (type: 'year' | 'month' | 'day') => Number(parts.find((one) => one.type === type)?.value);
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day')));
}

/** Returns the holidays on which Federal Reserve Banks are closed (K.8). Months count from 0. */
function holidaysOf(year: number): readonly number[] {
  const weekdayOf = (time: number) => new Date(time).getUTCDay();
  /** Returns the day of a holiday with a fixed date. If that is a Sunday, the holiday is on Monday. */
  const fixed = (month: number, day: number) => {
    const time = Date.UTC(year, month, day);
    return weekdayOf(time) === 0 ? time + dayMillis : time;
  };
  /** Returns the first day with the given weekday on or after a date. Sunday is weekday 0. */
  const weekdayFrom = (weekday: number, month: number, day: number) => {
    const time = Date.UTC(year, month, day);
    return time + ((weekday - weekdayOf(time) + 7) % 7) * dayMillis;
  };
  return [
    fixed(0, 1),
    weekdayFrom(1, 0, 15),
    weekdayFrom(1, 1, 15),
    weekdayFrom(1, 4, 25),
    fixed(5, 19),
    fixed(6, 4),
    weekdayFrom(1, 8, 1),
    weekdayFrom(1, 9, 8),
    fixed(10, 11),
    weekdayFrom(4, 10, 22),
    fixed(11, 25),
  ];
}

function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidaysOf(day.getUTCFullYear()).includes(day.getTime());
}

/** Returns the day that is `days` days, or business days, after a moment in ISO 8601, as a date at midnight UTC. */
export function dayAfter(moment: string, { days, business }: Wait): Date {
  let day = dayOf(moment);
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + dayMillis);
    if (!business || isBusinessDay(day)) left -= 1;
  }
  return day;
}

/** Returns the text for a day, such as “Tuesday, Nov 24”. */
export function dayText(day: Date, language: string): string {
  const form = { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, form).format(day);
}

/** Returns the submission (in ISO 8601) as a step that is done, and the program's steps. Empty if the program has no steps. */
export function stepsAfter(
  submitted: string,
  steps: readonly PromisedStep[],
  words: { readonly received: string; readonly by: (day: string) => string },
  language: string,
): readonly DatedStep[] {
  if (steps.length === 0) return [];
  const dayOfStep = (wait: Wait) => dayText(dayAfter(submitted, wait), language);
  const today = dayOfStep({ days: 0, business: false });
  return [
    { day: today, title: words.received, text: null, isDone: true },
    ...steps.map(({ within, ...step }) => ({
      ...step,
      day: within && words.by(dayOfStep(within)),
      isDone: false,
    })),
  ];
}
