import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const busy = 5;

/** Another process holds the folder, or this one already does. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/**
 * Takes the data folder for this process alone and returns how to give it back (F10).
 *
 * The lock is SQLite's on an empty file beside the database: of all that Node can do without an add-on, the only
 * lock that the operating system itself holds (fcntl on Linux and macOS, LockFileEx on Windows). So there is no
 * moment between looking and taking, a SIGKILL gives it back, no process id can be mistaken for another's, and it
 * holds between containers that share the folder, where a process id or an abstract socket does not. Nothing is
 * ever written to the file. It must not be opened by other means in this process: closing such a handle would drop
 * the lock, which is why it does not lie within the database's own folder.
 *
 * @throws StoreInUse when another process, or this one, already holds the folder
 */
export function lockFolder(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, 'database.lock'));
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw error;
    throw new StoreInUse(
      `The embedded store in ${dataDir} is in use by another process. It is for one process on one machine: ` +
        'stop that process, or set DATABASE_URL to share a PostgreSQL database.',
      { cause: error },
    );
  }
  return () => file.close();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}
