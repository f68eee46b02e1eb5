/** Keeps answers out of core files, which the system may write when a process dies. */
import { writeFileSync } from 'node:fs';

/** Excludes all memory from the core files of this process and its later children, if the system has such a filter (core(5)). */
export function keepMemoryOutOfCoreFiles(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Not Linux, or `/proc` is not writable.
  }
}
