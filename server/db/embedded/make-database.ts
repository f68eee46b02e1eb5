/** Creates the embedded database in a separate process, because `initdb` takes 350 MB, which the server would not free (S6). */
import { PGlite } from '@electric-sql/pglite';
import { DurableFileSystem } from './durable-file-system.ts';

const [folder = ''] = process.argv.slice(2);
const pglite = await PGlite.create({ fs: new DurableFileSystem(folder) });
await pglite.close();
