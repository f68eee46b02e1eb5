/**
 * The field types: their answers, and how these are parsed from the keyboard and from the wire. Parsing normalizes (D2) and
 * does not validate: the rule of the field's shape (`numeric`, `ssn`, `invalid` …) refuses what is `unparsable`.
 */

/** The type of a parsed answer by field type, the same on the wire, in the rules and in the row (D46). */
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

/** Stands for a value that is no answer of the field’s type. */
export interface Unparsable {
  readonly unparsable: true;
}
export const unparsable: Unparsable = { unparsable: true };

/** The result of parsing: the answer, null (empty or cleared), or `unparsable`. */
export type Parsed<T> = T | null | Unparsable;

/** The parser and formatter of one type of answers. */
export interface FieldType<T> {
  /** Parses typed or pasted text. An empty text is no answer. */
  readonly parseText: (text: string, options: readonly string[]) => Parsed<T>;
  /** Parses JSON. Strings can contain separators; numbers must be numbers. */
  readonly parseJson: (json: unknown, options: readonly string[]) => Parsed<T>;
  /** Returns the text of the input once the person has left it. */
  readonly format: (answer: T) => string;
}

export function isUnparsable(reading: unknown): reading is Unparsable {
  return reading === unparsable;
}
