/**
 * Provides a folder for the databases and other files of one test run. On Linux, the folder is in memory if there is room, so no
 * database waits for a disk. This saves a seventh of the CPU time of the unit tests (measured 2026-11-25).
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';

/** Number of bytes that must be free in the memory file system. If fewer are free, the run uses the system's temporary folder. */
const roomInMemory = 4 * 1024 ** 3;

const prefix = 'card-tests-';

function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= roomInMemory;
}

/** Removes the folders that test runs left behind because they were killed. */
function removeAbandonedFolders(): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/**
 * Calls `run` with a folder for temporary files (TMPDIR), and removes that folder at the end. If too little memory is free,
 * passes the system's temporary folder instead.
 */
export function withTemporaryFolder<Result>(run: (folder: string) => Result): Result {
  if (!hasRoom()) return run(tmpdir());
  removeAbandonedFolders();
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  // Gives the folder the mode of /tmp, because PostgreSQL may run as another user.
  chmodSync(folder, 0o1777);
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
