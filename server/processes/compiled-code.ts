/**
 * Caches compiled code between starts: stripping the types of a thousand modules and compiling them takes longer than opening the
 * store.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../files/project-files.ts';

/**
 * Uses the code cached by an earlier start, and caches what this process compiles when it ends. Call it before importing the
 * modules. The folder belongs to the installation: in the shared folder for temporary files, another user could plant code. Does
 * nothing if that folder can't be written.
 */
export function keepCompiled(): void {
  enableCompileCache(join(projectRoot, 'node_modules/.cache/compiled'));
}

/** Writes the cache now, for a process that may be killed. */
export function keepCompiledNow(): void {
  flushCompileCache();
}
