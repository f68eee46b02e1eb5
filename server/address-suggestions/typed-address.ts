/** Separates the ZIP and the state from the rest of a typed address. Doesn't separate the street from the city. */
import { states } from '../../form/lists/states.ts';

/** A word of the typed text, and the word's position in the text. */
export interface TypedWord {
  readonly text: string;
  readonly at: number;
  readonly afterComma: boolean;
}

/** A possible interpretation of the last words as a state, or as no state. An incomplete name can match several states. */
export interface StateReading {
  readonly states: ReadonlySet<string> | undefined;
  readonly match: 'none' | 'partial' | 'full';
  /** The words before the state. */
  readonly words: readonly TypedWord[];
}

export interface TypedAddress {
  readonly text: string;
  /** The typed digits of the ZIP: at most five, or an empty string. */
  readonly zip: string;
  /** All possible interpretations of the last words. The interpretation without a state comes last. */
  readonly readings: readonly StateReading[];
}

/** Splits a typed address. Drops the name of the country at the end, and the last four digits of a ZIP+4. Takes linear time. */
export function readTypedAddress(text: string): TypedAddress {
  const words = splitWords(text);
  if (/^(usa?|u\.s\.(a\.)?)$/i.test(words.at(-1)?.text ?? '')) words.pop();
  const zip = /^(\d{1,5})(-\d{0,4})?$/.exec(words.at(-1)?.text ?? '')?.[1] ?? '';
  if (zip !== '') words.pop();
  return { text, zip, readings: readState(words) };
}

/** Returns adjacent words as they were typed, with the commas between them, and with one space for each run of white space. */
export function asTyped({ text }: TypedAddress, words: readonly TypedWord[]): string {
  const last = words.at(-1);
  return text.slice(words[0]?.at ?? 0, last ? last.at + last.text.length : 0).replace(/\s+/g, ' ');
}

function splitWords(text: string): TypedWord[] {
  const words: TypedWord[] = [];
  for (const { 0: found, index } of text.matchAll(/[^\s,]+/g)) {
    const last = words.at(-1);
    const gap = last ? text.slice(last.at + last.text.length, index) : '';
    words.push({ text: found, at: index, afterComma: gap.includes(',') });
  }
  return words;
}

/** Number of words in the longest state name, District of Columbia. */
const LONGEST_STATE = 3;
/** Minimum number of letters of a state's name that must be typed before the name is recognized. */
const SHORTEST_BEGINNING = 3;

function readState(words: readonly TypedWord[]): StateReading[] {
  const readings: StateReading[] = [];
  for (let length = Math.min(LONGEST_STATE, words.length - 1); length >= 1; length -= 1) {
    const typed = words.slice(-length).map(({ text }) => text);
    const name = typed.join(' ').replaceAll('.', '').toLowerCase();
    const whole = states.filter((state) =>
      [state.code, state.name].some((form) => form.toLowerCase() === name),
    );
    const mayBeIncomplete = whole.length === 0 && name.length >= SHORTEST_BEGINNING;
    const found = mayBeIncomplete
      ? states.filter((state) => state.name.toLowerCase().startsWith(name))
      : whole;
    if (found.length === 0) continue;
    const match = mayBeIncomplete ? 'partial' : 'full';
    const rest = words.slice(0, -length);
    readings.push({ states: new Set(found.map(({ code }) => code)), match, words: rest });
  }
  return [...readings, { states: undefined, match: 'none', words }];
}
