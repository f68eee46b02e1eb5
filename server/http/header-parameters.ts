/** Reads header values with parameters, such as `form-data; name="document"`, strictly (RFC 9110, section 5.6.6). */

/** A header value: the text before the parameters, and the parameters by name. The text and the names are in lower case. */
export interface ParameterizedValue {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

/** Matches a parameter or a lone semicolon. Matches no value with `\"` or `\\`: parsers disagree on where such a value ends. */
const parameter = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\\\p{Cc}]|\\t|\\\\(?!["\\\\]))*)"))?`,
  'uy',
);

/** Parses a header value. Returns undefined if a parameter is malformed, or if two parameters have the same name. */
export function parseParameters(text: string): ParameterizedValue | undefined {
  const [value = ''] = text.split(';', 1);
  const parameters = new Map<string, string>();
  const end = text.trimEnd().length;
  parameter.lastIndex = value.trimEnd().length;
  while (parameter.lastIndex < end) {
    const [whole, name, plain, quoted] = parameter.exec(text) ?? [];
    const key = name?.toLowerCase() ?? '';
    if (whole === undefined || parameters.has(key)) return undefined;
    if (key !== '') parameters.set(key, plain ?? quoted ?? '');
  }
  return { value: value.trim().toLowerCase(), parameters };
}
