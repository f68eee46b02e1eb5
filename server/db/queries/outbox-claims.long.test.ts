/**
 * Tests that claiming a job reads the same number of blocks, no matter how many jobs are waiting or sent or what the statistics
 * say (S7).
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksRead } from '../../../tests/support/blocks-read.ts';
import { testStores } from '../../../tests/support/database.ts';
import { prepare, submit } from '../../../tests/support/sample-application.ts';
import { startTestServer, type TestServer } from '../../../tests/support/test-server.ts';
import { dueQueuesQuery, takeDueJobQuery } from './outbox.ts';

const batch = 5_000;
const batches = 4;

/** The maximum number of 8 kB blocks that PostgreSQL may read to claim one job, including the update of its row and indexes. */
const mostBlocks = 100;

describe.each(await testStores())('claiming jobs on $name', (store) => {
  let server: TestServer;
  let id: string;
  beforeAll(async () => {
    server = await startTestServer({ store });
    await server.outbox.stop();
    const client = server.client();
    ({ id } = await prepare(client));
    await submit(client, id);
    await sql`alter table outbox set (autovacuum_enabled = off)`.execute(server.database.db);
  });
  afterAll(() => server.stop());

  async function add(state: 'sent' | 'waiting'): Promise<void> {
    for (let count = 0; count < batches; count += 1)
      await sql`
        insert into outbox (id, kind, application_id, create_date_time, run_date_time, done_date_time)
        select gen_random_uuid(), kind, ${id}, due, due, case when ${state} = 'sent' then due end
        from generate_series(1, ${batch / 2}) as number, unnest(array['mail', 'delivery']) as kind,
          lateral (select now() - number * interval '1 second' as due) as moment
      `.execute(server.database.db);
  }

  test.each([
    ['the outbox was empty', 'empty'],
    ['all jobs had been sent', 'sent'],
    ['some jobs waited', 'some'],
    ['all jobs waited', 'all'],
  ])('reads little if the statistics are from when %s', async (_words, when) => {
    const { database } = server;
    const { db } = database;
    await sql`truncate outbox`.execute(db);
    const analyzeWhen = async (now: string) => {
      if (when === now) await sql`analyze outbox`.execute(db);
    };
    await analyzeWhen('empty');
    await add('sent');
    await analyzeWhen('sent');
    await sql`update outbox set done_date_time = null where id in (select id from outbox limit 20)`.execute(
      db,
    );
    await analyzeWhen('some');
    await add('waiting');
    await analyzeWhen('all');

    const lease = { by: 'a', from: database.moment(), until: database.moment() };
    const { db: queries } = database;
    const read = [
      await blocksRead(database, takeDueJobQuery(queries, 'mail', lease).compile()),
      await blocksRead(database, takeDueJobQuery(queries, 'delivery:quillbrook', lease).compile()),
      await blocksRead(database, dueQueuesQuery(database.moment()).compile(queries)),
    ];
    expect(Math.max(...read)).toBeLessThan(mostBlocks);
  });
});
