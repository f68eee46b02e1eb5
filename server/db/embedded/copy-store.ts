import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { storeFacts } from '../queries/store-facts.ts';
import type { Queries } from '../transactions.ts';

/** Facts about a copy of the store. `pauseMillis`: how many milliseconds other queries had to wait for the copy. */
export type StoreCopy = Awaited<ReturnType<typeof copyStore>>;

/**
 * Copies the embedded store's database files to a new folder as one snapshot, while other queries wait. The copy is instant on
 * Btrfs, XFS and APFS. PGlite's `dumpDataDir` would also make queries wait, and would need memory for the whole database.
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
      // Don't copy `postmaster.pid`: with this file, the copy would look like a running database.
      filter: (path) => !path.endsWith('postmaster.pid'),
    });
    return { ...facts, pauseMillis: Math.round(performance.now() - from) };
  });
}
