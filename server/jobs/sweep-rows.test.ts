/** Tests that a sweep deletes expired rows of every kind, and no other rows (D38). */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { operatorOf } from '../../tests/support/operator-call.ts';
import { create, expected, prepare, submit } from '../../tests/support/sample-application.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { verifyAuditTrail } from '../../tests/support/verify-audit-trail.ts';
import type { Tables } from '../db/tables.ts';
import { uuidv7 } from '../db/uuid.ts';
import { sweepRows } from './sweep-rows.ts';

const day = 24 * 60 * 60_000;

describe.each(await testStores())('expired rows, on $name', (store) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ store });
    onTestFinished(server.stop);
  });

  async function sweep(): Promise<Readonly<Record<string, number>>> {
    const deleted: Record<string, number> = {};
    await sweepRows(server.services, (what, rows) => {
      deleted[what] = (deleted[what] ?? 0) + rows;
    });
    return deleted;
  }

  async function count(table: keyof Tables): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(
      server.database.db,
    );
    return rows[0]?.count ?? 0;
  }

  async function begun(answers: object = { dba: 'One' }): Promise<{ browser: ApiClient; id: string }> {
    const browser = server.client();
    await browser.start();
    return { browser, id: (await create(browser, { ...answers }, {})).id };
  }

  const cancel = async ({ browser }: { browser: ApiClient }) =>
    expected(204, await browser.send('POST', '/apply/finish/cancel'));

  /** Makes an application look `days` days older, because the database checks its age by the real clock, not the test's clock. */
  async function age(id: string, days: number): Promise<void> {
    await sql`
      update application set create_date_time = create_date_time - ${days} * interval '1 day',
        update_date_time = update_date_time - ${days} * interval '1 day'
      where id = ${id}
    `.execute(server.database.db);
  }

  test('sessions are deleted 30 days after their end, except those of an application', async () => {
    const left = server.client();
    await left.start();
    expected(204, await left.send('POST', '/apply/finish/cancel'));
    const kept = await begun();
    await cancel(kept);
    const live = server.client();
    await live.start();
    server.clock.advance(29 * day);
    expect(await sweep()).not.toHaveProperty('sessions');
    server.clock.advance(2 * day);
    expect(await sweep()).toEqual({ sessions: 1 });
    expect(await count('session')).toBe(2);
    expect(await sweep()).toEqual({});
  });

  test('each of very many sessions is checked once and deleted', async () => {
    const ended = new Date(server.clock.now().getTime() - 31 * day);
    const rows = Array.from({ length: 1_100 }, (_, at) => ({
      id: uuidv7(ended),
      token_hash: randomBytes(32),
      domain_key: 'demo',
      store_id: '1',
      provider_id: 'demo',
      create_date_time: ended,
      active_date_time: ended,
      expire_date_time: ended,
      // Groups of 450 sessions have the same end time, so a batch of 500 ends within a group.
      end_date_time: new Date(ended.getTime() + Math.floor(at / 450)),
      end_type: 'expired',
    }));
    await server.database.db.insertInto('session').values(rows).execute();
    expect(await sweep()).toEqual({ sessions: 1_100 });
    expect(await count('session')).toBe(0);
  });

  test('more sessions than a batch that ended within a millisecond are checked once and deleted', async () => {
    const { db } = server.database;
    const kept = await begun();
    await cancel(kept);
    // Insert the sessions with SQL, because only then are their end times exact to the microsecond.
    await sql`
      insert into session (id, token_hash, domain_key, store_id, provider_id, create_date_time, active_date_time,
        expire_date_time, end_date_time, end_type)
      select gen_random_uuid(), sha256(n::text::bytea), 'demo', '1', 'demo', ended, ended, ended,
        ended + n * interval '1 microsecond', 'expired'
      from generate_series(1, 900) as n, (select timestamptz '2020-01-01 00:00:00+00' as ended) as them
    `.execute(db);
    expect(await sweep()).toEqual({ sessions: 900 });
    expect(await count('session')).toBe(1);
  });

  test('erased drafts are deleted after 396 days with their trails and sessions; other applications are kept', async () => {
    const [old, young, live] = [await begun(), await begun(), await begun()];
    await cancel(old);
    await cancel(young);
    const browser = server.client();
    const { id: submitted } = await prepare(browser);
    expected(200, await submit(browser, submitted));
    for (const id of [old.id, live.id, submitted]) await age(id, 397);
    await age(young.id, 395);
    const before = await count('audit_event');
    expect(await sweep()).toMatchObject({ drafts: 1 });
    const ids = await server.database.db.selectFrom('application').select('id').orderBy('id').execute();
    expect(ids.map(({ id }) => id)).toEqual([young.id, live.id, submitted].toSorted());
    expect(await count('audit_event')).toBeLessThan(before);
    expect(await count('session')).toBe(3);
    expect(
      (await verifyAuditTrail(server.services)).faults.map(({ applicationId }) => applicationId),
    ).not.toContain(old.id);
    expect((await sweep())['drafts']).toBeUndefined();
  });

  test('erased drafts are deleted a hundred at a time, because their trails are too', async () => {
    const { db } = server.database;
    await sql`
      with old as (select timestamptz '2020-01-01 00:00:00+00' as at), begun as (
        insert into session (id, token_hash, domain_key, store_id, provider_id, create_date_time, active_date_time,
          expire_date_time, end_date_time, end_type)
        select gen_random_uuid(), sha256(n::text::bytea), 'demo', '1', 'demo', at, at, at, at, 'expired'
        from old, generate_series(1, 150) as n returning id, end_date_time as at
      )
      insert into application (id, session_id, domain_key, store_id, provider_id, status, create_date_time,
        update_date_time, create_user_id, audit_sequence, audit_hash)
      select gen_random_uuid(), id, 'demo', '1', 'demo', 'expired', at, at, 'nobody', 1, '' from begun
    `.execute(db);
    const swept: number[] = [];
    await sweepRows(server.services, (what, rows) => {
      if (what === 'drafts') swept.push(rows);
    });
    expect(swept).toEqual([100, 50]);
  });

  test('only the trails and consents of drafts erased over 90 days ago can be deleted', async () => {
    const { db } = server.database;
    const draft = await begun();
    const browser = server.client();
    const { id: submitted } = await prepare(browser);
    expected(200, await submit(browser, submitted));
    const erased = await begun();
    await cancel(erased);
    await age(draft.id, 400);
    await age(submitted, 400);
    await age(erased.id, 80);
    await sql`select forget_drafts(now(), 100)`.execute(db);
    expect(await count('application')).toBe(3);
    for (const { table, id } of [
      { table: 'audit_event', id: draft.id },
      { table: 'audit_event', id: submitted },
      { table: 'audit_event', id: erased.id },
      { table: 'consent', id: submitted },
    ] as const)
      await expect(
        sql`delete from ${sql.table(table)} where application_id = ${id}`.execute(db),
      ).rejects.toThrow('append-only');
  });

  test('start keys that started no application are deleted 396 days after they expired', async () => {
    const operator = operatorOf(server);
    const issued = await operator([
      'keys',
      'issue',
      '--program',
      'toro',
      '--store',
      '10000005',
      '--count',
      '2',
    ]);
    const { keys }: { keys: readonly { key: string }[] } = issued.data;
    const browser = server.client('toro.localhost');
    await browser.start(`/apply/start/${keys[0]?.key}`);
    await create(browser, { dba: 'One' }, {});
    server.clock.advance(900 * day);
    expect(await sweep()).toMatchObject({ 'start keys': 1 });
    expect(await count('start_key')).toBe(1);
  });

  test('responses, rate limits, codes and approvals are deleted once they are no longer needed', async () => {
    const { browser, id } = await begun();
    const headers = { 'idempotency-key': 'once' };
    await browser.send('POST', '/personnel', {
      json: { applicationId: id, personnelType: 'owner' },
      headers,
    });
    const { db } = server.database;
    const now = server.clock.now();
    await db
      .insertInto('resume_code')
      .values({
        id: uuidv7(now),
        application_id: id,
        purpose: 'address',
        sealed: null,
        expire_date_time: now,
      })
      .execute();
    await db
      .insertInto('approval')
      .values({
        id: uuidv7(now),
        create_date_time: now,
        create_user_id: 'ada',
        expire_date_time: now,
        sealed: { v: 2, r: 1, k: '', n: '', t: '', c: '' },
      })
      .execute();
    const [responses, limits] = [await count('idempotent_answer'), await count('rate_limit')];
    expect([responses, limits]).not.toContain(0);
    server.clock.advance(1_000);
    expect(await sweep()).toEqual({ codes: 1, approvals: 1 });
    server.clock.advance(day);
    expect(await sweep()).toEqual({ responses, limits });
  });
});
