/**
 * The kinds of field: what an answer of each is, and how it is read from the keyboard and from the wire. Reading
 * normalises (D2); judging is left to the rules, so what cannot be read is passed on as `unreadable` and the rule
 * that owns the field's shape (`numeric`, `ssn`, `invalid` …) refuses it.
 */

/** What an answer is once read, by kind of field. The same on the wire, in the rules and in the row (D46). */
export interface AnswerTypes {
  /** Free text in NFC, trimmed. */
  text: string;
  /** An email address, trimmed. */
  email: string;
  /** Ten digits. */
  phone: string;
  /** Nine digits. */
  ssn: string;
  /** Nine digits. */
  taxId: string;
  /** Five digits. */
  zip: string;
  /** Two capital letters. */
  state: string;
  /** Six digits of NAICS 2022. */
  industry: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** A whole number, not negative. */
  count: number;
  /** Whole US dollars, not negative. */
  money: number;
  /** Percent with at most two decimals, 33.33 for a third; summed in hundredths (D6). */
  percent: number;
  yesNo: boolean;
  /** A box that is ticked or not. */
  consent: boolean;
  /** The key of one option. */
  choice: string;
  /** The id of a person of the application. */
  person: string;
  /** The id of an uploaded document. */
  file: string;
}

export type Kind = keyof AnswerTypes;

/** Stands for something given that is not of the field's kind. */
export interface Unreadable {
  readonly unreadable: true;
}
export const unreadable: Unreadable = { unreadable: true };

/** A reading: the answer, nothing (empty or cleared), or something that is no answer of this kind. */
export type Reading<T> = T | null | Unreadable;

/** How one kind of answer is read and shown. */
export interface KindReader<T> {
  /** What a person typed or pasted. An empty text is no answer. */
  readonly fromText: (text: string, options: readonly string[]) => Reading<T>;
  /** What came as JSON. Strings may carry separators; numbers must be numbers. */
  readonly fromWire: (json: unknown, options: readonly string[]) => Reading<T>;
  /** The answer as its input shows it once the person has left it. */
  readonly toText: (answer: T) => string;
}

/** True for the mark of an unreadable answer. */
export function isUnreadable(reading: unknown): reading is Unreadable {
  return reading === unreadable;
}
