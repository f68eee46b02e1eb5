import { describe, expect, test } from 'vitest';
import { states } from '../../form/lists/states.ts';
import { zipLiesIn } from '../../form/lists/zip-areas.ts';
import { allCities, cityKey, otherCityNames } from './cities.ts';
import { usZips } from './us-zips.ts';

describe('the list of ZIPs', () => {
  const lines = usZips.trim().split('\n');
  const stateByZip = new Map(lines.map((line) => line.split('\t').slice(0, 2) as [string, string]));
  const areas = [...new Set(stateByZip.values())];

  test('has five values per line, and each ZIP once', () => {
    expect(lines.filter((line) => !/^\d{5}\t[A-Z]{2}\t[^\t]+(\t-?\d+(\.\d+)?){2}$/.test(line))).toEqual([]);
    expect(stateByZip.size).toBe(42_555);
    expect(lines).toHaveLength(stateByZip.size);
  });

  test('matches the areas of ZIPs (D40): each ZIP is in its own state', () => {
    expect([...stateByZip].filter(([zip, state]) => !zipLiesIn(zip, state))).toEqual([]);
  });

  test('matches the areas of ZIPs: no ZIP is in two areas', () => {
    const sample = [...stateByZip].filter((_, index) => index % 10 === 0);
    const areasOf = (zip: string) => areas.filter((area) => zipLiesIn(zip, area));
    expect(sample.filter(([zip, state]) => areasOf(zip).join() !== state)).toEqual([]);
  });
});

describe('the list of cities', () => {
  test('contains only ZIPs of the 50 states and DC, each in its state', () => {
    const all = allCities().beginning('');
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(states.map(({ code }) => code)));
    const wrong = all.filter(({ state, zips: own }) => own.some((zip) => !zipLiesIn(zip, state)));
    expect(wrong).toEqual([]);
  });

  test('has each additional name once, for ZIPs that also have another city', () => {
    for (const { city, state, zips: own } of otherCityNames) {
      const [known, ...others] = allCities()
        .named(cityKey(city))
        .filter((found) => found.state === state);
      expect(others).toEqual([]);
      expect(known?.zips).toEqual(own);
      for (const zip of own) expect(allCities().ofZip(zip)).toHaveLength(2);
    }
  });
});
