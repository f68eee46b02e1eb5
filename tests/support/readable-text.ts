/** Searches rows of the database for what must not be readable in them. */

/**
 * Returns everything readable in rows, a value a line: texts as they are, and bytes as text. `JSON.stringify` would print
 * bytes as a list of numbers, and its replacer never sees a Buffer, which turns itself into one first. Not in hexadecimal, in
 * which some sealed bytes have any few digits by chance.
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
