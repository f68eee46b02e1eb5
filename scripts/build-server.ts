/**
 * Bundles the server into a few files, because finding, reading and compiling a thousand files takes many times as long (S3).
 * `scripts/build.ts` runs this in a separate process, and passes the folder.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The entry modules of processes. Each is built to the same path below the folder. */
const entries = [
  'start/main',
  'agreements/print-worker',
  'db/embedded/archive-worker',
  'db/embedded/make-database',
  'documents/document-worker',
  'evidence/evidence-worker',
  'operator/main',
];

/** Files that the server reads at run time (`dataFile`). They are copied to the same paths. */
const data = ['server/db/migrations', 'web/theme/neutral.css'];

/**
 * Packages that read files next to their code: machine code, WebAssembly, data, pages. These packages and the fonts are the only
 * `dependencies` in package.json, which a production install has. The bundle contains all other packages.
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
