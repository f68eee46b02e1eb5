/** Suggests addresses without a maps provider, by completing the city or ZIP at the end of the typed text (D40). */
import type { AddressSuggestion } from '../../api/address-suggestion.ts';
import { allCities, type City, cityKey, milesBetween } from './cities.ts';
import {
  endsStreetOrBeginsCity,
  isStreetOrSaint,
  isStreetWord,
  isWholeStreet,
  mayBecomeStreetWord,
  namesStreet,
} from './street.ts';
import {
  asTyped,
  readTypedAddress,
  type StateReading,
  type TypedAddress,
  type TypedWord,
} from './typed-address.ts';

const MAX_QUERY = 200;
const MAX_PLACES = 5;
/** Matches characters that no field accepts (D9). Doesn't match line breaks and tabs, because parsing turns them into spaces. */
const NOT_TEXT = /[^\P{C}\s]/u;
const LONGEST_CITY = 6;
/** Minimum number of letters of a city's name that must be typed before the name is completed. */
const SHORTEST_BEGINNING = 3;
/** Factor for the weight of a city whose whole name was typed, not only the beginning of the name. */
const EXACT = 10;
/** The smallest distance, in miles, that `pull` uses. All cities within this distance of the ZIP `near` count as equally near. */
const NEARBY_MILES = 10;

/** Answers that the page sends with the typed street: the chosen state, and the ZIP of an earlier address. */
export type Surroundings = { readonly state?: string | undefined; readonly near?: string | undefined };

/** A possible reading of the typed words: a city, and the words before the city's name as the street. */
interface Candidate {
  readonly city: City;
  readonly street: string;
  /** Number of typed words that belong to the city's name. */
  readonly words: number;
  readonly exact: boolean;
}

/** A possible division of the typed words into a street and a city name. The city name may be incomplete. */
type Division = ReturnType<typeof divisions>[number];

/**
 * Returns up to five suggestions of city, state and ZIP for a typed address whose last word may be incomplete. Labels omit the
 * street, because we can't know whether it exists in the city. Cities in the chosen state come first.
 */
export function findAddresses(query: string, around: Surroundings = {}): readonly AddressSuggestion[] {
  if (query.length > MAX_QUERY || NOT_TEXT.test(query)) return [];
  const address = readTypedAddress(query);
  const candidates = address.zip.length === 5 ? candidatesByZip(address) : candidatesByName(address, around);
  return placesOf(candidates, address.zip, around);
}

/** Returns cities that match the typed name. Prefers readings with a complete name and state, then those with a complete name. */
function candidatesByName(address: TypedAddress, around: Surroundings): readonly Candidate[] {
  const read = (match: StateReading['match']): Candidate[] =>
    mostLikelyFirst(
      address.readings
        .filter((reading) => reading.match === match)
        .flatMap((reading) => citiesByName(reading, address)),
      around,
    );
  const exact = (candidates: readonly Candidate[]) => candidates.filter((candidate) => candidate.exact);
  const [inState, inPartOfStates, anywhere] = [read('full'), read('partial'), read('none')];
  const anywhereIfExact = exact(anywhere).length > 0 ? anywhere : [];
  const preferred = [exact(inState), anywhereIfExact, exact(inPartOfStates), inState, anywhere];
  return preferred.find((candidates) => candidates.length > 0) ?? [];
}

/**
 * Returns the cities that match the longest possible name. If the name's first word could also end the street, as in West Fargo,
 * also returns cities that match without this word.
 */
function citiesByName(reading: StateReading, address: TypedAddress): Candidate[] {
  const candidates: Candidate[] = [];
  for (const division of divisions(reading)) {
    const found = citiesOf(division, reading, address);
    candidates.push(...found);
    if (found.length > 0 && !endsStreetOrBeginsCity(division.city[0]?.text ?? '')) break;
  }
  return candidates;
}

function citiesOf({ street, city, key }: Division, { states }: StateReading, address: TypedAddress) {
  const mayGoOn = key.length >= SHORTEST_BEGINNING && address.zip === '';
  const found = mayGoOn ? allCities().beginning(key) : allCities().named(key);
  const first = city[0]?.text ?? '';
  return found
    .filter(
      ({ state, zips }) => (!states || states.has(state)) && zips.some((zip) => zip.startsWith(address.zip)),
    )
    .map((candidate) => ({
      city: candidate,
      street: asTyped(address, street),
      // The word "St" is not counted, because it may be the end of the street, as in "100 Main St Louisville".
      words: isStreetOrSaint(first) ? city.length - 1 : city.length,
      exact: candidate.key === key,
    }));
}

function mostLikelyFirst(candidates: readonly Candidate[], { state, near }: Surroundings): Candidate[] {
  const pulls = new Map(candidates.map(({ city }) => [city, pull(city, near)]));
  const weight = ({ city, exact }: Candidate) => (pulls.get(city) ?? 0) * (exact ? EXACT : 1);
  const isChosen = ({ city }: Candidate) => Number(city.state === state);
  return candidates.toSorted(
    (a, b) =>
      isChosen(b) - isChosen(a) ||
      b.words - a.words ||
      weight(b) - weight(a) ||
      (a.city.key + a.city.state < b.city.key + b.city.state ? -1 : 1),
  );
}

/** Returns the weight of a city, calculated from its number of ZIPs and its distance from `near` (Reilly's law). */
function pull({ zips }: City, near: string | undefined): number {
  const miles = near ? zips.flatMap((zip) => milesBetween(near, zip) ?? []) : [];
  return miles.length > 0 ? zips.length / Math.max(NEARBY_MILES, Math.min(...miles)) ** 2 : zips.length;
}

/** Returns the cities of a completely typed ZIP, even if the typed name belongs to a different city in the same state. */
function candidatesByZip(address: TypedAddress): Candidate[] {
  const cities = allCities().ofZip(address.zip);
  const readings = address.readings.filter(
    ({ states }) => !states || cities.some(({ state }) => states.has(state)),
  );
  const complete = (meant: readonly City[], street: readonly TypedWord[]): Candidate[] =>
    meant.map((city) => ({ city, street: asTyped(address, street), words: 0, exact: true }));

  for (const { street, city, key } of readings.flatMap(divisions)) {
    const meant = cities.filter((known) => known.key.startsWith(key) && key.length >= SHORTEST_BEGINNING);
    if (meant.length > 0) return complete(meant, street);
    const sameName = allCities().named(key);
    const isNeighbor = sameName.some(({ state }) => state === cities[0]?.state);
    if (isNeighbor || city[0]?.afterComma) return complete(cities, street);
  }
  const words = readings[0]?.words ?? [];
  const namesOther = address.readings.some((one) => one.match === 'full' && !readings.includes(one));
  const isStreet = namesStreet(texts(words)) && (!namesOther || isStreetWord(words.at(-1)?.text ?? ''));
  return isStreet ? complete(cities, words) : [];
}

/** Returns plausible splits into street and city, longest city first. Without a comma or state, the street must look complete. */
function divisions({ states, words }: StateReading) {
  const lastComma = words.findLastIndex(({ afterComma }) => afterComma);
  const first = Math.max(words.length - LONGEST_CITY, lastComma, 1);
  return words.flatMap((word, start) => {
    if (start < first) return [];
    const street = words.slice(0, start);
    const city = words.slice(start);
    const isSeparated = states !== undefined || word.afterComma;
    const whole = isStreetOrSaint(word.text) ? words.slice(0, start + 1) : street;
    const isStreet = namesStreet(texts(street)) && (isSeparated || isWholeStreet(texts(whole)));
    const mayBeStreet = states === undefined && city.length === 1 && mayBecomeStreetWord(word.text);
    if (!isStreet || mayBeStreet) return [];
    return [{ street, city, key: cityKey(texts(city).join(' ')) }];
  });
}

function texts(words: readonly TypedWord[]): string[] {
  return words.map(({ text }) => text);
}

/** Returns up to five suggestions, one for each city. If there are fewer than five cities, adds more ZIPs of the first cities. */
function placesOf(
  candidates: readonly Candidate[],
  typedZip: string,
  { near }: Surroundings,
): AddressSuggestion[] {
  const byCity = new Map(candidates.map((candidate) => [candidate.city, candidate]));
  const chosen = [...byCity.values()].slice(0, MAX_PLACES);
  let placesLeft = MAX_PLACES - chosen.length;
  return chosen.flatMap(({ city, street }) => {
    const fitting = city.zips.filter((zip) => zip.startsWith(typedZip));
    const zips = (near ? nearestFirst(fitting, near) : fitting).slice(0, 1 + placesLeft);
    placesLeft -= zips.length - 1;
    return zips.map((zip) => placeOf(street, city, zip));
  });
}

function nearestFirst(zips: readonly string[], near: string): readonly string[] {
  const miles = new Map(zips.map((zip) => [zip, milesBetween(near, zip) ?? 0]));
  return zips.toSorted((a, b) => (miles.get(a) ?? 0) - (miles.get(b) ?? 0));
}

function placeOf(street: string, { name, state, key }: City, zip: string): AddressSuggestion {
  return {
    id: `${zip}-${key.replaceAll(' ', '-')}`,
    label: `${name}, ${state} ${zip}`,
    addressLine: street,
    addressCity: name,
    addressState: state,
    addressPostalCode: zip,
  };
}
