import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { syncToDisk, syncTree } from '../../files/disk.ts';
import { createPrivately, makePrivate } from '../../files/private-folder.ts';
import { entryFile } from '../../files/project-files.ts';
import type { StoreLog } from '../pool.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { lockFolder } from './folder-lock.ts';

const run = promisify(execFile);

/**
 * Starts PGlite in `dataDir/database`, which the first start creates, and locks `dataDir` until `stop` is called. Makes `dataDir`
 * and all new files of this process private, because PGlite creates files that every user can read.
 * @throws NotPrivate if the folder can't be made private; StoreInUse if it is already locked (F10); or PGlite's own error
 */
export async function startEmbedded(dataDir: string, log: StoreLog) {
  createPrivately();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await makePrivate(dataDir);
  const unlock = lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'database');
    if (!existsSync(folder)) await createDatabase(dataDir, folder);
    const pglite = await startPglite(new DurableFileSystem(folder), log);
    log.info(
      'The embedded store is for one process on one machine. Set DATABASE_URL to keep the data in PostgreSQL.',
    );
    return {
      connection: { ...createPgConfig(takingTurns(pglite)), max: 1, idleTimeoutMillis: 0 },
      stop: () => pglite.close().finally(unlock),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The size of PostgreSQL's page cache. The default, 128 MB, gains nothing: the operating system caches the same pages (S6). */
const sharedBuffers = '32MB';

/**
 * Starts PGlite with fsync, so commits reach the disk. If PostgreSQL panics because the disk fails or is full, ends this process
 * with code 1, because PGlite would hang. The next start then replays the write-ahead log.
 */
export async function startPglite(fs: DurableFileSystem, log: StoreLog): Promise<PGlite> {
  const options = ['wal_sync_method=fsync', `shared_buffers=${sharedBuffers}`];
  return PGlite.create({
    fs,
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...options.flatMap((option) => ['-c', option]),
    ],
    onStderr: (line) => {
      // Log only the line with PANIC, because an ordinary error and the lines after it may quote a row.
      if (!line.includes(' PANIC: ')) return false;
      log.error({ panic: line }, 'The embedded store failed; this process ends');
      process.exit(1);
    },
  });
}

/** The first byte of each of the two messages that end a query: Sync and Query (PostgreSQL's protocol, section 55.7). */
const endsOfQueries: readonly (number | undefined)[] = [0x53, 0x51];

/** Makes `pglite` yield to the event loop before each query, so a job with many queries delays no request. Returns `pglite`. */
function takingTurns(pglite: PGlite): PGlite {
  const exec = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = async (message, options) => {
    if (endsOfQueries.includes(message[0])) await setImmediate();
    // If an earlier message of the query failed while this message waited, the store may be closed. Then don't send the message.
    return pglite.closed ? [] : exec(message, options);
  };
  return pglite;
}

/**
 * Creates the database under a temporary name and renames it once it is complete and synced. Each start uses a new temporary
 * name, because an interrupted start may have left behind a process that still writes under the earlier name.
 */
async function createDatabase(dataDir: string, folder: string): Promise<void> {
  const beginning = 'database.new-';
  for (const name of await readdir(dataDir))
    if (name.startsWith(beginning)) await rm(join(dataDir, name), { recursive: true, force: true });
  const unfinished = await mkdtemp(join(dataDir, beginning));
  await run(process.execPath, [entryFile('db/embedded/make-database'), unfinished], { env: {} });
  await syncTree(unfinished);
  await rename(unfinished, folder);
  await syncToDisk(dataDir, true);
}
