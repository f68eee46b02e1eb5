/** A start key on paper: four groups of four digits, with or without hyphens or spaces between them (D22). */
const written = /^\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}$/;

/** True for a key in the form of a start key, which no entity key has. */
export function isStartKey(key: string): boolean {
  return written.test(key);
}
