import type { Figure } from '../../tests/support/figures.ts';

/** Parameters for a run of a benchmark, and the function that receives the benchmark's table. */
export interface BenchRun {
  /** Number of rounds. Each round measures every candidate. Some benchmarks ignore this number and have a fixed one. */
  readonly rounds: number;
  /** Called with a Markdown table for `docs/reports/benchmarks.md`. */
  readonly report: (table: string) => void;
}

/** A benchmark. It measures whether the product meets a speed requirement for users or operators. */
export interface Bench {
  /** The requirement's id in the table of figures, or a short name if there is no requirement. */
  readonly name: string;
  readonly about: string;
  /** Returns a text about the kind and number of measurements. Undefined if a benchmark runs in a browser or reports no table. */
  readonly taken?: (rounds: number) => string;
  readonly run: (how: BenchRun) => Promise<readonly Figure[]>;
}

/** The measurements of a candidate, one for each round. */
export interface Measured<C, M> {
  readonly of: C;
  readonly values: readonly M[];
}

/** Measures each candidate once per round, so that other load on the machine affects all candidates alike. */
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

/** Returns the median of the values, or 0 if there are none. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the value below which this share of all values lies (`part`, from 0 to 1). Returns 0 if there are no values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Returns a figure for a value with an upper limit. `show` formats both the value and the limit. */
export function atMost(what: string, value: number, limit: number, show: (value: number) => string): Figure {
  return { what, value: show(value), demand: `≤ ${show(limit)}`, met: value <= limit };
}

/** Formats a ratio, such as 1.25. */
export function asRatio(value: number): string {
  return value.toFixed(2);
}

export function asMillis(value: number): string {
  return `${value.toFixed(0)} ms`;
}

/** Formats a number of bytes, such as 8,012. */
export function asBytes(value: number): string {
  return value.toLocaleString('en-US');
}

/** Returns a table in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
