/** Matches a start key as printed on paper: four groups of four digits, with or without hyphens or spaces between (D22). */
const written = /^\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}$/;

/** Returns whether a key has the form of a start key, which no entity key can have. */
export function isStartKey(key: string): boolean {
  return written.test(key);
}
