/** Measured figures and their demands. */
import { availableParallelism, loadavg } from 'node:os';

/** A line of the table. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  /** Empty if there is no demand. */
  readonly demand: string;
  readonly met: boolean;
}

/** Returns the figure of something that must never happen. */
export function mustBeZero(what: string, count: number): Figure {
  return { what, value: String(count), demand: '0', met: count === 0 };
}

/** Returns the figure of something that must happen at least once, because otherwise nothing was tested. */
export function mustOccur(what: string, count: number): Figure {
  return { what, value: String(count), demand: '≥ 1', met: count > 0 };
}

/** Returns a count without a demand, which says how much was tested. */
export function countOnly(what: string, count: number): Figure {
  return { what, value: String(count), demand: '', met: true };
}

/** Returns a figure that is not met, for something not tested because this machine lacks packages. */
export function notTried(packages: readonly string[]): Figure {
  return {
    what: `not tried: install ${packages.join(', ')}`,
    value: '',
    demand: 'packages of Debian',
    met: false,
  };
}

/**
 * Returns the median and the worst of some times in milliseconds. With a limit, there must be at least one time, and the worst
 * must be within the limit.
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

/** A figure with the name of its fault or bench. */
export type Row = Figure & { readonly name: string };

/** Prints the rows as a table and ends the process, with 1 if a demand is not met. */
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
