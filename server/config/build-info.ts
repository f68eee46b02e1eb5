/** Determines which build is running. Reads only files and does not run git, because git might be missing. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isBuilt, projectRoot } from '../files/project-files.ts';

/** The name of a file in the built server's folder. `scripts/build.ts` writes the commit of the build to this file. */
export const commitFile = 'commit';

/** Returns a folder's checked-out commit, or undefined. In a worktree, `.git` is a file with the path of git's folder. */
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

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function commitHere(): string {
  const found = isBuilt ? undefined : checkedOutCommit(projectRoot);
  return found ?? (textOf(join(projectRoot, 'dist/server', commitFile)) || 'unknown');
}

const { version }: { version: string } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));

/** This process's build. `commit` is `unknown`, or a hash, with `-changed` appended if the sources differed from the commit. */
export const buildInfo = { version, commit: commitHere(), node: process.versions.node } as const;

/** The build as text: `version 0.1.0, commit 3c154d6…`. */
export const buildWords = `version ${buildInfo.version}, commit ${buildInfo.commit}`;
