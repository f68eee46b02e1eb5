import type { Figure } from '../support/figures.ts';

/** A demand on speed, measured by what a user's or operator's machine would do. */
export interface Bench {
  /** The demand's id in the table of figures. */
  readonly name: string;
  readonly about: string;
  readonly run: () => Promise<readonly Figure[]>;
}

/** The median of some figures; 0 if there are none. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The figure below which this part of all lies; 0 if there are none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
