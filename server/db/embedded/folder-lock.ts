import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY */
const busy = 5;

/** Another process holds the folder, or this one already does. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/**
 * Locks the data folder for this process and returns a function that unlocks it (F10). The lock is SQLite's on an empty file: the
 * only one available to Node that the operating system itself holds, so SIGKILL releases it, and containers that share the folder
 * see it. No other code in this process may open the file, because closing that handle would release the lock. So the file is not
 * in the database's own folder.
 * @throws StoreInUse if another process, or this one, already holds the folder
 */
export function lockFolder(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, 'database.lock'));
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === busy)) throw error;
    throw new StoreInUse(
      `The embedded store in ${dataDir} is in use by another process. It is for one process on one machine: ` +
        'stop that process, or set DATABASE_URL to share a PostgreSQL database.',
      { cause: error },
    );
  }
  return () => file.close();
}
