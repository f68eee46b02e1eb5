/**
 * Makes the files of the embedded database in the folder that its argument names, as a process of its own: the 350 MB that
 * `initdb` takes are given back when it ends, and would else stay with the server until its next start (S6).
 */
import { PGlite } from '@electric-sql/pglite';
import { DurableFileSystem } from './durable-file-system.ts';

const [folder = ''] = process.argv.slice(2);
const pglite = await PGlite.create({ fs: new DurableFileSystem(folder) });
await pglite.close();
