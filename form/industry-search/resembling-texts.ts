/** Finds texts that resemble a misspelled word (D39), like Fuse.js with a threshold of 0.3, but fast enough for slow phones. */
import { addTo, pairsOf, type SearchIndex, type Text } from './search-index.ts';

/** Maximum share of the pattern's letters that can be wrong, missing or extra in a match. */
const threshold = 0.3;

/** Maximum number of a query's letters that are compared. The search time grows with the square of this number. */
export const longestPattern = 16;

/** Returns the texts that contain something similar to the first `longestPattern` letters of a query, best match first. */
export function resemblingTexts(index: SearchIndex, query: string): readonly Text[] {
  const pattern = query.slice(0, longestPattern);
  const mostErrors = Math.floor(threshold * pattern.length);
  const masks = masksOf(pattern);
  const byScore = new Map<number, Text[]>();
  for (const text of candidates(index, pattern, mostErrors)) {
    const holdsIt = text.text.includes(pattern);
    if (!holdsIt && mostErrors === 0) continue;
    const errors = holdsIt ? 0 : fewestErrors(text.text, masks, pattern.length, mostErrors);
    if (errors > mostErrors) continue;
    addTo(byScore, scoreOf(text, pattern, errors), text);
  }
  return [...byScore].sort(([one], [other]) => one - other).flatMap(([, texts]) => texts);
}

/**
 * Returns the texts that contain enough of the pattern's pairs of neighboring letters to match the pattern. Each error changes at
 * most two pairs, so at most two pairs per error may be missing. The first, third, fifth … pair share no letters, so at most one
 * of these per error may be missing.
 */
function candidates(index: SearchIndex, pattern: string, mostErrors: number): readonly Text[] {
  const pairs = pairsOf(pattern);
  if (pairs.length === 0) return index.texts;
  const held = new Uint8Array(index.texts.length);
  const heldApart = new Uint8Array(index.texts.length);
  for (const [at, pair] of pairs.entries())
    for (const text of index.textsOf.get(pair) ?? []) {
      held[text] = (held[text] ?? 0) + 1;
      if (at % 2 === 0) heldApart[text] = (heldApart[text] ?? 0) + 1;
    }
  const needed = pairs.length - 2 * mostErrors;
  const neededApart = Math.floor(pattern.length / 2) - mostErrors;
  return index.texts.filter((_, at) => (held[at] ?? 0) >= needed && (heldApart[at] ?? 0) >= neededApart);
}

/** Maps the code of each letter to a bit mask of the letter's positions in the pattern. The lowest bit is the first position. */
function masksOf(pattern: string): readonly number[] {
  const masks: number[] = Array(128).fill(0);
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern.charCodeAt(at);
    masks[letter] = (masks[letter] ?? 0) | (1 << at);
  }
  return masks;
}

/**
 * Returns the number of wrong, missing or extra letters in the part of a text that is most similar to the pattern, or `most` + 1
 * if there are more than `most`. Uses the bitap algorithm of Wu and Manber. `length` is the pattern's length, at most 31.
 */
function fewestErrors(text: string, masks: readonly number[], length: number, most: number): number {
  const whole = 1 << (length - 1);
  /** `ending[n]` is a bit mask of the pattern's prefixes that, with at most n errors, end at the current letter of the text. */
  const ending = Array.from({ length: most + 1 }, (_, errors) => (1 << errors) - 1);
  let fewest = most + 1;
  for (let at = 0; at < text.length; at += 1) {
    const mask = masks[text.charCodeAt(at)] ?? 0;
    let before = 0;
    let now = 0;
    for (let errors = 0; errors < fewest; errors += 1) {
      const was = ending[errors] ?? 0;
      const same = ((was << 1) | 1) & mask;
      now = errors === 0 ? same : same | before | ((before | now) << 1) | 1;
      ending[errors] = now;
      before = was;
      if (now & whole) fewest = errors;
    }
  }
  return fewest;
}

/** Returns the score that Fuse.js would give a match. A lower score is better. Fewer errors and fewer words lower the score. */
function scoreOf({ text, norm }: Text, pattern: string, errors: number): number {
  const miss = text === pattern ? Number.EPSILON : Math.max(0.001, errors / pattern.length);
  return miss ** norm;
}
