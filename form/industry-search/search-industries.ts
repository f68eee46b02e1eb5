/** Finds industries by a code, or by words of a title or trade. Accepts incomplete and misspelled words (spec section 1, D39). */
import { type Industry, industries } from '../lists/industries.ts';
import { industriesOfCodes, isDigits, replacedCode, saysCode } from './industries-of-codes.ts';
import { resemblingTexts } from './resembling-texts.ts';
import { type Entry, makeIndex, type SearchIndex, type Trade, wordsOf } from './search-index.ts';

/** Words that don't describe a trade. The search ignores them if the query contains other words. */
const stopWords = new Set(
  (
    'a an and the of for in my our i we shop store place service services company co business inc llc firm ' +
    'contractor contractors work repair builder installer agency mobile stand driver guy freelance freelancer'
  ).split(' '),
);

/** Maximum number of characters of a query. The search ignores any further characters. */
const longestQuery = 100;

const building = makeIndex(industries);
let built: SearchIndex | undefined;

/** Builds the next part of the search index, in a few milliseconds. Returns false once the index is complete. */
export function prepareSearch(): boolean {
  if (built) return false;
  const { done, value } = building.next();
  if (done) built = value;
  return !done;
}

function index(): SearchIndex {
  while (prepareSearch());
  return built as SearchIndex;
}

/** The industries that match a query, in two lists. Each list starts with the best match. */
export interface IndustriesFound {
  /** Industries whose code was typed, or industries that contain all the typed words or their stems, apart from stop words. */
  readonly likely: readonly Industry[];
  /** Industries that resemble the query. If there are none and `likely` is empty, industries with some of the typed words. */
  readonly lessLikely: readonly Industry[];
}

/** Returns the industries that a query finds. If the query contains a code, returns only the code's industries, in `likely`. */
export function searchIndustries(query: string): IndustriesFound {
  const typed = typedWords(query);
  const coded = industriesOfCodes(typed);
  if (coded.length > 0 || saysCode(typed)) return { likely: coded, lessLikely: [] };

  const words = typed.filter((word) => !isDigits(word));
  const meant = meantOf(words);
  if (meant.length === 0) return { likely: [], lessLikely: [] };

  const stems = meant.map(stemOf);
  const begun = ranked(
    new Set([words, meant, stems].flatMap(entriesWithAll)),
    (entry) => rankAsMeant(entry, words, meant) ?? after(2000, rankOf(entry, stems)),
  );
  const similar = resembling(meant);
  const others = begun.length + similar.length > 0 ? similar : matchesOfSome(meant);
  const likely = new Set(begun);
  const lessLikely = new Set(others.filter((entry) => !likely.has(entry)));
  return { likely: industriesOf(likely), lessLikely: industriesOf(lessLikely) };
}

/** Returns a query's six digits if they are a retired NAICS code or a code from a tax return. */
export function replacedIn(query: string): string | undefined {
  return replacedCode(typedWords(query));
}

/**
 * Returns the industry's trade that a query matches, such as “lawn care”. Returns undefined if the query is a code or matches no
 * trade, or if the industry's title contains the typed words, because the title then shows why the search found the industry.
 */
export function tradeFound(query: string, industry: Industry): string | undefined {
  const typed = typedWords(query);
  const meant = meantOf(typed.filter((word) => !isDigits(word)));
  const entry = index().entries[industries.indexOf(industry)];
  if (!entry || meant.length === 0 || saysCode(typed) || allBegin(meant, entry.titleWords)) return undefined;
  const { trades } = entry;
  const stems = meant.map(stemOf);
  const found =
    trades.find((trade) => allWhole(meant, trade.words)) ??
    trades.find((trade) => allBegin(meant, trade.words)) ??
    trades.find((trade) => allBegin(stems, trade.words));
  return found?.words.join(' ');
}

/** A few industries of different kinds. The page offers them before anything is typed. */
export const exampleIndustries: readonly Industry[] = industriesOfCodes([
  '561730',
  '713910',
  '236118',
  '531311',
  '722511',
]);

function industriesOf(entries: ReadonlySet<Entry>): readonly Industry[] {
  return [...entries].map(({ industry }) => industry);
}

function meantOf(words: readonly string[]): readonly string[] {
  const described = words.filter((word) => !stopWords.has(word));
  return described.length > 0 ? described : words;
}

function typedWords(query: string): readonly string[] {
  return wordsOf(query.slice(0, longestQuery));
}

/** Returns the entries for which `rankOfEntry` returns a rank, sorted by rank, lowest first, and then by code. */
function ranked(
  entries: Iterable<Entry>,
  rankOfEntry: (entry: Entry) => number | undefined,
): readonly Entry[] {
  const ranks = new Map([...entries].map((entry) => [entry, rankOfEntry(entry)]));
  const rankFor = (entry: Entry) => ranks.get(entry) ?? Infinity;
  return [...ranks.keys()]
    .filter((entry) => ranks.get(entry) !== undefined)
    .sort((a, b) => rankFor(a) - rankFor(b) || a.at - b.at);
}

/** Returns the entries, sorted by code, in which each typed word is the beginning or the plural of one of the entry's words. */
function entriesWithAll(parts: readonly string[]): readonly Entry[] {
  const { entries, entriesOf } = index();
  const held = new Uint8Array(entries.length);
  for (const [at, part] of parts.entries())
    for (const word of wordsBegunBy(part))
      for (const entry of entriesOf.get(word) ?? []) if (held[entry] === at) held[entry] = at + 1;
  return entries.filter((_, at) => held[at] === parts.length);
}

/** Returns the words in the index that begin with the typed word. If it can be a plural, also returns its possible singulars. */
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

/** Returns the index of the given word in the sorted words, or of the first word after it if the list doesn't contain it. */
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

/** Returns the entries that resemble the query and each of its words, best first. So “golf course” finds no “legal counsel”. */
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

/**
 * Returns the entries that contain some of the words, the entries with the most words first. Also returns the entries that
 * resemble the longest of the words that no entry contains.
 */
function matchesOfSome(words: readonly string[]): readonly Entry[] {
  const ranksOfWords = words.map(ranksOfWord);
  const unknown = words.filter((_, at) => ranksOfWords[at]?.size === 0);
  const [longest] = unknown.toSorted((a, b) => b.length - a.length);
  const resembled = longest === undefined ? [] : resemblingEntries(longest);
  const held = [...ranksOfWords, new Map(resembled.map((entry, at) => [entry, 1000 + at]))];
  return ranked(new Set(held.flatMap((byEntry) => [...byEntry.keys()])), (entry) => {
    const ranks = held.map((byEntry) => byEntry.get(entry)).filter((rank) => rank !== undefined);
    const missing = words.length - ranks.length;
    return missing * 10_000 + Math.min(...ranks);
  });
}

/** Returns the rank of each entry that has a word beginning with `word`. If there is no such entry, uses the stem of `word`. */
function ranksOfWord(word: string): ReadonlyMap<Entry, number> {
  const begun = (typed: string) =>
    entriesWithAll([typed]).flatMap((entry) => {
      const rank = rankOf(entry, [typed]);
      return rank === undefined ? [] : [[entry, rank] as const];
    });
  const found = begun(word);
  return new Map(found.length > 0 ? found : begun(stemOf(word)));
}

/** Returns a word without its ending, such as “roof” for “roofer” and “roofing”. */
function stemOf(word: string): string {
  return word.replace(/(?<=.{4})(?:ing|ers?|ists?|s)$/, '');
}

/**
 * Returns an entry's rank for all typed words if the entry's title or one of its trades contains all of them. Otherwise returns
 * the rank for the words without stop words (`meant`), plus about 1000.
 */
function rankAsMeant(entry: Entry, words: readonly string[], meant: readonly string[]): number | undefined {
  const rank = rankOf(entry, words);
  if (rank !== undefined && rank < scattered) return rank;
  return after(rank === undefined ? 1000 : 999.5, rankOf(entry, meant));
}

/** The rank of an industry whose texts contain all the words, but no single text contains all of them. */
const scattered = 700;

/** Returns an entry's rank (lowest is best), or undefined if a typed word isn't the beginning or plural of a word of `entry`. */
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

/** Returns the number to add to a rank: 0 if any of the trades begins with the typed text, or else 50. */
function further(query: string, trades: readonly Trade[]): number {
  return trades.some((trade) => trade.words.join(' ').startsWith(query)) ? 0 : 50;
}

function after(others: number, rank: number | undefined): number | undefined {
  return rank === undefined ? undefined : others + rank;
}

function likeliest(trades: readonly Trade[]): number {
  return Math.min(...trades.map((trade) => trade.step));
}

function allBegin(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((part) => words.some((word) => word.startsWith(part) || isWordOrPlural(part, word)));
}

function allWhole(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((part) => words.some((word) => isWordOrPlural(part, word)));
}

function isWordOrPlural(typed: string, word: string): boolean {
  return typed === word || typed === `${word}s` || typed === `${word}es`;
}
