/** Searches database rows for values that must not be readable in them. */

/**
 * Returns everything readable in rows, one value per line: texts unchanged, and bytes as text. `JSON.stringify` would print bytes
 * as a list of numbers, and its replacer never sees a Buffer. Bytes are not searched as hexadecimal, in which sealed bytes
 * contain any few digits by chance.
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
