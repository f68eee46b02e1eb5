/** Caches compiled code between starts, because compiling a thousand modules takes longer than opening the store. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../files/project-files.ts';

/**
 * Uses the cache of an earlier start, and writes it when this process ends, if possible. Call it before importing the modules.
 * The cache is in the installation's own folder: in the system's shared folder for temporary files, another user could plant
 * code.
 */
export function keepCompiled(): void {
  enableCompileCache(join(projectRoot, 'node_modules/.cache/compiled'));
}

/** Writes the cache now. Use it in a process that may be killed. */
export function keepCompiledNow(): void {
  flushCompileCache();
}
