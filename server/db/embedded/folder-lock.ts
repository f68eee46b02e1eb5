import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's error code SQLITE_BUSY. */
const busy = 5;

/** Thrown if another process or this process has already locked the data folder. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/**
 * Locks the data folder and returns a function that unlocks it (F10). Throws StoreInUse if it is already locked, even by this
 * process. Uses SQLite's lock, because the operating system ends the lock of a killed process, and processes in other containers
 * see the lock. Don't open `database.lock` elsewhere in this process: closing the second handle would release the lock.
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
