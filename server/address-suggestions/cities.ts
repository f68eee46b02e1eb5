/** Finds cities of the 50 states and DC by name, by the beginning of a name, or by ZIP. Also measures distances (D40). */
import { isStateCode } from '../../form/lists/states.ts';
import { usZips } from './us-zips.ts';

/** Suburbs that the post office accepts as the city of an address. `usZips` lists their ZIPs under a larger city (D40). */
export const otherCityNames = [
  { city: 'Bloomington', state: 'MN', zips: ['55420', '55425', '55431', '55437', '55438'] },
] as const;

/** A city of one state. Several states can have a city with the same name. */
export interface City {
  /** The city's name in its usual spelling. */
  readonly name: string;
  readonly state: string;
  /** The city's name, normalized by `cityKey`. */
  readonly key: string;
  /**
   * The city's ZIPs in ascending order, except that ZIPs whose first three digits are rare in the city come last. Such a ZIP
   * often belongs to one company.
   */
  readonly zips: readonly string[];
}

let cities: ReturnType<typeof index> | undefined;

/** Returns the index of cities. The first call builds the index, which takes about 0.3 seconds and 30 MB. */
export function allCities() {
  cities ??= index(readCities());
  return cities;
}

/** Normalizes a city's name for comparisons: ignores case, accents and punctuation, and reads "St. Paul" as "saint paul". */
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

/** Matches names of cities. Doesn't match mail recipients, such as "Shell Oil Box 150", which `usZips` lists like cities. */
const CITY_NAME = /^[A-Za-z' -]+$/;

let zips: ReadonlyMap<string, ReturnType<typeof readZip>> | undefined;

/** Returns all ZIPs of the US. The first call parses `usZips`. */
function allZips() {
  zips ??= new Map(
    usZips
      .trim()
      .split('\n')
      .map(readZip)
      .map((read) => [read.zip, read]),
  );
  return zips;
}

/** Parses a line of `usZips`. The state may also be a territory or a military area. The coordinates are in degrees. */
function readZip(line: string) {
  const [zip = '', state = '', city = '', latitude, longitude] = line.split('\t');
  return { zip, state, city, latitude: Number(latitude), longitude: Number(longitude) };
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

/** Returns the usual spelling of a city's name. `usZips` contains spellings such as "Mckinney", "Mc Lean" and "O Fallon". */
function spell(name: string): string {
  return name
    .replace(/\bMc ?([a-z])/gi, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/^O (?=[A-Z])/, "O'");
}

const earthRadiusMiles = 3958.56540656;

/** Returns the distance between two ZIPs in whole miles, or undefined if one of the ZIPs is unknown. */
export function milesBetween(from: string, to: string): number | undefined {
  const [here, there] = [allZips().get(from), allZips().get(to)];
  if (!here || !there) return undefined;
  const [lat, otherLat] = [radians(here.latitude), radians(there.latitude)];
  const cosine =
    Math.sin(lat) * Math.sin(otherLat) +
    Math.cos(lat) * Math.cos(otherLat) * Math.cos(radians(here.longitude - there.longitude));
  // For two identical points, rounding can make the cosine larger than 1, and acos would then return NaN.
  return Math.round(Math.acos(Math.min(1, cosine)) * earthRadiusMiles);
}

const radians = (degrees: number) => degrees * 0.017453292519943295;

/** If less than this share of a city's ZIPs begin with the same three digits, these digits are rare in the city. */
const MAIN_AREA = 0.1;

function mainAreasFirst(zips: readonly string[]): string[] {
  const sorted = zips.toSorted();
  const areas = Map.groupBy(sorted, (zip) => zip.slice(0, 3));
  const { main = [], rare = [] } = Object.groupBy(sorted, (zip) =>
    (areas.get(zip.slice(0, 3))?.length ?? 0) >= sorted.length * MAIN_AREA ? 'main' : 'rare',
  );
  return [...main, ...rare];
}

function index(unsorted: readonly City[]) {
  const sorted = unsorted.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const byZip = new Map<string, City[]>();
  for (const city of sorted) for (const zip of city.zips) byZip.set(zip, [...(byZip.get(zip) ?? []), city]);
  /** Returns the index of the first city whose key is `key` or comes after `key`. */
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
    /** Returns the cities whose key equals `key`, in no particular order. */
    named: (key: string): readonly City[] => sorted.slice(firstFrom(key), firstFrom(`${key}\0`)),
    /** Returns the cities whose key begins with `key`. */
    beginning: (key: string): readonly City[] => sorted.slice(firstFrom(key), firstFrom(`${key}\uffff`)),
    ofZip: (zip: string): readonly City[] => byZip.get(zip) ?? [],
  };
}
