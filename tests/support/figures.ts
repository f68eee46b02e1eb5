/** Measured figures, together with the requirements that they must meet. */
import { availableParallelism, loadavg } from 'node:os';

/** A row of the table of results. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  /** The required value. Empty if the figure has no requirement. */
  readonly demand: string;
  readonly met: boolean;
}

/** Returns the figure for a count that must be zero. */
export function mustBeZero(what: string, count: number): Figure {
  return { what, value: String(count), demand: '0', met: count === 0 };
}

/** Returns the figure for a count that must be at least one. If it is zero, the test tested nothing. */
export function mustOccur(what: string, count: number): Figure {
  return { what, value: String(count), demand: '≥ 1', met: count > 0 };
}

/** Returns the figure for a count that has no requirement. The count shows how much was tested. */
export function countOnly(what: string, count: number): Figure {
  return { what, value: String(count), demand: '', met: true };
}

/** Returns a failed figure for a test that did not run because these packages are missing. */
export function notTried(packages: readonly string[]): Figure {
  return {
    what: `not tried: install ${packages.join(', ')}`,
    value: '',
    demand: 'packages of Debian',
    met: false,
  };
}

/**
 * Returns a figure with the median and the maximum of these times in milliseconds. With a limit, the list must not be empty, and
 * the maximum must not exceed the limit.
 */
export function times(what: string, millis: readonly number[], limitMillis?: number): Figure {
  const sorted = [...millis].sort((one, other) => one - other);
  const worst = sorted.at(-1) ?? 0;
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return {
    what,
    value: sorted.length === 0 ? 'none' : `${seconds(median)} median, ${seconds(worst)} worst`,
    demand: limitMillis === undefined ? '' : `≤ ${seconds(limitMillis)}`,
    met: limitMillis === undefined || (worst <= limitMillis && sorted.length > 0),
  };
}

function seconds(millis: number): string {
  return `${(millis / 1000).toFixed(2)} s`;
}

/** A figure with the name of the fault or benchmark that measured it. */
export type Row = Figure & { readonly name: string };

/** Prints the rows as a table and ends the process. The exit code is 1 if a requirement is not met. */
export function conclude(rows: readonly Row[]): never {
  console.log(`\n${table(rows)}\n`);
  const [load = 0] = loadavg();
  console.log(
    `${availableParallelism()} processors, load ${load.toFixed(1)}: times are only as good as the machine is idle.`,
  );
  process.exit(rows.every(({ met }) => met) ? 0 : 1);
}

function table(rows: readonly Row[]): string {
  const cells = [
    ['', 'figure', 'value', 'demand', ''],
    ...rows.map(({ name, what, value, demand, met }) => [name, what, value, demand, met ? '' : 'NOT MET']),
  ];
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
