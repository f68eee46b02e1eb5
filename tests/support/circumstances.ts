/** When, on which code and on what machine something is measured, for the pages that say what came of it. */
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';

/** What a program prints; empty where it cannot be run. */
export function outputOf(command: string, args: readonly string[]): string {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Today’s date, in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

/** The commit of the code that runs, in Markdown, and whether it was changed since. */
export function commit(): string {
  const isChanged = outputOf('git', ['status', '--porcelain', '--', ':!docs']) !== '';
  return `\`${outputOf('git', ['rev-parse', '--short', 'HEAD'])}\`${isChanged ? ' with changes' : ''}`;
}

/** The load of this machine over the last minute. */
export const load = () => (loadavg()[0] ?? 0).toFixed(1);
