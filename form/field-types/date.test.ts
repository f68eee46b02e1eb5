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
  textOfParts,
  todayAt,
  typedParts,
  wholeDate,
} from './date.ts';
import { unparsable } from './field-type.ts';

const anyDay = fc
  .record({ year: fc.integer({ min: 1900, max: 2199 }), day: fc.integer({ min: 0, max: 365 }) })
  .map(({ year, day }) => new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10));

describe('month, day and year as typed', () => {
  test.each([
    ['4', '28', '1986', '1986-04-28'],
    ['04', '08', '1986', '1986-04-08'],
    [' Apr ', ' 28 ', ' 1986 ', '1986-04-28'],
    ['april', '28', '1986', '1986-04-28'],
    ['Sept.', '1', '1986', '1986-09-01'],
    ['２', '２９', '２０００', '2000-02-29'],
    ['4/', '28.', '1986', '1986-04-28'],
    ['April', '28,', '1986', '1986-04-28'],
  ])('%s %s %s is %s', (month, day, year, answer) => {
    expect(dateFromParts({ month, day, year })).toEqual({ date: answer });
  });

  test.each(
    'January February March April May June July August September October November December'
      .split(' ')
      .map((name, at) => [name, at + 1] as const),
  )('%s is month %d, in full, by its first three letters or by number', (name, number) => {
    const date = `1986-${String(number).padStart(2, '0')}-01`;
    for (const month of [name, name.slice(0, 3), String(number)])
      expect(dateFromParts({ month, day: '1', year: '1986' })).toEqual({ date });
  });

  test('the last day of a month is valid', () => {
    expect(dateFromParts({ month: '1', day: '31', year: '1986' })).toEqual({ date: '1986-01-31' });
    expect(dateFromParts({ month: '4', day: '30', year: '1986' })).toEqual({ date: '1986-04-30' });
  });

  test.each([
    ['', '28', '1986', 'month'],
    ['13', '28', '1986', 'month'],
    ['0', '28', '1986', 'month'],
    ['Foo', '28', '1986', 'month'],
    ['Junk', '28', '1986', 'month'],
    ['Ma', '28', '1986', 'month'],
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
  ['4/28/19/86', unparsable],
  ['1986-04-28', unparsable],
  ['///', unparsable],
  ['４/２８/１９８６', '1986-04-28'],
  ['28/4/1986', unparsable],
])('the three inputs together: %j is %j', (typed, answer) => {
  expect(date.parseText(typed, [])).toBe(answer);
});

describe('a whole date in one text', () => {
  const march4 = { month: '3', day: '4', year: '1980' };

  test.each([
    '1980-03-04',
    '1980-3-4',
    '1980/03/04',
    '1980.03.04',
    '1980 Mar 4',
    '19800304',
    '03-04-1980',
    '03.04.1980',
    '03/04/1980',
    '3/4/1980',
    '3 / 4 / 1980',
    '03 04 1980',
    '03041980',
    'March 4, 1980',
    'MARCH 4 1980',
    'Mar. 4th, 1980',
    'Mar 4 1980',
    '4 March 1980',
    '4th of March, 1980',
    '04-MAR-1980',
    '４　Ｍａｒｃｈ　１９８０',
    '０３０４１９８０',
    '１９８０－０３－０４',
    '１９８０／０３／０４',
    '1980\u201303\u201304',
    '03\u221204\u22121980',
    ' 03\u00A0/\u00A004\u00A0/\u00A01980\n',
    '\u200E3/\u200E4/\u200E1980',
  ])('%j is split into month, day and year', (text) => {
    expect(wholeDate(text)).toEqual(march4);
    for (const part of ['month', 'day', 'year'] as const)
      expect(textOfParts({ month: '', day: '', year: '', [part]: text })).toBe('3/4/1980');
  });

  test.each([
    ['13/04/1980', { month: '13', day: '04', year: '1980' }],
    ['28.04.1980', { month: '28', day: '04', year: '1980' }],
    ['28041980', { month: '28', day: '04', year: '1980' }],
    ['2/30/1980', { month: '2', day: '30', year: '1980' }],
    ['3/4/80', { month: '3', day: '4', year: '80' }],
    ['Foo 4, 1980', { month: 'Foo', day: '4', year: '1980' }],
    ['1980-13-04', { month: '13', day: '04', year: '1980' }],
  ])('%j is split without changes, so that the person can correct it', (text, parts) => {
    expect(wholeDate(text)).toEqual(parts);
  });

  test.each([
    '',
    '3',
    '0304',
    '030419',
    '030480',
    '3/4',
    'March 1980',
    '3/4/198',
    '3/4/19800',
    '198-03-04',
    '1980-03-1980',
    '-3/4/1980',
    '3/4/1980 10:00',
    '123-45-6789',
    '2025550123',
  ])('%j is not a whole date', (text) => {
    expect(wholeDate(text)).toBeUndefined();
  });

  test('a date typed one character at a time is split only at its last character, in every notation', () => {
    const months =
      'January February March April May June July August September October November December'.split(' ');
    const written = anyDay.chain((day) => {
      const [year = '', month = '', dayOfMonth = ''] = day.split('-');
      const name = months[Number(month) - 1];
      const bare = { month: String(Number(month)), day: String(Number(dayOfMonth)) };
      return fc.record({
        day: fc.constant(day),
        text: fc.constantFrom(
          `${year}-${month}-${dayOfMonth}`,
          `${month}-${dayOfMonth}-${year}`,
          `${month}.${dayOfMonth}.${year}`,
          `${bare.month}/${bare.day}/${year}`,
          `${month}${dayOfMonth}${year}`,
          `${year}${month}${dayOfMonth}`,
          `${name} ${bare.day}, ${year}`,
          `${name?.slice(0, 3)} ${dayOfMonth} ${year}`,
          `${bare.day} ${name} ${year}`,
        ),
        part: fc.constantFrom('month' as const, 'day' as const, 'year' as const),
      });
    });
    fc.assert(
      fc.property(written, ({ day, text, part }) => {
        let typed = '';
        for (const sign of text) {
          const parts = typedParts(typed);
          expect(parts).toEqual({ month: '', day: '', year: '', [part]: text.slice(0, parts[part].length) });
          typed = textOfParts({ ...parts, [part]: parts[part] + sign }, true);
        }
        const { month, day: dayOfMonth, year } = partsOfDate(day);
        expect(typed).toBe(`${month}/${dayOfMonth}/${year}`);
      }),
    );
  });

  test('a typed slash stays only in an input that may contain the beginning of a whole date', () => {
    expect(typedParts(textOfParts({ month: '4/', day: '', year: '' })).month).toBe('4/');
    expect(textOfParts({ month: '4/', day: '28', year: '' })).toBe('4/28/');
    expect(date.parseText(textOfParts({ month: '', day: '', year: '' }), [])).toBeNull();
  });
});

test.each([
  ['1986-04-28', '1986-04-28'],
  ['2000-02-29', '2000-02-29'],
  ['２０００－０２－２９', '2000-02-29'],
  ['2000\u22120229', unparsable],
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

  test('agrees with the time zone Pacific/Honolulu all year', () => {
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
])('on %s, a person born on %s is %d years old', (today, born, age) => {
  expect(ageOn(today, born)).toBe(age);
});

test.each([
  ['2026-06-15', 18, '2008-06-15'],
  ['2026-02-28', 18, '2008-02-28'],
  ['2020-02-29', 18, '2002-02-28'],
  ['2028-02-29', 20, '2008-02-29'],
  ['2020-03-29', 18, '2002-03-29'],
])('on %s, a person aged %d was born on %s at the latest', (today, age, born) => {
  expect(latestBirthDate(today, age)).toBe(born);
});

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
