import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type StoreFacts, storeFacts } from '../queries/store-facts.ts';
import type { Tables } from '../tables.ts';

/** A copy of the store and what it holds. */
export type StoreCopy = StoreFacts & {
  /** How long other queries had to wait, in milliseconds. */
  readonly pauseMillis: number;
};

/**
 * Copies the embedded store's files as one snapshot, after a checkpoint, while it serves. PGlite has one connection: while this
 * holds it, nothing is written and other queries wait. If the file system can share blocks between files (Btrfs, XFS, APFS), the
 * copy shares them and is instant.
 *
 * PGlite's own `dumpDataDir` waits just as long and holds the whole database in memory.
 * @param folder the target, which must not exist
 */
export async function copyStore(db: Kysely<Tables>, dataDir: string, folder: string): Promise<StoreCopy> {
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
