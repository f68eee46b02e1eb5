/**
 * The types of fields: their answers, and the parsing of these from typed text and from JSON. Parsing normalizes (D2) but doesn't
 * validate: the rule about the field's shape (`numeric`, `ssn`, `invalid` …) refuses an `unparsable` answer.
 */

/** The TypeScript type of a parsed answer by field type: the same in the API, in the rules and in the database (D46). */
export interface AnswerTypes {
  /** Free text in NFC, trimmed, without invisible characters that its script does not need. */
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
  /** A percentage with at most two decimals, such as 33.33 for a third. Sums are calculated in hundredths (D6). */
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

/** The result of parsing a value that is not an answer of the field's type. */
export interface Unparsable {
  readonly unparsable: true;
}
export const unparsable: Unparsable = { unparsable: true };

/** The result of parsing: the answer, null (empty or cleared), or `unparsable`. */
export type Parsed<T> = T | null | Unparsable;

/** The parser and formatter of one type of answers. */
export interface FieldType<T> {
  /** Parses typed or pasted text. An empty text means no answer (null). */
  readonly parseText: (text: string, options: readonly string[]) => Parsed<T>;
  /** Parses a JSON value. Strings can contain separators. Numbers must be JSON numbers. */
  readonly parseJson: (json: unknown, options: readonly string[]) => Parsed<T>;
  /** Returns the text that the input shows after the person has left it. */
  readonly format: (answer: T) => string;
}

export function isUnparsable(reading: unknown): reading is Unparsable {
  return reading === unparsable;
}
