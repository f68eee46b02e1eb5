/** Which build runs. Read from files once; no process is started for it. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isBuilt, projectRoot } from '../files/project-files.ts';

export interface BuildInfo {
  readonly version: string;
  /** The commit in hexadecimal, with `-changed` where the sources differed from it when they were built; else `unknown`. */
  readonly commit: string;
  /** The version of Node, such as 26.10.0. */
  readonly node: string;
}

/** Where `scripts/build.ts` notes the commit, below the folder of the built server. */
export const commitFile = 'commit';

/**
 * Returns the commit that a folder has checked out, from git's own files; undefined where there are none. `.git` is a file in
 * a worktree, which names the folder.
 */
export function checkedOutCommit(folder: string): string | undefined {
  const dotGit = join(folder, '.git');
  const gitFolder = resolve(folder, /^gitdir: (.+)$/m.exec(textOf(dotGit))?.[1] ?? dotGit);
  const shared = resolve(gitFolder, textOf(join(gitFolder, 'commondir')) || '.');
  const head = textOf(join(gitFolder, 'HEAD'));
  const [, branch] = /^ref: (\S+)$/.exec(head) ?? [];
  const found =
    branch === undefined
      ? head
      : textOf(join(gitFolder, branch)) || textOf(join(shared, branch)) || packedCommit(shared, branch);
  return /^[0-9a-f]{40,64}$/.test(found) ? found : undefined;
}

function packedCommit(gitFolder: string, branch: string): string {
  const lines = textOf(join(gitFolder, 'packed-refs')).split('\n');
  return lines.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0] ?? '';
}

/** Returns a file's text without spaces at its ends; empty where it cannot be read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function commitHere(): string {
  const built = () => textOf(join(projectRoot, 'dist/server', commitFile));
  const found = isBuilt ? built() : (checkedOutCommit(projectRoot) ?? built());
  return found || 'unknown';
}

/** The build of this process. */
export const buildInfo: BuildInfo = {
  version: JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version,
  commit: commitHere(),
  node: process.versions.node,
};

/** The build in words: `version 0.1.0, commit 3c154d6…`. */
export const buildWords = `version ${buildInfo.version}, commit ${buildInfo.commit}`;
