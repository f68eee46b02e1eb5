/** Reads the commit of the sources in the current folder from git. */
import { execFileSync } from 'node:child_process';

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** Returns the commit, with `-changed` appended if the sources differ from it, or undefined outside a repository. */
export function commitHere(): string | undefined {
  const commit = git('rev-parse', 'HEAD');
  return commit && commit + (git('status', '--porcelain') ? '-changed' : '');
}
