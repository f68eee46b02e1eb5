/**
 * Keeps compiled code between starts: to strip the types of a thousand modules and compile them takes longer than to
 * open the store.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../files/project-files.ts';

/**
 * Uses what an earlier start kept, and keeps what this process compiles when it ends. Call before the modules are
 * imported. The folder is the installation's own: in the shared one for temporary files, another user of the machine
 * could put code there. Does nothing where that folder cannot be written.
 */
export function keepCompiled(): void {
  enableCompileCache(join(projectRoot, 'node_modules/.cache/compiled'));
}

/** Keeps at once what was compiled so far, for a process that may be killed. */
export function keepCompiledNow(): void {
  flushCompileCache();
}
