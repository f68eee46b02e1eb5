/** Prepares a process of the server or of an operator. Call `prepareProcess` before importing the other modules. */
import { writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../files/project-files.ts';

/**
 * If possible, excludes the memory of this process and its children from core files (core(5)), because the memory contains
 * answers. Enables a compile cache, because compiling takes longer than opening the database. The cache is in the installation's
 * own folder, because other users could plant code in the shared temporary folder.
 */
export function prepareProcess(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // The system isn't Linux, or `/proc` is not writable.
  }
  enableCompileCache(join(projectRoot, 'node_modules/.cache/compiled'));
}
