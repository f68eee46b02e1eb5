/**
 * A log destination for tests. It throws if a log line contains a forbidden value, such as a Social Security number (X3). Pass it
 * to pino or Fastify as `stream`. A server may catch the error, so end the test with `expect(stream.leaks).toEqual([])`.
 */
export type ForbiddingStream = {
  readonly write: (line: string) => void;
  /** All lines written so far, so that a test can check that something was logged at all. */
  readonly lines: string[];
  /** Each forbidden value that was found: its name, and the line that contains it. */
  readonly leaks: { readonly name: string; readonly line: string }[];
};

/**
 * Returns a log destination that refuses these values.
 * @param values The values by name, such as `{ ssn: '512-44-7731' }`. A value is found in upper or lower case and in JSON or URL
 * encoding. A number of six or more digits is also found with different separators or without any. Throws for a value so short
 * that a log could contain it by chance.
 */
export function forbidInLogs(values: Readonly<Record<string, string>>): ForbiddingStream {
  const searches = Object.entries(values).map(([name, value]) => ({
    name,
    standsIn: searchFor(name, value),
  }));
  const lines: string[] = [];
  const leaks: ForbiddingStream['leaks'] = [];
  return {
    lines,
    leaks,
    write: (line) => {
      lines.push(line);
      const found = searches.filter(({ standsIn }) => standsIn(line)).map(({ name }) => ({ name, line }));
      leaks.push(...found);
      if (found.length > 0) throw new Error(`The log shows ${found.map(({ name }) => name).join(', ')}.`);
    },
  };
}

function searchFor(name: string, value: string): (line: string) => boolean {
  if (value.length < 5) throw new RangeError(`${name} is so short that a log could contain it by chance.`);
  const forms = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), formEncoded(value)];
  const lowered = forms.map((form) => form.toLowerCase());
  const digits = value.replace(/[\s().-]/g, '');
  const separator = '(?:[\\s().+-]|%20|%2D)*';
  const apart = /^\d{6,}$/.test(digits)
    ? new RegExp(`(?<![0-9a-f])${[...digits].join(separator)}(?![0-9a-f])`, 'i')
    : undefined;
  return (line) => lowered.some((form) => line.toLowerCase().includes(form)) || apart?.test(line) === true;
}

function formEncoded(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice(2);
}
