import { statfs } from 'node:fs/promises';

/**
 * Whether the file system of a folder still has so many bytes free for this user. PGlite hangs its whole process on
 * a full disk, so writes stop before it is one (F8).
 */
export async function hasFreeDisk(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes;
}
