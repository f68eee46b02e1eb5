/** The paths of the project's own files, for a server that runs from its sources or is built into `dist/server/`. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}

/** The project's top folder, which contains package.json. */
export const projectRoot = rootAbove(import.meta.dirname);

/** Whether this process runs the built server, not its sources. */
export const isBuilt = import.meta.filename.endsWith('.js');

const builtServer = join(projectRoot, 'dist/server');

/** The folders and files that contain code. Every worker process may read them. */
export const codeFolders: readonly string[] = isBuilt
  ? [builtServer, join(projectRoot, 'node_modules'), join(projectRoot, 'package.json')]
  : ['api', 'copy', 'form', 'node_modules', 'package.json', 'server'].map((name) => join(projectRoot, name));

/** Returns the path of a data file. `scripts/build-server.ts` copies data files to the same path under `dist/server/`. */
export function dataFile(path: string): string {
  return join(isBuilt ? builtServer : projectRoot, path);
}

/** Returns the path of the file to run for `module`, an entry of `scripts/build-server.ts` without its extension. */
export function entryFile(module: string): string {
  return isBuilt ? join(builtServer, `${module}.js`) : join(projectRoot, 'server', `${module}.ts`);
}
