/** Reads a disk's free space, and syncs files to the disk. */
import { open, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Syncs everything in a folder to the disk. Call it before the folder gets its final name. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await syncToDisk(join(entry.parentPath, entry.name), entry.isDirectory());
  }
}

/** Syncs a file or folder to the disk. On Windows, folders cannot be synced, and a file must be open for writing. */
export async function syncToDisk(path: string, isDirectory: boolean): Promise<void> {
  if (isDirectory && process.platform === 'win32') return;
  await using handle = await open(path, isDirectory ? 'r' : 'r+');
  await handle.sync();
}

/** Returns how many more bytes this user may write to a folder's file system. */
export async function freeDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns whether a folder's file system has this many bytes free. On a full disk, PGlite would hang its process (F8). */
export async function hasFreeDisk(folder: string, bytes: number): Promise<boolean> {
  return (await freeDisk(folder)) >= bytes;
}
