/** Keeps answers out of core files, which the system may write when a process dies. */
import { writeFileSync } from 'node:fs';

/**
 * Leaves all memory out of the core files of this process and of those that it starts later (core(5)). Does nothing where the
 * system has no such filter, or does not let the process change it. `LimitCORE=0` in the unit then keeps core files away.
 */
export function keepMemoryOutOfCoreFiles(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // No Linux, or no `/proc` to write to.
  }
}
