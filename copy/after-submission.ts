/**
 * Computes the dates of the steps after a submission. Contains its own list of holidays, because the npm packages for holidays
 * depend on dayjs, which the product does not use.
 */

interface Wait {
  readonly days: number;
  /** Whether `days` counts only business days. */
  readonly business: boolean;
}

/** A step after the submission, as a program describes it in the applicant's language. */
export interface PromisedStep {
  readonly title: string;
  readonly text: string | null;
  /** The longest wait after the submission until the step happens. Null if the program promises no time. */
  readonly within: Wait | null;
}

/** A step as the applicant reads it. `day` is null if the program promises no time, or while a document is missing. */
export interface DatedStep {
  readonly day: string | null;
  readonly title: string;
  readonly text: string | null;
  readonly isDone: boolean;
}

/** The time zone of the bank's dates. Banks count business days in Eastern time, so the device's time zone has no effect. */
export const bankTimeZone = 'America/New_York';

const dayMillis = 86_400_000;

/** Returns a moment's date in Eastern time. The date is returned as midnight UTC, because UTC days always have 24 hours. */
function dayOf(moment: string): Date {
  // Use `formatToParts`, because browsers and browser versions format whole dates differently.
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: bankTimeZone }).formatToParts(new Date(moment));
  const part = (type: 'year' | 'month' | 'day') => Number(parts.find((one) => one.type === type)?.value);
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day')));
}

/** Holidays of Federal Reserve Banks (K.8). Months start at 0. With `weekday`: the first such weekday on or after the date. */
const holidays: readonly (readonly [month: number, day: number, weekday?: number])[] = [
  [0, 1],
  [0, 15, 1],
  [1, 15, 1],
  [4, 25, 1],
  [5, 19],
  [6, 4],
  [8, 1, 1],
  [9, 8, 1],
  [10, 11],
  [10, 22, 4],
  [11, 25],
];

/** Returns the holidays of a year, in milliseconds since 1970. A holiday with a fixed date moves from Sunday to Monday. */
function holidaysOf(year: number): readonly number[] {
  return holidays.map(([month, day, weekday]) => {
    const time = Date.UTC(year, month, day);
    const onWeekday = new Date(time).getUTCDay();
    const later = weekday === undefined ? Number(onWeekday === 0) : (weekday - onWeekday + 7) % 7;
    return time + later * dayMillis;
  });
}

function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidaysOf(day.getUTCFullYear()).includes(day.getTime());
}

/** Adds `days` days, or business days, to the date of a moment in ISO 8601. Returns the new date as midnight UTC. */
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

/**
 * Returns the program's steps with their dates, or an empty list if the program has no steps. The first returned step is the
 * submission itself, which is done. `submitted` is in ISO 8601.
 */
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

/**
 * Returns the steps to show while a required document is missing, or an empty list if the program has no steps. The submission
 * and the arrival of the document come first. No step has a date, because the bank starts only after it has the document.
 */
export function stepsWithoutDocument(
  steps: readonly PromisedStep[],
  words: { readonly received: string; readonly documentArrives: string },
): readonly DatedStep[] {
  if (steps.length === 0) return [];
  return [
    { day: null, title: words.received, text: null, isDone: true },
    { day: null, title: words.documentArrives, text: null, isDone: false },
    ...steps.map(({ title, text }) => ({ day: null, title, text, isDone: false })),
  ];
}
