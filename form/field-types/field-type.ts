/**
 * The field types: what an answer of each is, and how it is parsed from the keyboard and from the wire. Parsing
 * normalises (D2); validating is left to the rules, so what cannot be read is passed on as `unparsable` and the rule
 * that owns the field's shape (`numeric`, `ssn`, `invalid` …) refuses it.
 */

/** What an answer is once read, by field type. The same on the wire, in the rules and in the row (D46). */
export interface AnswerTypes {
  /** Free text in NFC, trimmed, without invisible characters that its writing does not need. */
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
  /** Whole years, not negative. */
  years: number;
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

export type FieldTypeName = keyof AnswerTypes;

/** Stands for something given that is no answer of the field’s type. */
export interface Unparsable {
  readonly unparsable: true;
}
export const unparsable: Unparsable = { unparsable: true };

/** What parsing gives: the answer, null (empty or cleared), or `unparsable`. */
export type Parsed<T> = T | null | Unparsable;

/** How answers of one type are read and shown. */
export interface FieldType<T> {
  /** What a person typed or pasted. An empty text is no answer. */
  readonly parseText: (text: string, options: readonly string[]) => Parsed<T>;
  /** What came as JSON. Strings may carry separators; numbers must be numbers. */
  readonly parseJson: (json: unknown, options: readonly string[]) => Parsed<T>;
  /** The answer as its input shows it once the person has left it. */
  readonly format: (answer: T) => string;
}

/** True for what could not be parsed. */
export function isUnparsable(reading: unknown): reading is Unparsable {
  return reading === unparsable;
}
