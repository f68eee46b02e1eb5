/** The commit of the sources in the current folder, as git says it. */
import { execFileSync } from 'node:child_process';

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** Returns the commit, with `-changed` where the sources are not those of the commit; undefined outside of a repository. */
export function commitHere(): string | undefined {
  const commit = git('rev-parse', 'HEAD');
  return commit && commit + (git('status', '--porcelain') ? '-changed' : '');
}
