/** Writes files that only this process's user can read (0600). Even after a crash, a file with its final name is complete. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncToDisk } from './disk.ts';

/** A file's whole content, or a stream of its pieces, which are written as they arrive. */
type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Writes a file. Replaces an existing file of the same name. */
export function replaceFile(path: string, content: Content): Promise<void> {
  return putInPlace(path, content, (draft) => rename(draft, path));
}

/** Writes a file unless it exists. Returns whether it wrote the file. If two processes try at once, only one succeeds. */
export function createFileOnce(path: string, content: Content): Promise<boolean> {
  return putInPlace(path, content, (draft) =>
    link(draft, path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        return false;
      },
    ),
  );
}

/** The suffix that `putInPlace` adds to a file's name until the file is complete. */
const draftEnding = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes incomplete files that killed processes last changed before a time. Does nothing if the folder doesn't exist. */
export async function removeDrafts(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((one) => draftEnding.test(one))) {
    const draft = join(folder, name);
    if ((await stat(draft)).mtime < before) await rm(draft, { force: true });
  }
}

/** Writes and syncs a file under a temporary name. Then `put` sets the final name. Creates a missing folder (0700). */
async function putInPlace<Put>(path: string, content: Content, put: (draft: string) => Promise<Put>) {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    {
      await using file = await open(draft, 'wx', 0o600);
      const isWhole = typeof content === 'string' || content instanceof Uint8Array;
      for await (const piece of isWhole ? [content] : content) await file.writeFile(piece);
      await file.sync();
    }
    const done = await put(draft);
    // Sync the folder too, so that the file's new name survives a crash.
    await syncToDisk(folder, true);
    return done;
  } finally {
    await rm(draft, { force: true });
  }
}
