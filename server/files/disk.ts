/** Asks the disk for its free space, and makes it keep what was written. */
import { open, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Syncs everything within a folder to the disk: the step before the folder gets its final name. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await syncToDisk(join(entry.parentPath, entry.name), entry.isDirectory());
  }
}

/** Syncs one file or folder to the disk. Windows syncs a file only when it is open for writing, and a directory never. */
export async function syncToDisk(path: string, isDirectory: boolean): Promise<void> {
  if (isDirectory && process.platform === 'win32') return;
  const handle = await open(path, isDirectory ? 'r' : 'r+');
  await handle.sync();
  await handle.close();
}

/** The bytes that the file system of a folder has free for this user. */
export async function freeDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Whether the file system of a folder still has so many bytes free for this user. PGlite hangs its whole process on
 * a full disk, so writes stop before it is one (F8).
 */
export async function hasFreeDisk(folder: string, bytes: number): Promise<boolean> {
  return (await freeDisk(folder)) >= bytes;
}
