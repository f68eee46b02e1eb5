/** Declares how field types parse, normalize (D2) and format answers. Rules refuse an answer that is `unparsable`. */

/** The result of parsing a value that is not an answer of the field's type. */
export interface Unparsable {
  readonly unparsable: true;
}
export const unparsable: Unparsable = { unparsable: true };

/** The result of parsing: the answer, null (empty or cleared), or `unparsable`. */
export type Parsed<T> = T | null | Unparsable;

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
