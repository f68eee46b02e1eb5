/**
 * Bundles the server into a few files, because a server made of about 2,000 files starts many times more slowly (S3).
 * `scripts/build.ts` runs this script in a separate process, and passes the output folder.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The entry modules of the server's processes. Each is built to the same path in the output folder. */
const entries = [
  'start/main',
  'agreements/print-worker',
  'db/embedded/archive-worker',
  'db/embedded/make-database',
  'documents/document-worker',
  'evidence/evidence-worker',
  'operator/main',
];

/** Files that the server reads at run time (`dataFile`). They are copied to the same paths in the output folder. */
const data = ['server/db/migrations', 'web/theme/neutral.css'];

/**
 * Packages that read files next to their code, such as native add-ons, WebAssembly, data and pages. The only `dependencies` in
 * package.json are these packages and the fonts, so a production install contains no others. The bundle contains all other
 * packages.
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
for (const path of data)
  await cp(path, join(folder, path), { recursive: true, filter: (file) => !file.endsWith('.test.ts') });
