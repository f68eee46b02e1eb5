/**
 * Returns the date, the commit and the machine's load at the time of a measurement, for the pages that report the measurement.
 */
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';

/** Returns the output of a program, or an empty string if the program cannot be run. */
export function outputOf(command: string, args: readonly string[]): string {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Returns today’s date, in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Returns the current commit in Markdown, with a note if the working tree has changes outside docs/. */
export function commit(): string {
  const isChanged = outputOf('git', ['status', '--porcelain', '--', ':!docs']) !== '';
  return `\`${outputOf('git', ['rev-parse', '--short', 'HEAD'])}\`${isChanged ? ' with changes' : ''}`;
}

/** Returns this machine's load average over the last minute, as text with one decimal. */
export const load = () => (loadavg()[0] ?? 0).toFixed(1);
