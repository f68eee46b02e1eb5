/** Backs up the embedded store while the server runs, and restores it (F12). A backup contains no encryption key. */
import { existsSync } from 'node:fs';
import { cp, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hasFreeDisk, syncToDisk, syncTree } from '../../files/disk.ts';
import { createPrivately, makePrivate, NotPrivate } from '../../files/private-folder.ts';
import { type ProcessLimits, startProcess } from '../../processes/bounded-process.ts';
import { noBytes } from '../../processes/messages.ts';
import type { Database } from '../database.ts';
import { createPool, queriesOver } from '../pool.ts';
import { type StoreFacts, storeFacts } from '../queries/store-facts.ts';
import { BackupProblem, type Manifest, readArchive, type writeArchive } from './backup-archive.ts';
import { lockFolder } from './folder-lock.ts';
import { startEmbedded } from './start.ts';

/** The files that a backup contains besides the database: their folder within the data folder, and their file name extension. */
const filesBeside = [
  { folder: 'deliveries', ending: '.jwe' },
  { folder: join('deliveries', 'keys'), ending: '.public.jwk' },
  { folder: 'mail', ending: '.eml' },
] as const;

/** The free space that a backup must leave on its disk, in bytes. The store may be on the same disk (F8). */
const spareBytes = 256 * 2 ** 20;

/** Returns generous limits for the process that archives `bytes` bytes. The process's memory use does not grow with the size. */
const archiveLimits = (bytes: number): ProcessLimits => ({
  processorMillis: 60_000 + bytes / 5_000,
  memory: 512 * 2 ** 20,
  wallMillis: 600_000 + bytes / 1_000,
});

/** The store to back up, and the time to write into the manifest. */
interface BackupSource {
  readonly copyTo: NonNullable<Database['copyTo']>;
  readonly dataDir: string;
  readonly at: Date;
}

/**
 * Backs up the store to a new file. Copies the database before the other files, so the backup contains every file that the
 * database refers to. Returns the manifest, the backup's SHA-256, and how many milliseconds other queries had to wait.
 * @param file the new file. During the backup, its folder also contains `FILE.parts`, so the folder needs free space of twice the
 *   database's size plus 256 MiB
 * @throws BackupProblem if the file exists, or if its folder doesn't exist or has too little space
 */
export async function backUp({ copyTo, dataDir, at }: BackupSource, file: string) {
  if (existsSync(file)) throw new BackupProblem(`${file} already exists. Choose another name.`);
  if (!existsSync(dirname(file))) throw new BackupProblem(`The folder ${dirname(file)} does not exist.`);
  const bytes = (await sizeOf(join(dataDir, 'database'))) * 2 + spareBytes;
  if (!(await hasFreeDisk(dirname(file), bytes)))
    throw new BackupProblem(`${dirname(file)} needs ${Math.ceil(bytes / 2 ** 20)} MiB of free space.`);
  const parts = `${file}.parts`;
  await rm(parts, { recursive: true, force: true });
  try {
    // Without `recursive`, `mkdir` fails if another user has just created the folder. With it, `mkdir` would use that folder.
    await mkdir(parts, { mode: 0o700 });
    const content = join(parts, 'content');
    await mkdir(content);
    const createDateTime = at.toISOString();
    const { pauseMillis, ...facts } = await copyTo(join(content, 'database'));
    for (const { folder, ending } of filesBeside) await copyFiles(dataDir, content, folder, ending);
    const archive = join(parts, 'archive');
    const written = await archiveInProcess(parts, content, archive, { createDateTime, ...facts });
    await syncToDisk(archive, false);
    await link(archive, file);
    await syncToDisk(dirname(file), true);
    return { ...written, pauseMillis };
  } finally {
    await rm(parts, { recursive: true, force: true });
  }
}

/** Writes the archive in a separate process, which can access only code and `folder`. Returns the result of `writeArchive`. */
async function archiveInProcess(folder: string, ...job: Parameters<typeof writeArchive>) {
  const kind = { module: 'db/embedded/archive-worker', heap: 256, folder };
  const writing = startProcess(kind, archiveLimits(await sizeOf(folder)));
  try {
    const { head } = await writing.ask({ head: job, bytes: noBytes });
    return head as Awaited<ReturnType<typeof writeArchive>>;
  } finally {
    await writing.stop();
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}

async function copyFiles(from: string, to: string, folder: string, ending: string): Promise<void> {
  if (!existsSync(join(from, folder))) return;
  await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(join(from, folder), { withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith(ending))
      await cp(join(from, folder, entry.name), join(to, folder, entry.name));
}

/**
 * Restores a backup into a data folder that is empty or doesn't exist, and returns the manifest. Throws BackupProblem if the
 * folder is not empty. Also throws if the backup doesn't match its manifest, and then leaves the folder empty.
 */
export async function restoreBackup(file: string, dataDir: string): Promise<Manifest> {
  if (!existsSync(file)) throw new BackupProblem(`There is no file ${file}.`);
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new BackupProblem(`${dataDir} is not empty. A backup can only be restored into an empty folder.`);
  createPrivately();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await makePrivate(dataDir).catch((error: unknown) => {
    throw error instanceof NotPrivate ? new BackupProblem(error.message) : error;
  });
  const unlock = lockFolder(dataDir);
  const restoring = join(dataDir, 'restoring');
  let isWhole = false;
  try {
    await mkdir(restoring, { mode: 0o700 });
    const manifest = await readArchive(file, restoring);
    const { schema, counts, auditHeads } = manifest;
    if (!isDeepStrictEqual(await factsOf(restoring), { schema, counts, auditHeads }))
      throw new BackupProblem('The database of the backup does not match its manifest.');
    await rm(join(restoring, 'database.lock'), { force: true });
    await syncTree(restoring);
    // Move the database last, so a folder with a database always has all other files too.
    for (const name of (await readdir(restoring)).sort().reverse())
      await rename(join(restoring, name), join(dataDir, name));
    await syncToDisk(dataDir, true);
    isWhole = true;
    return manifest;
  } finally {
    await rm(restoring, { recursive: true, force: true });
    unlock();
    if (!isWhole) await empty(dataDir);
  }
}

/** Tests a backup by restoring it into a folder that is deleted afterwards. Returns and throws the same as `restoreBackup`. */
export async function verifyBackup(file: string, emptyFolder: string): Promise<Manifest> {
  try {
    return await restoreBackup(file, emptyFolder);
  } finally {
    await rm(emptyFolder, { recursive: true, force: true });
  }
}

/**
 * Returns the newest migration, the row counts and the hash of the audit heads of a folder's database. Throws BackupProblem if
 * the database doesn't open.
 */
async function factsOf(folder: string): Promise<StoreFacts> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  try {
    const embedded = await startEmbedded(folder, silent);
    const db = queriesOver(createPool(embedded.connection, silent));
    try {
      return await storeFacts(db);
    } finally {
      await db.destroy();
      await embedded.stop();
    }
  } catch {
    throw new BackupProblem('The database of the backup cannot be opened.');
  }
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
