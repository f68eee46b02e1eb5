/** Caches compiled code between starts, because compiling a thousand modules takes longer than opening the store. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../files/project-files.ts';

/**
 * Uses the compile cache of an earlier start, and writes the cache when this process ends, if possible. Call it before importing
 * the modules to cache. The cache is in the installation's own folder, because other users could plant code in the system's
 * shared temporary folder.
 */
export function keepCompiled(): void {
  enableCompileCache(join(projectRoot, 'node_modules/.cache/compiled'));
}

/** Writes the cache now. Call it in a process that may be killed. */
export function keepCompiledNow(): void {
  flushCompileCache();
}
