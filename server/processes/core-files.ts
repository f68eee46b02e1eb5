/** Keeps answers out of core files, which the system may write when a process dies. */
import { writeFileSync } from 'node:fs';

/**
 * Excludes all memory from the core files of this process and of its later children (core(5)). Does nothing if the system has no
 * such filter or doesn't allow changing it; `LimitCORE=0` in the unit prevents core files then.
 */
export function keepMemoryOutOfCoreFiles(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Not Linux, or `/proc` is not writable.
  }
}
