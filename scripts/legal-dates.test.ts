import { expect, test } from 'vitest';
import { read } from '../tests/support/repository.ts';
import { legalPage, legalSources, reviewsDue } from './legal-dates.ts';

const page = read(legalPage);
const sources = legalSources(page);
const sourcesDueOn = (day: string) =>
  reviewsDue(sources, new Date(`${day}T12:00:00Z`)).map((line) => line.split(', ')[0]);

test('each source has a day on which it was checked, and a later one by which to check it again', () => {
  expect(sources.length).toBeGreaterThan(10);
  const day = /^\d{4}-\d\d-\d\d$/;
  for (const { checked, reviewBy } of sources) {
    expect([checked, reviewBy]).toEqual([expect.stringMatching(day), expect.stringMatching(day)]);
    expect(reviewBy > checked).toBe(true);
  }
});

test('each source that the page cites for a sentence has a row in the table', () => {
  const [sentences = ''] = page.split('\n## Sources');
  const named = [...sentences.matchAll(/\b(\d+ (?:CFR|U\.S\.C\.) [\d.]+\d[a-z]?(?:-\d)?)/g)].map(
    ([, cited = '']) => cited,
  );
  expect(named.length).toBeGreaterThan(20);
  const rows = sources.map(({ source, duty }) => `${source} ${duty}`).join(' ');
  expect([...new Set(named)].filter((cited) => !rows.includes(cited))).toEqual([]);
});

test('a source is reported from 90 days before its review date, and after that date', () => {
  expect(sourcesDueOn('2026-11-26')).toEqual(['review by 2027-01-31: 47 CFR 64.1200(a)(10)']);
  expect(sourcesDueOn('2026-11-01')).toEqual([]);
  expect(sourcesDueOn('2027-02-01')).toEqual(['review by 2027-01-31: 47 CFR 64.1200(a)(10)']);
  expect(sourcesDueOn('2027-10-03')).toContain('review by 2028-01-01: 12 CFR 1002 subpart B');
});
