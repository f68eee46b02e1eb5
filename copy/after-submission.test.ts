import { expect, test } from 'vitest';
import { dayAfter, dayText, stepsAfter, stepsWithoutDocument } from './after-submission.ts';

/**
 * The weekdays on which Federal Reserve Banks are closed: “K.8, Holidays Observed by the Federal Reserve System 2026–2030”,
 * https://www.federalreserve.gov/aboutthefed/k8.htm, as of December 31, 2025. A holiday on a Saturday doesn't close the banks on
 * another day.
 */
const closed = [
  '2026: 01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
  '2027: 01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
  '2028: 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
  '2029: 01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  '2030: 01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
];

const text = (moment: string, days: number, business: boolean) =>
  dayText(dayAfter(moment, { days, business }), 'en-US');

test.each([
  // Dates are counted in New York, where Saturday, Nov 21 ends at 05:00 UTC on Nov 22.
  ['2026-11-22T04:30:00Z', 0, false, 'Saturday, Nov 21'],
  ['2026-11-22T05:30:00Z', 0, false, 'Sunday, Nov 22'],
  ['2026-11-21T17:00:00Z', 21, false, 'Saturday, Dec 12'],
  ['2026-11-21T17:00:00Z', 2, true, 'Tuesday, Nov 24'],
  // Thanksgiving is not a business day.
  ['2026-11-21T17:00:00Z', 7, true, 'Wednesday, Dec 2'],
  // Independence Day is on a Sunday, so Monday is the holiday. New Year's Day of the next year is a holiday too.
  ['2027-07-02T17:00:00Z', 1, true, 'Tuesday, Jul 6'],
  ['2026-12-31T17:00:00Z', 1, true, 'Monday, Jan 4'],
])('from %s, %i days (business: %s) end on %s', (moment, days, business, expected) => {
  expect(text(moment, days, business)).toBe(expected);
});

test.each(closed)(
  'banks are closed on the Federal Reserve’s holidays, and on no other weekday of %s',
  (listed) => {
    const year = Number(listed.slice(0, 4));
    const found: string[] = [];
    for (let day = new Date(Date.UTC(year, 0, 1)); day.getUTCFullYear() === year; day = dayLater(day)) {
      const isWeekend = [0, 6].includes(day.getUTCDay());
      // One business day after noon of the previous day is `day` itself, but only if `day` is a business day.
      const next = dayAfter(new Date(day.getTime() - 12 * 3_600_000).toISOString(), {
        days: 1,
        business: true,
      });
      if (!isWeekend && next.getTime() !== day.getTime()) found.push(day.toISOString().slice(5, 10));
    }
    expect(`${year}: ${found.join(' ')}`).toBe(listed);
  },
);

function dayLater(day: Date): Date {
  return new Date(day.getTime() + 24 * 3_600_000);
}

const words = { received: 'We have it', by: (day: string) => `By ${day}` };

test('the steps begin with the submission, and have a day only if the program promises one', () => {
  const steps = [
    { title: 'We check', text: 'We may call.', within: { days: 2, business: true } },
    { title: 'You hear from us', text: null, within: null },
  ];
  expect(stepsAfter('2026-11-21T17:00:00Z', steps, words, 'en')).toEqual([
    { day: 'Saturday, Nov 21', title: 'We have it', text: null, isDone: true },
    { day: 'By Tuesday, Nov 24', title: 'We check', text: 'We may call.', isDone: false },
    { day: null, title: 'You hear from us', text: null, isDone: false },
  ]);
  expect(stepsAfter('2026-11-21T17:00:00Z', [], words, 'en')).toEqual([]);
});

test('while a document is missing, the steps have no day, and the document comes before them', () => {
  const steps = [{ title: 'We check', text: 'We may call.', within: { days: 2, business: true } }];
  const words = { received: 'We have it', documentArrives: 'We get the document' };
  expect(stepsWithoutDocument(steps, words)).toEqual([
    { day: null, title: 'We have it', text: null, isDone: true },
    { day: null, title: 'We get the document', text: null, isDone: false },
    { day: null, title: 'We check', text: 'We may call.', isDone: false },
  ]);
  expect(stepsWithoutDocument([], words)).toEqual([]);
});
