/**
 * Bundles the server into a folder: finding, reading and compiling one file takes a fraction of the time of a thousand (S3).
 * `scripts/build.ts` runs this in a process of its own and names the folder.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Entry modules of processes, each built to the same path below the folder. */
const entries = [
  'start/main',
  'agreements/print-worker',
  'db/embedded/archive-worker',
  'db/embedded/make-database',
  'documents/document-worker',
  'evidence/evidence-worker',
  'operator/main',
];

/** What the server reads as files, copied to the same paths (`dataFile`). */
const data = ['server/db/migrations', 'web/theme/neutral.css'];

/**
 * Packages that read files of their own next to their code: machine code, WebAssembly, data, pages. With the fonts, they are the
 * `dependencies` of package.json, which alone a production install has; the build puts all others into the bundle.
 */
const external = ['@electric-sql/pglite', '@fastify/swagger-ui', '@hyzyla/pdfium', 'pdfkit', 'sharp'];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to build into.');
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [entry, `server/${entry}.ts`])),
  platform: 'node',
  external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
  logLevel: 'warn',
});
await rm(folder, { recursive: true, force: true });
await bundle.write({ dir: folder, chunkFileNames: 'chunks/[name]-[hash].js' });
for (const path of data) await cp(path, join(folder, path), { recursive: true });
