/** A start key as it is written on paper: four groups of four digits, hyphens or spaces between them or not (D22). */
const written = /^\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}$/;

/** True for a key in the form of a start key, which no entity key has. */
export function isStartKey(key: string): boolean {
  return written.test(key);
}
