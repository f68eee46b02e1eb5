/** Indexes the industries by words and by pairs of letters, so a search checks only a few industries at each keystroke. */
import { withoutInvisible } from '../field-types/invisible.ts';
import type { Industry } from '../lists/industries.ts';
import { industryWords } from '../lists/industry-words.ts';

/** A name that owners use for their trade, such as "pizza", with one of the industries that the name can mean. */
export interface Trade {
  readonly words: readonly string[];
  /** The rank of this industry among all industries that the name can mean. The likeliest industry has rank 0. */
  readonly step: number;
}

/** An industry with its words in lowercase and without accents. */
export interface Entry {
  /** The industry's index in the list of industries, which is sorted by code. */
  readonly at: number;
  readonly industry: Industry;
  readonly title: string;
  readonly titleWords: readonly string[];
  readonly trades: readonly Trade[];
  readonly allWords: readonly string[];
}

/** A text with which a misspelled query is compared: an industry's title, or a name that owners use for their trade. */
export interface Text {
  readonly entry: Entry;
  readonly text: string;
  readonly step: number;
  /** The weight that Fuse.js gives a match with this text. Texts with more words have a smaller weight. */
  readonly norm: number;
}

export interface SearchIndex {
  readonly entries: readonly Entry[];
  /** All words of all entries, sorted. */
  readonly words: readonly string[];
  /** The indexes of the entries that contain a word, keyed by word. */
  readonly entriesOf: ReadonlyMap<string, readonly number[]>;
  /** All texts, sorted by `step`, so a name's likeliest industry comes first. The search keeps this order for equal matches. */
  readonly texts: readonly Text[];
  /** The indexes of the texts that contain a pair of letters, keyed by pair. */
  readonly textsOf: ReadonlyMap<string, readonly number[]>;
}

/** Returns the words of a text in lowercase, without accents and punctuation: "womens" and "cafe" for "Women's Café". */
export function wordsOf(text: string): readonly string[] {
  return withoutInvisible(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Returns all pairs of neighboring letters of a text. */
export function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}

/** Number of entries to index before a pause. Indexing them takes about ten milliseconds on a slow phone. */
const entriesAtOnce = 64;
/** Number of texts to index before a pause. Indexing them takes about ten milliseconds on a slow phone. */
const textsAtOnce = 256;

/** Builds the index, and yields after each part, so the page can respond to input between parts. */
export function* makeIndex(industries: readonly Industry[]): Generator<void, SearchIndex> {
  const trades = new Map<string, Trade[]>();
  for (const [lines, [texts, codes]] of Object.entries(industryWords).entries()) {
    if (lines % entriesAtOnce === 0) yield;
    for (const words of texts.split(',').map(wordsOf))
      for (const [step, code] of codes.entries()) addTo(trades, code, { words, step });
  }

  const entries: Entry[] = [];
  const entriesOf = new Map<string, number[]>();
  for (const industry of industries) {
    if (entries.length % entriesAtOnce === 0) yield;
    const entry = makeEntry(industry, entries.length, trades.get(industry.code) ?? []);
    entries.push(entry);
    for (const word of new Set(entry.allWords)) addTo(entriesOf, word, entry.at);
  }
  yield;
  const words = [...entriesOf.keys()].sort();
  yield;
  const texts = entries.flatMap(makeTexts).sort((a, b) => a.step - b.step);

  const textsOf = new Map<string, number[]>();
  for (const [at, { text }] of texts.entries()) {
    if (at % textsAtOnce === 0) yield;
    for (const pair of new Set(pairsOf(text))) addTo(textsOf, pair, at);
  }
  return { entries, words, entriesOf, texts, textsOf };
}

function makeEntry(industry: Industry, at: number, trades: readonly Trade[]): Entry {
  const titleWords = wordsOf(industry.title);
  const allWords = [...titleWords, ...trades.flatMap((trade) => trade.words)];
  return { at, industry, title: titleWords.join(' '), titleWords, trades, allWords };
}

function makeTexts(entry: Entry): readonly Text[] {
  const text = (words: readonly string[], step: number): Text => ({
    entry,
    text: words.join(' '),
    step,
    norm: Math.round(1000 / Math.sqrt(words.length)) / 1000,
  });
  const { titleWords, trades } = entry;
  return [text(titleWords, 0), ...trades.map(({ words, step }) => text(words, step))];
}

/** Adds a value to the list of a key. Creates the list if the key has none. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
