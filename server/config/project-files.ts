/** Where the project's own files are, whether the server runs from its sources or as built into `dist/server/`. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}

/** The folder of the project, with its package.json. */
export const projectRoot = rootAbove(import.meta.dirname);

const isBuilt = import.meta.filename.endsWith('.js');

/**
 * The file that a thread is started with.
 * @param module Path of its source below `server/`, without an extension. `scripts/build-server.ts` builds each of them.
 */
export function threadFile(module: string): string {
  return isBuilt
    ? join(projectRoot, 'dist/server', `${module}.js`)
    : join(projectRoot, 'server', `${module}.ts`);
}
