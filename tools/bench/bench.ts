import type { Figure } from '../../tests/support/figures.ts';

/** How a bench is run, and where it puts what it found. */
export interface BenchRun {
  /** How many times each of what is compared is measured. */
  readonly rounds: number;
  /** Takes a table in Markdown, for `docs/reports/benchmarks.md`. */
  readonly report: (table: string) => void;
}

/** A demand on speed, measured by what a user's or operator's machine would do. */
export interface Bench {
  /** The demand's id in the table of figures, or a word where nothing is demanded. */
  readonly name: string;
  readonly about: string;
  /** How much is measured, where that is no rounds in a browser. */
  readonly taken?: (rounds: number) => string;
  readonly run: (how: BenchRun) => Promise<readonly Figure[]>;
}

/** What was measured of one of those that are compared, a value a round. */
export interface Measured<C, M> {
  readonly of: C;
  readonly values: readonly M[];
}

/** Measures one after the other, round after round, so that what else the machine does meanwhile meets all of them. */
export async function inTurn<C, M>(
  rounds: number,
  compared: readonly C[],
  measure: (one: C) => Promise<M>,
): Promise<readonly Measured<C, M>[]> {
  const measured = compared.map((of) => ({ of, values: [] as M[] }));
  for (let round = 0; round < rounds; round += 1)
    for (const { of, values } of measured) values.push(await measure(of));
  return measured;
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

/** A figure that must not exceed a limit; `show` writes both. */
export function atMost(what: string, value: number, limit: number, show: (value: number) => string): Figure {
  return { what, value: show(value), demand: `≤ ${show(limit)}`, met: value <= limit };
}

/** One value over another, such as 1.25. */
export function asRatio(value: number): string {
  return value.toFixed(2);
}

export function asMillis(value: number): string {
  return `${value.toFixed(0)} ms`;
}

/** A number of bytes, such as 8,012. */
export function asBytes(value: number): string {
  return value.toLocaleString('en-US');
}

/** A table in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
