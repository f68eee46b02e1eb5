/** A start key as it is written on paper: four groups of four digits, hyphens or spaces between them or not (D22). */
const written = /^\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}$/;

/** True for what is always a start key and never an entity key. */
export function isStartKey(key: string): boolean {
  return written.test(key);
}
