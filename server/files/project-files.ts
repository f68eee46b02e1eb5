/** The paths of the project's own files, whether the server runs from its sources or built into `dist/server/`. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}

/** The folder of the project, with its package.json. */
export const projectRoot = rootAbove(import.meta.dirname);

/** Whether this is the built server and not its sources. */
export const isBuilt = import.meta.filename.endsWith('.js');

const builtServer = join(projectRoot, 'dist/server');

/** The folders and files with code, which a restricted process must be able to read. */
export const codeFolders: readonly string[] = isBuilt
  ? [builtServer, join(projectRoot, 'node_modules'), join(projectRoot, 'package.json')]
  : ['api', 'copy', 'form', 'node_modules', 'package.json', 'server'].map((name) => join(projectRoot, name));

/** Returns the path of a file that is read as it is; `scripts/build-server.ts` copies each to the same path below the build. */
export function dataFile(path: string): string {
  return join(isBuilt ? builtServer : projectRoot, path);
}

/**
 * Returns the entry file of a process.
 * @param module path of its source below `server/`, without an extension; `scripts/build-server.ts` builds each of them
 */
export function entryFile(module: string): string {
  return isBuilt ? join(builtServer, `${module}.js`) : join(projectRoot, 'server', `${module}.ts`);
}
