/** Prepares a process of the server or of an operator. Call it before importing the other modules. */
import { writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../files/project-files.ts';

/**
 * Excludes the memory of this process and of its later children from core files, because the memory contains answers. Does so
 * only if the system has such a filter (core(5)). Enables a compile cache, because compiling a thousand modules takes longer than
 * opening the store. The cache is in the installation's own folder, because other users could plant code in the shared temporary
 * folder.
 */
export function prepareProcess(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // The system isn't Linux, or `/proc` is not writable.
  }
  enableCompileCache(join(projectRoot, 'node_modules/.cache/compiled'));
}
