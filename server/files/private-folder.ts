/** Keeps what this program writes from the other users of the machine. */
import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Why a folder cannot be looked at or made private, in a sentence for the operator. */
export class NotPrivate extends Error {
  override readonly name = 'NotPrivate';
}

/** All rights of the group and of everybody else. */
const rightsOfOthers = 0o077;

const everyoneWrites = 0o002;

/** Set on folders that are meant to be shared, such as /tmp. */
const sticky = 0o1000;

/** From here on, what this process creates is its user's alone, whatever mode the creating code asks for. */
export function createPrivately(): void {
  process.umask(rightsOfOthers);
}

/**
 * Takes a folder and all that is in it from every user but its owner (0700, files 0600), as `initdb` of PostgreSQL does
 * with the folder that it is given. Does nothing where there is no such folder, nor on Windows. Follows no links.
 *
 * What somebody else owns stays as it is: an administrator may have arranged it for a group. What is private already is not
 * touched: a file system may be read-only.
 * @throws NotPrivate where the folder is shared by design, is not ours and everyone may write into it, or cannot be changed
 */
export async function makePrivate(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await closeToOthers(folder).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new NotPrivate(
      `${folder} cannot be made private by ${processUser()} (${error.code}). Name a folder of that user, mode 0700.`,
    );
  });
}

/** The user of this process in words, by number: `the user 998`. */
export function processUser(): string {
  const uid = process.geteuid?.();
  return uid === undefined ? 'this user' : `the user ${uid}`;
}

async function closeToOthers(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return;
  const isOurs = found.uid === process.geteuid?.();
  if ((found.mode & sticky) !== 0 || (!isOurs && (found.mode & everyoneWrites) !== 0))
    throw new NotPrivate(
      `${folder} is open to every user of this machine. Name a folder within it, or make it yours alone: chown, chmod 0700.`,
    );
  // Comes first, so that nobody puts anything there meanwhile.
  if (isOurs && isOpen(found)) await chmod(folder, withoutOthers(found.mode));
  await makeEntriesPrivate(folder);
}

async function makeEntriesPrivate(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (found.isSymbolicLink() || !isOpen(found)) continue;
    // Before the folder's own mode: one that is private was gone through to its end.
    if (found.isDirectory()) await makeEntriesPrivate(path);
    if (found.uid === process.geteuid?.()) await chmod(path, withoutOthers(found.mode));
  }
}

function isOpen({ mode }: Stats): boolean {
  return (mode & rightsOfOthers) !== 0;
}

function withoutOthers(mode: number): number {
  return mode & 0o7700;
}
