import { describe, expect, test } from 'vitest';
import { states } from '../../form/lists/states.ts';
import { zipLiesIn } from '../../form/lists/zip-areas.ts';
import { allCities, cityKey, otherCityNames } from './cities.ts';

describe('the list of cities', () => {
  test('contains only ZIPs of the 50 states and DC, each in its state', () => {
    const all = allCities().beginning('');
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(states.map(({ code }) => code)));
    const wrong = all.filter(({ state, zips: own }) => own.some((zip) => !zipLiesIn(zip, state)));
    expect(wrong).toEqual([]);
  });

  test('does not contain the names that the additions provide', () => {
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
