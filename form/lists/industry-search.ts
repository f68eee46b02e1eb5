/**
 * Finds the industry a person means by a code, a word of its title, an everyday word of the trade, part of one, or a
 * misspelt one (spec section 1, D39). Pure: the same query always gives the same list.
 */
import Fuse from 'fuse.js/basic';
import { withoutInvisible } from '../fields/types/invisible.ts';
import { type Industry, industries } from './industries.ts';
import { industryWords } from './industry-words.ts';

/** An everyday word or words for an industry. `place` is 0 where the industry is the likeliest one meant. */
interface Trade {
  readonly words: readonly string[];
  readonly step: number;
}

/** An industry as the search sees it: everything folded to lower case without marks. */
interface Entry {
  readonly industry: Industry;
  readonly code: string;
  readonly title: string;
  readonly titleWords: readonly string[];
  readonly trades: readonly Trade[];
  readonly allWords: readonly string[];
}

/** One text that Fuse searches: a code, a title, or an everyday word. */
interface Text {
  readonly entry: Entry;
  readonly text: string;
  readonly step: number;
  /** Every two neighbouring letters of the text. */
  readonly pairs: ReadonlySet<string>;
}

/** Words that say nothing about the trade. They are left out where they would keep a match away. */
const emptyWords = new Set(
  (
    'a an and the of for in my our i we shop store place service services company co business inc llc firm ' +
    'contractor contractors work repair builder installer agency mobile stand driver guy'
  ).split(' '),
);

/** Past this length a query is no search any more. */
const longestQuery = 100;

/** Fuse's time grows with the square of this. What is longer was most likely found by its words. */
const longestFuzzyPattern = 16;

const threshold = 0.3;
const options = { keys: ['text'], threshold, ignoreLocation: true, isCaseSensitive: true };

/** Makes a value when it is first asked for, and keeps it. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const entries = once(makeEntries);
/** The likeliest first, because Fuse leaves texts that match equally well in this order. */
const texts = once(() =>
  entries()
    .flatMap(textsOf)
    .sort((a, b) => a.step - b.step),
);
const textIndex = once(() => Fuse.createIndex(options.keys, texts()).toJSON());

/**
 * What the first search would otherwise do before it searches, in parts, each of which takes a slow phone some 50 ms:
 * call one after the other while nothing else is to be done.
 */
export const preparations: readonly (() => void)[] = [entries, texts, textIndex];

/**
 * All industries that match, best first: code prefix, then words that begin as typed (an everyday word before a
 * title) or with the same stem, then fuzzy. Where nothing holds all the words, what holds some of them. Case, accents, punctuation and extra
 * spaces do not matter. A blank query gives none.
 */
export function searchIndustries(query: string): readonly Industry[] {
  const words = wordsOf(query.slice(0, longestQuery));
  const telling = words.filter((word) => !emptyWords.has(word));
  const meant = telling.length > 0 ? telling : words;
  if (meant.length === 0) return [];

  const stems = meant.map(stemOf);
  const begun = ranked(
    (entry) => rankOf(entry, words) ?? after(1000, rankOf(entry, meant)) ?? after(2000, rankOf(entry, stems)),
  );
  const found = [...begun, ...resembling(meant)];
  const best = found.length > 0 ? found : matchesOfSome(meant);
  return [...new Set(best)].map((entry) => entry.industry);
}

/** The entries that have a rank, lowest first, those of one rank in the order of their codes. */
function ranked(rank: (entry: Entry) => number | undefined): readonly Entry[] {
  return entries()
    .flatMap((entry) => {
      const its = rank(entry);
      return its === undefined ? [] : [{ entry, rank: its }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/**
 * What resembles the words, best first. Of several words each must be there by itself: "golf course" as a whole
 * resembles "legal counsel", of which neither word does.
 */
function resembling(words: readonly string[]): readonly Entry[] {
  const found = fuzzyMatches(words.join(' '));
  if (words.length === 1 || found.length === 0) return found;
  const holders = words.map((word) => new Set(fuzzyMatches(word)));
  return found.filter((entry) =>
    words.every((word, at) => rankOf(entry, [word]) !== undefined || holders[at]?.has(entry)),
  );
}

/** Where no industry holds all the words: those that hold most of them. Of misspelt words the longest tells most. */
function matchesOfSome(words: readonly string[]): readonly Entry[] {
  const known = words.map(ranksOfWord).filter((ranks) => ranks.size > 0);
  const unknown = words.filter((word) => ranksOfWord(word).size === 0);
  const [longest] = unknown.toSorted((a, b) => b.length - a.length);
  const resembled = longest === undefined ? [] : fuzzyMatches(longest);
  const held = [...known, new Map(resembled.map((entry, at) => [entry, 1000 + at]))];
  return ranked((entry) => {
    const ranks = held.map((its) => its.get(entry)).filter((rank) => rank !== undefined);
    const missing = words.length - ranks.length;
    return ranks.length > 0 ? missing * 10_000 + Math.min(...ranks) : undefined;
  });
}

/** The industries in which a word, or else its stem, begins one of theirs. */
function ranksOfWord(word: string): ReadonlyMap<Entry, number> {
  const begun = (typed: string) =>
    entries().flatMap((entry) => {
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
 * What Fuse finds, best first. Fuse takes too long over the whole list for one keystroke, so it is shown only the
 * texts that can match. An error spoils at most two of the pattern's pairs of neighbouring letters, so that a text
 * with all the errors the threshold allows still holds the other pairs; one that holds fewer is no match.
 */
function fuzzyMatches(query: string): readonly Entry[] {
  const pattern = query.slice(0, longestFuzzyPattern);
  const pairs = pairsOf(pattern);
  const needed = pairs.length - 2 * Math.floor(threshold * pattern.length);
  const records = textIndex().records.filter(({ i }) => {
    const held = texts()[i]?.pairs;
    return pairs.filter((pair) => held?.has(pair)).length >= needed;
  });
  const fuse = new Fuse(texts(), options, Fuse.parseIndex<Text>({ ...textIndex(), records }));
  return fuse.search(pattern).map(({ item }) => item.entry);
}

/**
 * How well an industry matches by code or by the beginnings of words: 0 is best, undefined is not at all. The places of
 * everyday words spread over the hundred that begins with their rank.
 */
function rankOf(entry: Entry, words: readonly string[]): number | undefined {
  const query = words.join(' ');
  if (entry.code.startsWith(query)) return 0;
  if (!allBegin(words, entry.allWords)) return undefined;

  const begun = entry.trades.filter((trade) => allBegin(words, trade.words));
  const whole = begun.filter((trade) => allWhole(words, trade.words));
  const same = whole.filter((trade) => trade.words.length === words.length);
  if (same.length > 0) return 100 + likeliest(same);
  if (whole.length > 0) return 200 + likeliest(whole);
  if (begun.length > 0 && likeliest(begun) === 0) return 300;
  if (entry.title.startsWith(query)) return 400;
  if (begun.length > 0) return 500 + likeliest(begun);
  return allBegin(words, entry.titleWords) ? 600 : 700;
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

/** Lower-case words without marks or punctuation: "Women's Café" is womens and cafe. */
function wordsOf(text: string): readonly string[] {
  return withoutInvisible(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function makeEntries(): readonly Entry[] {
  const trades = tradesByCode();
  return industries.map((industry) => {
    const { code } = industry;
    const titleWords = wordsOf(industry.title);
    const title = titleWords.join(' ');
    const own = trades.get(code) ?? [];
    const allWords = [code, ...titleWords, ...own.flatMap((trade) => trade.words)];
    return { industry, code, title, titleWords, trades: own, allWords };
  });
}

function textsOf(entry: Entry): readonly Text[] {
  const official = [entry.code, entry.title].map((text) => ({ text, step: 0 }));
  const everyday = entry.trades.map(({ words, step }) => ({ text: words.join(' '), step }));
  return [...official, ...everyday].map((text) => ({ ...text, entry, pairs: new Set(pairsOf(text.text)) }));
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}

function tradesByCode(): ReadonlyMap<string, readonly Trade[]> {
  const byCode = new Map<string, Trade[]>();
  for (const [texts, codes] of Object.entries(industryWords)) {
    for (const text of texts.split(',')) {
      for (const [step, code] of codes.entries()) {
        const trade = { words: wordsOf(text), step };
        byCode.set(code, [...(byCode.get(code) ?? []), trade]);
      }
    }
  }
  return byCode;
}
