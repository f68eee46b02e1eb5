/** Lists and reads the files of the repository, for tests that check all files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Returns the text of a file. Paths are relative to the root of the repository. */
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Folders at the root that commands create and git ignores. */
export const madeByRunning: readonly string[] = read('.gitignore')
  .split('\n')
  .filter((line) => line.endsWith('/'))
  .map((line) => line.replaceAll('/', ''));

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === '.git' || entry.name === 'node_modules' || madeByRunning.includes(path)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** The paths of all files, relative to the root of the repository, except packages and folders that git ignores. */
export const files: readonly string[] = filesBelow('.');

/** Returns the test files that a Markdown text names in code style. */
export const testsNamedIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file = '']) => file);
