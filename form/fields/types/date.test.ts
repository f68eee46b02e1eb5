import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ageOn,
  date,
  dateFromParts,
  dateText,
  daysInMonth,
  latestBirthDate,
  partsOfDate,
  todayAt,
} from './date.ts';
import { unparsable } from './field-type.ts';

describe('month, day and year as typed', () => {
  test.each([
    ['4', '28', '1986', '1986-04-28'],
    ['04', '08', '1986', '1986-04-08'],
    [' Apr ', ' 28 ', ' 1986 ', '1986-04-28'],
    ['april', '28', '1986', '1986-04-28'],
    ['Sept.', '1', '1986', '1986-09-01'],
    ['２', '２９', '２０００', '2000-02-29'],
  ])('%s %s %s is %s', (month, day, year, answer) => {
    expect(dateFromParts({ month, day, year })).toEqual({ date: answer });
  });

  test.each([
    ['', '28', '1986', 'month'],
    ['13', '28', '1986', 'month'],
    ['0', '28', '1986', 'month'],
    ['Foo', '28', '1986', 'month'],
    ['28', '4', '1986', 'month'],
    ['4', '', '1986', 'day'],
    ['4', '32', '1986', 'day'],
    ['4', '0', '1986', 'day'],
    ['4', '-1', '1986', 'day'],
    ['4', '28', '86', 'year'],
    ['4', '28', '', 'year'],
    ['4', '28', '19860', 'year'],
    ['4', '31', '1986', 'date'],
    ['2', '29', '1900', 'date'],
    ['2', '29', '2001', 'date'],
    ['2', '30', '2000', 'date'],
  ])('%j %j %j: the %4$s is wrong', (month, day, year, wrongPart) => {
    expect(dateFromParts({ month, day, year })).toEqual({ wrongPart });
  });
});

test.each([
  ['4/28/1986', '1986-04-28'],
  ['//', null],
  [' / / ', null],
  ['', null],
  ['4//', unparsable],
  ['4/28/1986/1', unparsable],
  ['1986-04-28', unparsable],
])('the three inputs together: %j is %j', (typed, answer) => {
  expect(date.parseText(typed, [])).toBe(answer);
});

test.each([
  ['1986-04-28', '1986-04-28'],
  ['2000-02-29', '2000-02-29'],
  [null, null],
  ['', null],
  ['2001-02-29', unparsable],
  ['1986-4-28', unparsable],
  ['04/28/1986', unparsable],
  ['1986-04-28T00:00:00Z', unparsable],
  ['1986-04-28\n', unparsable],
  [19860428, unparsable],
])('on the wire (D5): %j is %j', (json, answer) => {
  expect(date.parseJson(json, [])).toBe(answer);
});

test('is shown as MM/DD/YYYY, in parts without leading zeros', () => {
  expect(dateText('1986-04-08')).toBe('04/08/1986');
  expect(partsOfDate('1986-04-08')).toEqual({ month: '4', day: '8', year: '1986' });
});

describe('today is the date in Honolulu (D5)', () => {
  test.each([
    ['2026-06-15T09:59:59.999Z', '2026-06-14'],
    ['2026-06-15T10:00:00Z', '2026-06-15'],
    ['2026-01-01T05:00:00Z', '2025-12-31'],
    ['2024-03-01T09:00:00Z', '2024-02-29'],
  ])('at %s it is %s', (now, today) => {
    expect(todayAt(new Date(now))).toBe(today);
  });

  test('agrees with the time zone the year round', () => {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: 'Pacific/Honolulu',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    for (let day = 0; day < 366; day += 1) {
      const now = new Date(Date.UTC(2026, 0, 1 + day, 9, 59));
      expect(dateText(todayAt(now))).toBe(parts.format(now));
    }
  });
});

test.each([
  ['2026-06-15', '2008-06-15', 18],
  ['2026-06-14', '2008-06-15', 17],
  ['2026-02-28', '2008-02-29', 17],
  ['2026-03-01', '2008-02-29', 18],
  ['2028-02-29', '2008-02-29', 20],
  ['2026-06-15', '2026-06-15', 0],
])('on %s one born on %s is %d', (today, born, age) => {
  expect(ageOn(today, born)).toBe(age);
});

const anyDay = fc
  .record({ year: fc.integer({ min: 1900, max: 2199 }), day: fc.integer({ min: 0, max: 365 }) })
  .map(({ year, day }) => new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10));

test('the last date of birth in the calendar is the last that the rule accepts', () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const latest = latestBirthDate(today, 18);
      const dayAfter = new Date(Date.parse(latest) + 24 * 3_600_000).toISOString().slice(0, 10);
      expect(ageOn(today, latest)).toBeGreaterThanOrEqual(18);
      expect(ageOn(today, dayAfter)).toBeLessThan(18);
    }),
    { examples: [['2026-02-28'], ['2026-03-01'], ['2020-02-29'], ['2028-02-29'], ['2026-12-31']] },
  );
});

test('months are as long as in the Gregorian calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2400 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
      expect(daysInMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate());
    }),
    {
      examples: [
        [1900, 2],
        [2000, 2],
        [2100, 2],
        [2024, 2],
      ],
    },
  );
});

test('any day stays the same when shown in parts and put together again', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(dateFromParts(partsOfDate(day))).toEqual({ date: day });
    }),
  );
});
