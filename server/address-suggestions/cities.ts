/** The cities of the 50 states and DC with their ZIPs, found by the beginning of their names (D40). */
import { isStateCode } from '../../form/lists/states.ts';
import { usZips } from './us-zips.ts';

/**
 * Additions to `usZips` (D40). It has one name per ZIP, that of the post office, and so lists some suburbs under their larger
 * neighbor. The post office also accepts the names here.
 */
export const otherCityNames = [
  { city: 'Bloomington', state: 'MN', zips: ['55420', '55425', '55431', '55437', '55438'] },
] as const;

/** A city's name in one state. There are many Springfields. */
export interface City {
  /** The name in its usual spelling. */
  readonly name: string;
  readonly state: string;
  /** The name as `cityKey` returns it. */
  readonly key: string;
  /**
   * ZIPs in ascending order. ZIPs whose first three digits are rare in the city come last; most are single large mail receivers.
   */
  readonly zips: readonly string[];
}

export interface Cities {
  /** Returns the cities with exactly this key, in no particular order. */
  named(key: string): readonly City[];
  /** Returns the cities whose key begins with this one, including exact matches. */
  beginning(key: string): readonly City[];
  /** Returns the cities with a ZIP; empty if the ZIP is unknown. */
  ofZip(zip: string): readonly City[];
}

let cities: Cities | undefined;

/** Returns the index of cities. The first call builds it, which takes about 0.3 seconds and 30 MB. */
export function allCities(): Cities {
  cities ??= index(readCities());
  return cities;
}

/**
 * Returns a name in the form for comparisons: lowercase, without accents and punctuation, single spaces between words, a leading
 * St, Ft or Mt spelled out, O' and Mc joined to the next word. "St. Paul" and "saint paul" are equal.
 */
export function cityKey(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}.'’]/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/^(st|ft|mt) /, (_, word: keyof typeof SPELLED_OUT) => `${SPELLED_OUT[word]} `)
    .replace(/\b(o|d|mc) /g, '$1');
}

const SPELLED_OUT = { st: 'saint', ft: 'fort', mt: 'mount' };

/** Matches names of cities. Some rows are single mail receivers: "At&t", "Shell Oil Box 150". */
const CITY_NAME = /^[A-Za-z' -]+$/;

/** A line of `usZips`. */
interface Zip {
  readonly zip: string;
  /** Two letters: of a state, a territory or a military area. */
  readonly state: string;
  readonly city: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

let zips: ReadonlyMap<string, Zip> | undefined;

/** Every ZIP of the US, read when first needed. */
function allZips(): ReadonlyMap<string, Zip> {
  zips ??= new Map(usZips.trim().split('\n').map(readZip));
  return zips;
}

function readZip(line: string): [string, Zip] {
  const [zip = '', state = '', city = '', latitude, longitude] = line.split('\t');
  return [zip, { zip, state, city, latitude: Number(latitude), longitude: Number(longitude) }];
}

function readCities(): City[] {
  const others = otherCityNames.flatMap(({ city, state, zips }) => zips.map((zip) => ({ city, state, zip })));
  const rows = [...allZips().values(), ...others].filter(({ city }) => CITY_NAME.test(city));
  const byName = Map.groupBy(rows, ({ city, state }) => `${state} ${city}`);
  return Array.from(byName.values()).flatMap((sameName) => {
    const { city, state } = sameName[0] ?? { city: '', state: '' };
    if (!isStateCode(state)) return [];
    const zips = mainAreasFirst(sameName.map(({ zip }) => zip));
    return [{ name: spell(city), state, key: cityKey(city), zips }];
  });
}

/** Returns the usual spelling. `usZips` has "Mckinney", "Mc Lean" and "O Fallon". */
function spell(name: string): string {
  return name
    .replace(/\bMc ?([a-z])/gi, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/^O (?=[A-Z])/, "O'");
}

const earthRadiusMiles = 3958.56540656;

/** Returns the distance between two ZIPs in whole miles; undefined if one is unknown. */
export function milesBetween(from: string, to: string): number | undefined {
  const [here, there] = [allZips().get(from), allZips().get(to)];
  if (!here || !there) return undefined;
  const [lat, otherLat] = [radians(here.latitude), radians(there.latitude)];
  const cosine =
    Math.sin(lat) * Math.sin(otherLat) +
    Math.cos(lat) * Math.cos(otherLat) * Math.cos(radians(here.longitude - there.longitude));
  // Rounding can make the cosine of one point with itself larger than 1, of which there is no arc.
  return Math.round(Math.acos(Math.min(1, cosine)) * earthRadiusMiles);
}

function radians(degrees: number): number {
  return degrees * 0.017453292519943295;
}

/** The share of a city's ZIPs from which their first three digits are a main area. */
const MAIN_AREA = 0.1;

function mainAreasFirst(zips: readonly string[]): string[] {
  const sorted = zips.toSorted();
  const areas = Map.groupBy(sorted, (zip) => zip.slice(0, 3));
  const isMain = (zip: string): boolean =>
    (areas.get(zip.slice(0, 3))?.length ?? 0) >= sorted.length * MAIN_AREA;
  return [...sorted.filter(isMain), ...sorted.filter((zip) => !isMain(zip))];
}

function index(unsorted: readonly City[]): Cities {
  const sorted = unsorted.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const byZip = new Map<string, City[]>();
  for (const city of sorted) {
    for (const zip of city.zips) byZip.set(zip, [...(byZip.get(zip) ?? []), city]);
  }
  const firstFrom = (key: string): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.key ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    named: (key) => sorted.slice(firstFrom(key), firstFrom(`${key}\0`)),
    beginning: (key) => sorted.slice(firstFrom(key), firstFrom(`${key}\uffff`)),
    ofZip: (zip) => byZip.get(zip) ?? [],
  };
}
