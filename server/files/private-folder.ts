/** Protects this program's files from other users of the machine. */
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Thrown if a folder can't be read or made private. The message tells the operator why. */
export class NotPrivate extends Error {
  override readonly name = 'NotPrivate';
}

/** The mode bits for all rights of a file's group and of all other users. */
const rightsOfOthers = 0o077;

const everyoneWrites = 0o002;

/** The mode bit of folders that are shared by design, such as /tmp. */
const sticky = 0o1000;

/** Sets this process's umask: only its user can access the files that it creates, whatever mode the code requests. */
export function createPrivately(): void {
  process.umask(rightsOfOthers);
}

/**
 * Removes other users' rights to a folder and its content (0755 becomes 0700). Does nothing on Windows, or if the folder
 * doesn't exist. Doesn't follow links in the folder. Skips other users' files, which may be set up for a group, and files that
 * are already private, which may be on a read-only file system. Throws NotPrivate if the folder can't be changed, is shared by
 * design, or belongs to another user and is writable by everyone.
 */
export async function makePrivate(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await closeToOthers(folder).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new NotPrivate(
      `${folder} cannot be made private by ${processUser()} (${error.code}). Use a folder that this user owns, with mode 0700.`,
    );
  });
}

/** Returns a text with the number of this process's user, such as `the user 998`, or `this user` on Windows. */
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
      `${folder} is open to every user of this machine. Use a folder inside it, or make it private with chown and chmod 0700.`,
    );
  // Change the mode of the folder itself before its entries' modes, so that no one can add an entry after the entries were read.
  if (isOurs && (found.mode & rightsOfOthers) !== 0) await chmod(folder, withoutOthers(found.mode));
  await makeEntriesPrivate(folder);
}

async function makeEntriesPrivate(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (found.isSymbolicLink() || (found.mode & rightsOfOthers) === 0) continue;
    // Change the entries first. After an interruption, the next run skips private subfolders, so their entries must be private.
    if (found.isDirectory()) await makeEntriesPrivate(path);
    if (found.uid === process.geteuid?.()) await chmod(path, withoutOthers(found.mode));
  }
}

function withoutOthers(mode: number): number {
  return mode & 0o7700;
}
