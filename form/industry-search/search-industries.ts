/**
 * Finds the industry a person means by a code, a word of its title, an everyday word of the trade, part of one, or a
 * misspelt one (spec section 1, D39). The same query always gives the same list.
 */
import { type Industry, industries } from '../lists/industries.ts';
import { industriesOfCodes, isDigits, replacedCode, saysCode } from './industries-of-codes.ts';
import { resemblingTexts } from './resembling-texts.ts';
import { type Entry, makeIndex, type SearchIndex, type Trade, wordsOf } from './search-index.ts';

/** Stop words: they do not describe a trade, and are ignored where they would prevent a match. */
const emptyWords = new Set(
  (
    'a an and the of for in my our i we shop store place service services company co business inc llc firm ' +
    'contractor contractors work repair builder installer agency mobile stand driver guy freelance freelancer'
  ).split(' '),
);

/** Characters of a query that are looked at. */
const longestQuery = 100;

const making = makeIndex(industries);
let made: SearchIndex | undefined;

/**
 * Does the next part of what the first search would otherwise do before it searches, each a few milliseconds; false
 * once nothing is left. To be called while nothing else is to be done.
 */
export function prepareSearch(): boolean {
  if (made) return false;
  const { done, value } = making.next();
  if (done) made = value;
  return !done;
}

function index(): SearchIndex {
  while (prepareSearch());
  return made as SearchIndex;
}

/**
 * All industries that match, best first. A code finds its industries and no others. Words find titles and everyday words
 * that begin as typed (an everyday word before a title) or with the same stem, then similar ones; where no industry has
 * all the words, those that have some. Case, accents, punctuation and extra spaces do not matter. A blank query finds
 * nothing.
 */
export function searchIndustries(query: string): readonly Industry[] {
  const typed = typedWords(query);
  const coded = industriesOfCodes(typed);
  if (coded.length > 0 || saysCode(typed)) return coded;

  const words = typed.filter((word) => !isDigits(word));
  const telling = words.filter((word) => !emptyWords.has(word));
  const meant = telling.length > 0 ? telling : words;
  if (meant.length === 0) return [];

  const stems = meant.map(stemOf);
  const begun = ranked(
    new Set([words, meant, stems].flatMap(entriesWithAll)),
    (entry) => rankAsMeant(entry, words, meant) ?? after(2000, rankOf(entry, stems)),
  );
  const found = [...begun, ...resembling(meant)];
  const best = found.length > 0 ? found : matchesOfSome(meant);
  return [...new Set(best)].map((entry) => entry.industry);
}

/**
 * The six digits of a query that is a retired NAICS code, or one of a tax return, in whose place other codes are found;
 * undefined for every other query.
 */
export function replacedIn(query: string): string | undefined {
  return replacedCode(typedWords(query));
}

function typedWords(query: string): readonly string[] {
  return wordsOf(query.slice(0, longestQuery));
}

/** Entries, those that have a rank, lowest first, those of one rank in the order of their codes. */
function ranked(entries: Iterable<Entry>, rank: (entry: Entry) => number | undefined): readonly Entry[] {
  return [...entries]
    .flatMap((entry) => {
      const its = rank(entry);
      return its === undefined ? [] : [{ entry, rank: its }];
    })
    .sort((a, b) => a.rank - b.rank || a.entry.at - b.entry.at)
    .map(({ entry }) => entry);
}

/** The entries in which each part begins a word, or is the plural of one, in the order of their codes. */
function entriesWithAll(parts: readonly string[]): readonly Entry[] {
  const { entries } = index();
  const held = new Uint8Array(entries.length);
  for (const [at, part] of parts.entries())
    for (const word of wordsBegunBy(part))
      for (const entry of index().entriesOf.get(word) ?? []) if (held[entry] === at) held[entry] = at + 1;
  return entries.filter((_, at) => held[at] === parts.length);
}

/** The words of the list that begin with a part, and those of which it is the plural. */
function wordsBegunBy(part: string): readonly string[] {
  const { words } = index();
  const first = placeOf(part);
  let end = first;
  while (words[end]?.startsWith(part)) end += 1;
  const singulars = ['s', 'es']
    .filter((ending) => part.endsWith(ending))
    .map((ending) => part.slice(0, -ending.length));
  return [...words.slice(first, end), ...singulars];
}

/** The place of the first word of the list that does not come before this one. */
function placeOf(word: string): number {
  const { words } = index();
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * What resembles the words, best first. Of several words each must be there by itself: "golf course" as a whole
 * resembles "legal counsel", of which neither word does.
 */
function resembling(words: readonly string[]): readonly Entry[] {
  const found = resemblingEntries(words.join(' '));
  if (words.length === 1 || found.length === 0) return found;
  const holders = words.map((word) => new Set(resemblingEntries(word)));
  return found.filter((entry) =>
    words.every((word, at) => rankOf(entry, [word]) !== undefined || holders[at]?.has(entry)),
  );
}

function resemblingEntries(query: string): readonly Entry[] {
  return resemblingTexts(index(), query).map(({ entry }) => entry);
}

/** Where no industry holds all the words: those that hold most of them. Of misspelt words the longest tells most. */
function matchesOfSome(words: readonly string[]): readonly Entry[] {
  const known = words.map(ranksOfWord).filter((ranks) => ranks.size > 0);
  const unknown = words.filter((word) => ranksOfWord(word).size === 0);
  const [longest] = unknown.toSorted((a, b) => b.length - a.length);
  const resembled = longest === undefined ? [] : resemblingEntries(longest);
  const held = [...known, new Map(resembled.map((entry, at) => [entry, 1000 + at]))];
  return ranked(new Set(held.flatMap((its) => [...its.keys()])), (entry) => {
    const ranks = held.map((its) => its.get(entry)).filter((rank) => rank !== undefined);
    const missing = words.length - ranks.length;
    return missing * 10_000 + Math.min(...ranks);
  });
}

/** The industries in which a word, or else its stem, begins one of theirs. */
function ranksOfWord(word: string): ReadonlyMap<Entry, number> {
  const begun = (typed: string) =>
    entriesWithAll([typed]).flatMap((entry) => {
      const rank = rankOf(entry, [typed]);
      return rank === undefined ? [] : [[entry, rank] as const];
    });
  const found = begun(word);
  return new Map(found.length > 0 ? found : begun(stemOf(word)));
}

/** What a roofer and roofing, a fence and fencing have in common. */
function stemOf(word: string): string {
  return word.replace(/(?<=.{4})(?:ing|ers?|ists?|s)$/, '');
}

/**
 * How well an industry matches all words, or else those that tell something. “Drone services” is about drones: an
 * industry with “services” in its title is not for that reason before one that drones stand for.
 */
function rankAsMeant(entry: Entry, words: readonly string[], meant: readonly string[]): number | undefined {
  const rank = rankOf(entry, words);
  if (rank !== undefined && rank < scattered) return rank;
  return after(rank === undefined ? 1000 : 999.5, rankOf(entry, meant));
}

/** The rank of an industry whose words are in several texts. */
const scattered = 700;

/**
 * How well an industry matches by the beginnings of words: lower is better, undefined is not at all. The places of
 * everyday words spread over the fifty that begin with their rank, and those that begin as typed come before those that
 * have it further on: “rest” is a restaurant rather than a fire restoration.
 */
function rankOf(entry: Entry, words: readonly string[]): number | undefined {
  const query = words.join(' ');
  if (!allBegin(words, entry.allWords)) return undefined;

  const begun = entry.trades.filter((trade) => allBegin(words, trade.words));
  const whole = begun.filter((trade) => allWhole(words, trade.words));
  const same = whole.filter((trade) => trade.words.length === words.length);
  if (same.length > 0) return 100 + likeliest(same);
  if (whole.length > 0) return 200 + likeliest(whole) + further(query, whole);
  if (begun.length > 0 && likeliest(begun) === 0) return 300 + further(query, begun);
  if (entry.title.startsWith(query)) return 400;
  if (begun.length > 0) return 500 + likeliest(begun) + further(query, begun);
  return allBegin(words, entry.titleWords) ? 600 : scattered;
}

/** By how much trades rank lower if none begins as typed. */
function further(query: string, trades: readonly Trade[]): number {
  return trades.some((trade) => trade.words.join(' ').startsWith(query)) ? 0 : 50;
}

/** A rank behind all those of what comes closer to the query as it was typed. */
function after(others: number, rank: number | undefined): number | undefined {
  return rank === undefined ? undefined : others + rank;
}

function likeliest(trades: readonly Trade[]): number {
  return Math.min(...trades.map((trade) => trade.step));
}

function allBegin(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((part) => words.some((word) => word.startsWith(part) || isPluralOf(part, word)));
}

function allWhole(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((part) => words.some((word) => word === part || isPluralOf(part, word)));
}

function isPluralOf(typed: string, word: string): boolean {
  return typed === `${word}s` || typed === `${word}es`;
}
