/**
 * A process that only opens PGlite on a folder. Prints a line once PGlite has answered a query, and then runs until it is killed.
 */
import { PGlite } from '@electric-sql/pglite';

const store = await PGlite.create(process.argv[2] ?? '');
await store.query('select count(*) from application');
console.log('open');
setInterval(() => {}, 60_000);
