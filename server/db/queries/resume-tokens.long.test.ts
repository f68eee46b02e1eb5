/**
 * Tests that finding a resume token reads the same number of blocks, no matter how many drafts there are or what the statistics
 * say (S5, D55).
 */
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { blocksRead } from '../../../tests/support/blocks-read.ts';
import { testStores } from '../../../tests/support/database.ts';
import { create } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { liveTokensQuery } from './resume-tokens.ts';

const drafts = 1_000;

/** The maximum number of 8 kB blocks that the query may read: a few levels of four indexes. */
const mostBlocks = 40;

describe.each(await testStores())('resume tokens on $name', (store) => {
  test('are found by their secrets when the statistics know of no draft', async () => {
    const { client, database, stop } = await startTestServer({ store });
    onTestFinished(stop);
    const { db } = database;
    const browser = client();
    await browser.start();
    const { id, sessionId } = await create(browser);
    for (const table of ['session', 'application', 'way_back'])
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(db);
    await sql`analyze`.execute(db);
    await sql`
      with copy as (select gen_random_uuid() as id, gen_random_uuid() as session_id from generate_series(1, ${drafts})),
      sessions as (
        insert into session
        select (jsonb_populate_record(session, jsonb_build_object('id', copy.session_id, 'token_hash', copy.session_id::text))).*
        from copy, session where session.id = ${sessionId}
      ),
      applications as (
        insert into application
        select (jsonb_populate_record(application, to_jsonb(copy))).* from copy, application where application.id = ${id}
      )
      insert into way_back
      select (jsonb_populate_record(
        way_back,
        jsonb_build_object('id', gen_random_uuid(), 'application_id', copy.id, 'token_hash', copy.id::text)
      )).*
      from copy, way_back where way_back.application_id = ${id}
    `.execute(db);

    const query = liveTokensQuery(db, {
      domainKey: 'demo',
      kind: 'device',
      tokenHashes: [Buffer.alloc(32), Buffer.alloc(32, 1)],
      repeatHashes: [Buffer.alloc(32, 2)],
      changedAfter: new Date(0),
    });
    expect(await blocksRead(database, query.compile())).toBeLessThan(mostBlocks);
  });
});
