/** Splits what a person has typed so far, from its end: ZIP, then state. Street and city are left together. */
import { type StateCode, states } from '../../form/lists/states.ts';

/** One word of the typed text, with where it starts. */
export interface TypedWord {
  readonly text: string;
  readonly at: number;
  readonly afterComma: boolean;
}

/** How the words at the end can be read as a state. A half-typed name may mean several. */
export interface StateReading {
  readonly states: ReadonlySet<StateCode> | undefined;
  readonly said: 'not' | 'in part' | 'wholly';
  /** The words before the state. */
  readonly words: readonly TypedWord[];
}

export interface TypedAddress {
  readonly text: string;
  /** As many digits of the ZIP as were typed, 0 to 5. */
  readonly zip: string;
  /** All readings; the one without a state comes last. */
  readonly readings: readonly StateReading[];
}

/** Splits the text. The country's name at the end and the +4 of a ZIP are dropped. Linear in the text's length. */
export function readTypedAddress(text: string): TypedAddress {
  const words = splitWords(text);
  if (/^(usa?|u\.s\.(a\.)?)$/i.test(words.at(-1)?.text ?? '')) words.pop();
  const zip = /^(\d{1,5})(-\d{0,4})?$/.exec(words.at(-1)?.text ?? '')?.[1] ?? '';
  if (zip !== '') words.pop();
  return { text, zip, readings: readState(words) };
}

/** The words as they were typed, commas between them included. */
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

/** Words in the longest state's name: District of Columbia. */
const LONGEST_STATE = 3;
/** Fewest letters of a half-typed state that count as one. */
const SHORTEST_BEGINNING = 3;

function readState(words: readonly TypedWord[]): StateReading[] {
  const readings: StateReading[] = [];
  for (let length = LONGEST_STATE; length >= 1; length -= 1) {
    if (length >= words.length) continue;
    const rest = words.slice(0, -length);
    const typed = words
      .slice(-length)
      .map((word) => word.text)
      .join(' ')
      .replaceAll('.', '')
      .toLowerCase();
    const whole = states.filter(({ code, name }) =>
      [code, name].some((form) => form.toLowerCase() === typed),
    );
    if (whole.length > 0) readings.push({ states: codesOf(whole), said: 'wholly', words: rest });
    const begun = states.filter(({ name }) => name.toLowerCase().startsWith(typed));
    if (whole.length === 0 && begun.length > 0 && typed.length >= SHORTEST_BEGINNING) {
      readings.push({ states: codesOf(begun), said: 'in part', words: rest });
    }
  }
  return [...readings, { states: undefined, said: 'not', words }];
}

function codesOf(found: ReadonlyArray<{ readonly code: StateCode }>): Set<StateCode> {
  return new Set(found.map(({ code }) => code));
}
