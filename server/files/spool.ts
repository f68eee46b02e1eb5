/** Stores bytes until they are sent: small amounts in memory, larger amounts in an unnamed file, to use little memory (S6). */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Stored bytes, which can be read repeatedly until they are removed. */
export interface Spooled {
  readonly length: number;
  pieces(): AsyncIterable<Uint8Array>;
  /** Frees the memory or the disk space of the bytes. */
  remove(): Promise<void>;
}

/** Returns the path of the folder in which large deliveries are stored until they are sent. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'outgoing');
}

/** The place where the bytes are stored if there are more than `mostInMemory`. */
interface SpoolPlace {
  /** The folder for the files. It is created if it is missing (0700). */
  readonly folder: string;
  /** Returns whether the disk has enough free space. Called before a file is first written and each time it grows by 16 MiB. */
  readonly hasFreeSpace: () => Promise<boolean>;
}

/** The maximum number of bytes that stay in memory. */
export const mostInMemory = 256 * 1024;

const growth = 16 * 1024 * 1024;
const readLength = 256 * 1024;

/** Stores all pieces in memory, or in a file that disappears when this process ends. Throws if the disk has too little space. */
export async function spool(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  place: SpoolPlace,
  signal?: AbortSignal,
): Promise<Spooled> {
  const held: Uint8Array[] = [];
  let length = 0;
  let file: SpoolFile | undefined;
  try {
    for await (const piece of pieces) {
      signal?.throwIfAborted();
      length += piece.length;
      held.push(piece);
      if (length <= mostInMemory) continue;
      file ??= await openFile(place);
      for (const one of held.splice(0)) await file.write(one);
    }
  } catch (error) {
    await file?.close();
    throw error;
  }
  if (!file) return { length, pieces: () => eachOf(held), remove: async () => {} };
  const { read, close } = file;
  return { length, pieces: () => read(length), remove: close };
}

type SpoolFile = Awaited<ReturnType<typeof openFile>>;

/** Opens a new unnamed file, which disappears when it is closed or the process ends. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Writes, syncs and removes a small file in a folder, as a test. Creates a missing folder (0700). Throws the system's error. */
export async function tryToWrite(folder: string): Promise<void> {
  await using handle = await openNameless(folder);
  await handle.writeFile('written as a trial');
  await handle.sync();
}

async function openFile({ folder, hasFreeSpace }: SpoolPlace) {
  const handle = await openNameless(folder);
  let written = 0;
  let checkedUpTo = 0;
  return {
    async write(piece: Uint8Array): Promise<void> {
      if (written + piece.length > checkedUpTo) {
        if (!(await hasFreeSpace())) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
        checkedUpTo += growth;
      }
      await handle.writeFile(piece);
      written += piece.length;
    },
    async *read(length: number): AsyncGenerator<Buffer> {
      for (let at = 0; at < length; ) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(readLength), 0, readLength, at);
        if (bytesRead === 0) throw new Error('The file was truncated.');
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    },
    close: () => handle.close(),
  };
}

async function* eachOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
