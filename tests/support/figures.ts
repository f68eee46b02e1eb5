/** Measured figures beside what is demanded of them. */
import { availableParallelism, loadavg } from 'node:os';

/** A line of the table. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  /** Empty if nothing is demanded. */
  readonly demand: string;
  readonly met: boolean;
}

/** How often something happened that must not happen. */
export function mustBeZero(what: string, count: number): Figure {
  return { what, value: String(count), demand: '0', met: count === 0 };
}

/** How often something happened without which nothing was tried. */
export function mustOccur(what: string, count: number): Figure {
  return { what, value: String(count), demand: '≥ 1', met: count > 0 };
}

/** A count that only says how much was tried. */
export function countOnly(what: string, count: number): Figure {
  return { what, value: String(count), demand: '', met: true };
}

/** Says that something was not tried, because this machine lacks it; that does not count as held. */
export function notTried(packages: readonly string[]): Figure {
  return {
    what: `not tried: install ${packages.join(', ')}`,
    value: '',
    demand: 'packages of Debian',
    met: false,
  };
}

/** The median and the worst of some times in milliseconds. Where there is a limit there must be one, and the worst within it. */
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

/** A figure with the name of what it belongs to. */
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
