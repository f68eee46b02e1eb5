/** Puts on the disk what was written without it: the step before a folder is given the name that makes it count. */
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything within a folder. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await syncToDisk(join(entry.parentPath, entry.name), entry.isDirectory());
  }
}

/** One file or folder. Windows syncs a file only when it is open for writing, and a directory never. */
export async function syncToDisk(path: string, isDirectory: boolean): Promise<void> {
  if (isDirectory && process.platform === 'win32') return;
  const handle = await open(path, isDirectory ? 'r' : 'r+');
  await handle.sync();
  await handle.close();
}
