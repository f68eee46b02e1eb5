/**
 * The types of fields: what their answers are, and how answers are parsed from typed text and from JSON. Parsing normalizes (D2)
 * but doesn't validate: the rule about the field's shape (`numeric`, `ssn`, `invalid` …) refuses an `unparsable` answer.
 */

/**
 * The TypeScript type of a parsed answer for each field type. It is the same in the API, in the rules and in the database (D46).
 */
export interface AnswerTypes {
  /** Free text in NFC, trimmed, and without invisible characters that its script does not need. */
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
  /** A whole number that is not negative. */
  count: number;
  /** A number of whole years that is not negative. */
  years: number;
  /** An amount in whole US dollars that is not negative. */
  money: number;
  /** A percentage with at most two decimals, such as 33.33 for a third. Sums are calculated in hundredths of a percent (D6). */
  percent: number;
  yesNo: boolean;
  /** Whether a checkbox is checked. */
  consent: boolean;
  /** The key of the chosen option. */
  choice: string;
  /** The id of a person in the application. */
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

/** The parser and formatter for one type of answer. */
export interface FieldType<T> {
  /** Parses typed or pasted text. An empty text means that there is no answer (null). */
  readonly parseText: (text: string, options: readonly string[]) => Parsed<T>;
  /** Parses a JSON value. Strings may contain separators. Numbers must be JSON numbers. */
  readonly parseJson: (json: unknown, options: readonly string[]) => Parsed<T>;
  /** Returns the text that the input shows after the person leaves it. */
  readonly format: (answer: T) => string;
}

export function isUnparsable(reading: unknown): reading is Unparsable {
  return reading === unparsable;
}
