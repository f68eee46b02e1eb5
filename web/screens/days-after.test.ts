import { expect, test } from 'vitest';
import { dayAfter, dayText } from './days-after.ts';

const text = (moment: string, days: number, business: boolean) =>
  dayText(dayAfter(moment, { days, business }), 'en-US');

test.each([
  // Saturday evening in Honolulu is Sunday in New York.
  ['2026-11-22T04:30:00Z', 0, false, 'Saturday, Nov 21'],
  ['2026-11-22T05:30:00Z', 0, false, 'Sunday, Nov 22'],
  ['2026-11-21T17:00:00Z', 21, false, 'Saturday, Dec 12'],
  ['2026-11-21T17:00:00Z', 2, true, 'Tuesday, Nov 24'],
  // Thanksgiving is no business day.
  ['2026-11-21T17:00:00Z', 7, true, 'Wednesday, Dec 2'],
  // Independence Day on a Sunday is kept on Monday; New Year’s Day of the next year counts too.
  ['2027-07-02T17:00:00Z', 1, true, 'Tuesday, Jul 6'],
  ['2026-12-31T17:00:00Z', 1, true, 'Monday, Jan 4'],
])('from %s, %i days (business: %s) end on %s', (moment, days, business, expected) => {
  expect(text(moment, days, business)).toBe(expected);
});
