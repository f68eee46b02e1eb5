import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { storeFacts } from '../queries/store-facts.ts';
import type { Queries } from '../transactions.ts';

/** What a copy of the store holds, and how long other queries had to wait, in milliseconds. */
export type StoreCopy = Awaited<ReturnType<typeof copyStore>>;

/**
 * Copies the embedded store's files as one snapshot, after a checkpoint, while it serves. PGlite has one connection: while this
 * holds it, nothing is written and other queries wait. A file system that can share blocks between files (Btrfs, XFS, APFS) makes
 * the copy instant. PGlite's own `dumpDataDir` waits just as long and holds the whole database in memory.
 * @param folder the target, which must not exist
 */
export async function copyStore(db: Queries, dataDir: string, folder: string) {
  return db.connection().execute(async (connection) => {
    const from = performance.now();
    const facts = await storeFacts(connection);
    await sql`checkpoint`.execute(connection);
    await cp(join(dataDir, 'database'), folder, {
      recursive: true,
      errorOnExist: true,
      force: false,
      mode: constants.COPYFILE_FICLONE,
      // A copy must not look like a running database.
      filter: (path) => !path.endsWith('postmaster.pid'),
    });
    return { ...facts, pauseMillis: Math.round(performance.now() - from) };
  });
}
