/**
 * Where the tests of one run keep their stores and other files. On Linux that is in memory, so that a store need not wait for a
 * disk: without a browser, the tests take a seventh less of the processor (2026-11-25).
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';

/** Bytes that must be free there. */
const roomInMemory = 4 * 1024 ** 3;

const prefix = 'card-tests-';

function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= roomInMemory;
}

/** Removes the folders of runs that were killed. */
function removeLeft(): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/** Runs with a folder for temporary files (TMPDIR), and removes it at the end. Without room in memory, it is the system's own. */
export function withTemporaryFolder<Result>(run: (folder: string) => Result): Result {
  if (!hasRoom()) return run(tmpdir());
  removeLeft();
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  // As /tmp is: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
