/** Matches a start key: four groups of four digits, with or without hyphens or spaces between the groups (D22). */
const written = /^\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}$/;

/** Returns whether a key has the format of a start key. No entity key can have this format. */
export function isStartKey(key: string): boolean {
  return written.test(key);
}
