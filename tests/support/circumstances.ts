/** The date, commit, machine and load of a measurement, for the pages that report it. */
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';

/** Returns the output of a program; empty if it cannot be run. */
export function outputOf(command: string, args: readonly string[]): string {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Returns today’s date, in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Returns the commit of the running code in Markdown, and whether the code was changed since. */
export function commit(): string {
  const isChanged = outputOf('git', ['status', '--porcelain', '--', ':!docs']) !== '';
  return `\`${outputOf('git', ['rev-parse', '--short', 'HEAD'])}\`${isChanged ? ' with changes' : ''}`;
}

/** Returns this machine's load over the last minute. */
export const load = () => (loadavg()[0] ?? 0).toFixed(1);
