/** Address suggestions without a maps provider: the city or ZIP at the end of what is typed, completed (D40). */
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

/** Characters that are looked at; longer text gets no suggestion. */
const MAX_QUERY = 200;
const MAX_PLACES = 5;
/** What no field takes (D9); line breaks and tabs become blanks. */
const NOT_TEXT = /[^\P{C}\s]/u;
/** Words in the longest city's name. */
const LONGEST_CITY = 6;
/** Letters from which the beginning of a city's name is looked up. */
const SHORTEST_BEGINNING = 3;
/** By how much the pull of a city of exactly the typed name counts more: the name may be only half typed. */
const EXACT = 10;
/** Miles within which no city is nearer than another. */
const ONE_NEIGHBOURHOOD = 10;

/** What the page knows besides the typed street. */
export interface Surroundings {
  /** The state already chosen for this address. */
  readonly state?: string | undefined;
  /** The ZIP of an address given before, near which this one probably is. */
  readonly near?: string | undefined;
}

/** A city that the typed words may name, with the words left over for the street. */
interface Candidate {
  readonly city: City;
  readonly street: string;
  /** Typed words that the city's name accounts for. */
  readonly words: number;
  readonly exact: boolean;
}

/** One way to divide typed words into a street and a city's name, complete or half typed. */
interface Division {
  readonly street: readonly TypedWord[];
  readonly city: readonly TypedWord[];
  /** The city's name as cityKey() has it. */
  readonly key: string;
}

/**
 * Completes city, state and ZIP behind a typed street, at most five times; the last of them may be half typed. It knows
 * no streets: the street stays as it was typed and is in no label, for nothing here says that a city has it. Cities of
 * the state already chosen come first, then those with the strongest pull(), which counts more where the name is exactly
 * the typed one. As long as several cities fit, each is suggested with its first ZIP; what room is left goes to further
 * ZIPs of the first. Only the 50 states and DC, and only ZIPs of their own state. A street alone gives nothing.
 */
export function findAddresses(query: string, around: Surroundings = {}): readonly AddressSuggestion[] {
  if (query.length > MAX_QUERY || NOT_TEXT.test(query)) return [];
  const address = readTypedAddress(query);
  const candidates = address.zip.length === 5 ? candidatesByZip(address) : candidatesByName(address, around);
  return placesOf(candidates, address.zip, around);
}

/** What is typed of the state decides first; a state spelled in full also rules out all others. */
function candidatesByName(address: TypedAddress, around: Surroundings): readonly Candidate[] {
  const read = (said: StateReading['said']): Candidate[] =>
    mostLikelyFirst(
      address.readings
        .filter((reading) => reading.said === said)
        .flatMap((reading) => citiesByName(reading, address)),
      around,
    );
  const exact = (candidates: readonly Candidate[]) => candidates.filter((candidate) => candidate.exact);
  const inState = read('wholly');
  const inPartOfStates = read('in part');
  const anywhere = read('not');
  const preferred = [
    exact(inState),
    exact(anywhere).length > 0 ? anywhere : [],
    exact(inPartOfStates),
    inState,
    anywhere,
  ];
  return preferred.find((candidates) => candidates.length > 0) ?? [];
}

/** The cities of the longest name that fits, and of shorter ones where the street may own the first word. */
function citiesByName(reading: StateReading, address: TypedAddress): Candidate[] {
  const candidates: Candidate[] = [];
  for (const division of divisions(reading)) {
    const found = citiesOf(division, reading, address);
    candidates.push(...found);
    if (found.length > 0 && !endsStreetOrBeginsCity(division.city[0]?.text ?? '')) break;
  }
  return candidates;
}

function citiesOf(
  { street, city, key }: Division,
  { states }: StateReading,
  address: TypedAddress,
): Candidate[] {
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
      // The "St" of "100 Main St Louisville" is a street's: it is no reason to prefer the village of Saint Louisville.
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

/**
 * How likely an address near a ZIP is one of a city: its size over the square of the distance (Reilly's law of retail
 * gravitation). The number of its ZIPs stands for its size. Without a known ZIP only the size counts.
 */
function pull({ zips }: City, near: string | undefined): number {
  const miles = near ? zips.flatMap((zip) => milesBetween(near, zip) ?? []) : [];
  return miles.length > 0 ? zips.length / Math.max(ONE_NEIGHBOURHOOD, Math.min(...miles)) ** 2 : zips.length;
}

/** The name, or names, of a whole ZIP. A neighbouring city's name that was typed with it gives way. */
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
    const isNeighbour = allCities()
      .named(key)
      .some(({ state }) => state === cities[0]?.state);
    if (isNeighbour || city[0]?.afterComma) return complete(cities, street);
  }
  const words = readings[0]?.words ?? [];
  const namesOther = address.readings.some(
    (reading) => reading.said === 'wholly' && !readings.includes(reading),
  );
  const isStreet = namesStreet(texts(words)) && (!namesOther || isStreetWord(words.at(-1)?.text ?? ''));
  return isStreet ? complete(cities, words) : [];
}

/**
 * All divisions that make sense, the longest city first. A city begins behind the last comma. Where neither comma nor
 * state tells the two apart, the street must be whole by itself, and a word that may belong to it is no city.
 */
function divisions({ states, words }: StateReading): Division[] {
  const lastComma = words.findLastIndex(({ afterComma }) => afterComma);
  const first = Math.max(words.length - LONGEST_CITY, lastComma, 1);
  return words.flatMap((word, start) => {
    if (start < first) return [];
    const street = words.slice(0, start);
    const city = words.slice(start);
    const isTold = states !== undefined || word.afterComma;
    const whole = isStreetOrSaint(word.text) ? words.slice(0, start + 1) : street;
    const isStreet = namesStreet(texts(street)) && (isTold || isWholeStreet(texts(whole)));
    const mayBeStreet = states === undefined && city.length === 1 && mayBecomeStreetWord(word.text);
    if (!isStreet || mayBeStreet) return [];
    return [{ street, city, key: cityKey(texts(city).join(' ')) }];
  });
}

function texts(words: readonly TypedWord[]): string[] {
  return words.map(({ text }) => text);
}

/**
 * The first ZIP of each of the first cities, or the nearest; then, as far as there is room, more of theirs, city by
 * city.
 */
function placesOf(
  candidates: readonly Candidate[],
  typedZip: string,
  { near }: Surroundings,
): AddressSuggestion[] {
  const chosen = [...new Map(candidates.map((candidate) => [candidate.city, candidate])).values()].slice(
    0,
    MAX_PLACES,
  );
  let room = MAX_PLACES - chosen.length;
  return chosen.flatMap(({ city, street }) => {
    const fitting = city.zips.filter((zip) => zip.startsWith(typedZip));
    const zips = (near ? nearestFirst(fitting, near) : fitting).slice(0, 1 + room);
    room -= zips.length - 1;
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
