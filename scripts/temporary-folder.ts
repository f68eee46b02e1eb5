/**
 * Where the tests of one run keep their stores and other files for a moment. On Linux that is in memory, where a store need
 * not wait for a disk: it takes a seventh of the processor off the tests without a browser.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';

/** Bytes that must be free there: what a run holds at most at a time is less than half of it. */
const roomInMemory = 4 * 1024 ** 3;

const prefix = 'card-tests-';

function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= roomInMemory;
}

/** Removes what a run left that was killed. */
function removeLeft(): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/** Runs with a folder for temporary files (TMPDIR), which is removed afterwards; elsewhere with the one of the system. */
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
