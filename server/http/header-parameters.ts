/** Header values with parameters, `form-data; name="document"`, read strictly (RFC 9110, section 5.6.6). */

/** A header value: what stands before its parameters, in lower case, and the parameters by their names in lower case. */
export interface ParameterizedValue {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

/**
 * One parameter, or none after its semicolon. A backslash before a quote or another backslash is refused: RFC 9110 reads the
 * two as one character, browsers write the backslash of a file name as it is, and so readers disagree where the text ends.
 */
const parameter = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\\\p{Cc}]|\\t|\\\\(?!["\\\\]))*)"))?`,
  'uy',
);

/**
 * Reads a header value. Returns undefined where a parameter is malformed or is there twice, in whatever case: two readers
 * could then take different ones.
 */
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
