/** Keeps applicants' answers out of the core files that the system may write when a process crashes. */
import { writeFileSync } from 'node:fs';

/** Excludes all memory of this process and its later children from core files, if the system has such a filter (core(5)). */
export function keepMemoryOutOfCoreFiles(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // The system isn't Linux, or `/proc` is not writable.
  }
}
