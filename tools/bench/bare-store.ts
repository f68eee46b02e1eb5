/** Opens PGlite on the folder that is named, alone, says so once it answers, and stays until it is killed. */
import { PGlite } from '@electric-sql/pglite';

const store = await PGlite.create(process.argv[2] ?? '');
await store.query('select count(*) from application');
console.log('open');
setInterval(() => {}, 60_000);
