import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's error code SQLITE_BUSY. */
const busy = 5;

/** Thrown if the folder is already locked, by another process or by this process. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/**
 * Locks the data folder for this process and returns a function that unlocks it (F10). Uses SQLite's lock on an empty file,
 * because no other lock that Node offers is held by the operating system. The lock therefore ends when the process is killed, and
 * processes in other containers that share the folder see it. Don't open the file anywhere else in this process: closing a second
 * handle would release the lock.
 * @throws StoreInUse if the folder is already locked, by another process or by this process
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
