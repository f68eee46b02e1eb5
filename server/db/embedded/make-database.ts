/**
 * Creates the embedded database in the folder that the argument names. Runs in a separate process, because `initdb` takes 350 MB
 * of memory, which the server would otherwise hold until its next start (S6).
 */
import { PGlite } from '@electric-sql/pglite';
import { DurableFileSystem } from './durable-file-system.ts';

const [folder = ''] = process.argv.slice(2);
const pglite = await PGlite.create({ fs: new DurableFileSystem(folder) });
await pglite.close();
