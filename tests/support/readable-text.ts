/** Converts database rows to text, so that tests can search them for values that must not be readable. */

/**
 * Returns all keys and values in rows as text, one per line. Decodes bytes as text, because `JSON.stringify` would print them as
 * a list of numbers. Does not print bytes in hexadecimal, because encrypted bytes contain any short sequence of digits by chance.
 */
export function readableText(rows: unknown): string {
  return [...readableParts(rows)].join('\n');
}

function* readableParts(value: unknown): Generator<string> {
  if (value instanceof Uint8Array) yield Buffer.from(value).toString('utf8');
  else if (value instanceof Date) yield value.toISOString();
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) {
      yield key;
      yield* readableParts(part);
    }
  else yield String(value);
}
