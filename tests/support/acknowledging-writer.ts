/**
 * A helper program that the tests start and then kill. It opens the embedded store in the folder given by its first argument, and
 * writes rows `row-N`, where N counts up from its second argument. It prints each N once the commit is acknowledged.
 */
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '../../server/db/database.ts';

const [dataDir = '', first = '0'] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir, log: pino({ level: 'silent' }) });
for (let n = Number(first); ; n += 1) {
  await db
    .insertInto('rate_limit')
    .values({ bucket: `row-${n}`, window_date_time: new Date(), count: n })
    .execute();
  writeSync(1, `${n}\n`);
}
