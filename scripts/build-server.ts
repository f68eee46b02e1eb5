/**
 * Bundles the server into a folder: finding, reading and compiling one file takes a fraction of the time of a thousand (S3).
 * `scripts/build.ts` runs this in a process of its own and names the folder.
 */
import { rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';

/** Entry modules of processes, each built to the same path below the folder. */
const entries = [
  'start/main',
  'agreements/print-worker',
  'db/embedded/archive-worker',
  'db/embedded/make-database',
  'documents/document-worker',
  'evidence/evidence-worker',
];

/** Packages that read files of their own next to their code: machine code, WebAssembly, data, pages. */
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
