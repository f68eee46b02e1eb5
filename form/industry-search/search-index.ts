/**
 * The industries as their search sees them, and what holds which words and letters, so that one keystroke looks at few
 * of them.
 */
import { withoutInvisible } from '../field-types/invisible.ts';
import type { Industry } from '../lists/industries.ts';
import { industryWords } from '../lists/industry-words.ts';

/** An everyday word or words for an industry. `step` is 0 where the industry is the likeliest one meant. */
export interface Trade {
  readonly words: readonly string[];
  readonly step: number;
}

/** An industry as the search sees it: everything folded to lower case without marks. */
export interface Entry {
  /** Its place in the list, which is in the order of the codes. */
  readonly at: number;
  readonly industry: Industry;
  readonly title: string;
  readonly titleWords: readonly string[];
  readonly trades: readonly Trade[];
  readonly allWords: readonly string[];
}

/** A text that a misspelt query is compared with: a title, or an everyday word. */
export interface Text {
  readonly entry: Entry;
  readonly text: string;
  readonly step: number;
  /** Fuse's: the more words it has, the less a match in it counts. */
  readonly norm: number;
}

export interface SearchIndex {
  readonly entries: readonly Entry[];
  /** All words of all entries, sorted. */
  readonly words: readonly string[];
  /** The places of the entries that have a word. */
  readonly entriesOf: ReadonlyMap<string, readonly number[]>;
  /** The likeliest first: texts that match equally well are found in this order. */
  readonly texts: readonly Text[];
  /** The places of the texts that hold two letters side by side. */
  readonly textsOf: ReadonlyMap<string, readonly number[]>;
}

/** Lower-case words without marks or punctuation: "Women's Café" is womens and cafe. */
export function wordsOf(text: string): readonly string[] {
  return withoutInvisible(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Every two neighbouring letters of a text. */
export function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}

/** How much is made in one part: some ten milliseconds on a slow phone. */
const entriesAtOnce = 64;
const textsAtOnce = 256;

/** Makes the index in parts, so that a slow phone can do something else between two of them. */
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

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
