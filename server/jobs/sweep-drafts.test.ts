/**
 * Tests the sweep of drafts that can be resumed (D55): which drafts it erases, and that its cost doesn't grow with the number of
 * drafts.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { type TestDatabase, testStores } from '../../tests/support/database.ts';
import { operatorOf } from '../../tests/support/operator-call.ts';
import { business, change, create } from '../../tests/support/sample-application.ts';
import { storedApplication } from '../../tests/support/stored-applications.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { countOverdueDrafts, dueTokensQuery } from '../db/queries/resume-tokens.ts';
import type { Program } from '../programs/programs.ts';
import { sweepDrafts } from './sweep-drafts.ts';

const hour = 60 * 60_000;
const count = 4_000;
const begun = new Date('2026-01-01T00:00:00Z');

/** Adds abandoned drafts that were created a minute apart. Each has a resume token that is due a day later. */
async function fill({ db }: TestDatabase): Promise<void> {
  await sql`
    with made as (
      select n, gen_random_uuid() as id, ${begun}::timestamptz + n * interval '1 minute' as at
      from generate_series(1, ${sql.lit(count)}) as n
    ), sessions as (
      insert into session (id, token_hash, domain_key, store_id, provider_id, create_date_time, active_date_time,
        expire_date_time, end_date_time, end_type)
      select id, decode(md5(n::text), 'hex'), 'demo', '10000002', 'bank', at, at, at, at, 'timeout' from made
    ), drafts as (
      insert into application (id, session_id, domain_key, store_id, provider_id, status, create_date_time,
        update_date_time, create_user_id, audit_sequence, audit_hash)
      select id, id, 'demo', '10000002', 'bank', 'draft', at, at, 'applicant', 0, '' from made
    )
    insert into way_back (id, application_id, kind, token_hash, create_date_time, due_date_time)
    select id, id, 'device', decode(md5(n::text), 'hex'), at, at + interval '1 day' from made`.execute(db);
  await sql`analyze session, application, way_back`.execute(db);
}

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Returns the number of rows that a query plan has read, including rows that it filtered out. */
function rowsRead({
  'Actual Rows': rows,
  'Actual Loops': loops,
  'Rows Removed by Filter': removed = 0,
  Plans: plans = [],
}: Plan): number {
  return (rows + removed) * loops + plans.reduce((sum, plan) => sum + rowsRead(plan), 0);
}

describe.each(await testStores())('the sweep of drafts on $name', (store) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store });
  });
  afterAll(() => server.stop());

  const eventsOf = (id: string) =>
    server.database.db
      .selectFrom('audit_event')
      .select(['type', 'detail'])
      .where('application_id', '=', id)
      .orderBy('sequence')
      .execute();

  async function draft(): Promise<{ browser: ApiClient; id: string }> {
    const browser = server.client();
    await browser.start();
    return { browser, id: (await create(browser)).id };
  }

  test('reads only as many rows as are due, however many are stored', async () => {
    const database = await store.open();
    onTestFinished(database.close);
    await fill(database);
    const due = 7;
    const now = new Date(begun.getTime() + 24 * hour + due * 60_000);
    const by = { now, ofOthers: begun, domainKeys: ['demo', 'toro'] };
    const [explained] = await dueTokensQuery(database.db, by, { limit: 100, except: [] }).explain(
      'json',
      sql`analyze, timing off`,
    );
    const plans = (explained?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: Plan }[];
    const plan = plans[0]?.Plan;
    expect(plan?.['Actual Rows']).toBe(due);
    expect(plan && rowsRead(plan)).toBeLessThan(10 * due);
  });

  test('keeps a draft for a day after its last answer, and records in the audit trail why it ended', async () => {
    const { browser, id } = await draft();
    server.clock.advance(hour / 10);
    await change(browser, id, { applicationData: { employeeCount: 7 } });
    await browser.send('POST', '/apply/finish/timeout');
    server.clock.advance(24 * hour - 60_000);
    await server.sweeper.runOnce();
    expect(await storedApplication(server.services, id)).toMatchObject({ status: 'draft', isErased: false });
    server.clock.advance(2 * 60_000);
    await server.sweeper.runOnce();
    expect(await storedApplication(server.services, id)).toMatchObject({
      status: 'timed_out',
      isErased: true,
    });
    expect((await eventsOf(id)).slice(-2)).toEqual([
      { type: 'way_closed', detail: { way: 'device', reason: 'time_over' } },
      { type: 'erased', detail: { status: 'timed_out' } },
    ]);
  });

  const tryDraft = async (browser: ApiClient, taxIdLast4: string) =>
    (await browser.send('POST', '/resume/device', { json: { taxIdLast4 } })).status;

  test('revokes a token after five wrong tries if revoking it failed at the fifth', async () => {
    const { browser, id } = await draft();
    await browser.send('POST', '/apply/finish/timeout');
    for (let miss = 1; miss < 5; miss += 1) expect(await tryDraft(browser, '0000')).toBe(404);
    const { db } = server.database;
    await sql`
      create function refuse_closing() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse_closing before update of end_date_time on way_back execute function refuse_closing()`.execute(
      db,
    );
    try {
      expect(await tryDraft(browser, '0000')).toBe(500);
    } finally {
      await sql`drop function refuse_closing cascade`.execute(db);
    }
    // This sweep must not revoke the token yet. A try is counted before it is checked, so the fifth try may be correct and still
    // be running.
    await server.sweeper.runOnce();
    expect(await storedApplication(server.services, id)).toMatchObject({ isErased: false });
    server.clock.advance(2 * 60_000);
    await server.sweeper.runOnce();
    expect(await storedApplication(server.services, id)).toMatchObject({
      status: 'timed_out',
      isErased: true,
    });
    expect((await eventsOf(id)).slice(-2)).toEqual([
      { type: 'way_closed', detail: { way: 'device', reason: 'misses' } },
      { type: 'erased', detail: { status: 'timed_out' } },
    ]);
  });

  test('leaves a token whose fifth try was correct until it expires', async () => {
    const { browser, id } = await draft();
    for (let miss = 1; miss < 5; miss += 1) expect(await tryDraft(browser, '0000')).toBe(404);
    expect(await tryDraft(browser, business.taxId.slice(-4))).toBe(200);
    server.clock.advance(23 * hour);
    await server.sweeper.runOnce();
    expect(await storedApplication(server.services, id)).toMatchObject({ status: 'draft', isErased: false });
    server.clock.advance(2 * hour);
    await server.sweeper.runOnce();
    expect((await eventsOf(id)).at(-2)).toEqual({
      type: 'way_closed',
      detail: { way: 'device', reason: 'time_over' },
    });
  });

  /** Returns the server's services with another time for which drafts can be resumed. */
  function withResume(resume: Partial<Program['resume']>) {
    const { services } = server;
    const all = services.programs.all.map((program) => ({
      ...program,
      resume: { ...program.resume, ...resume },
    }));
    return { ...services, programs: { ...services.programs, all } };
  }

  /** Keeps the session of a draft alive without changing the draft. */
  async function useFor(browser: ApiClient, minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes; passed += 10) {
      server.clock.advance(10 * 60_000);
      expect((await browser.send('POST', '/apply/heartbeat')).status).toBe(204);
    }
  }

  test('leaves an expired token while its draft is in use', async () => {
    const { browser, id } = await draft();
    const { services } = server;
    // In this test, drafts can be resumed for only an hour, which is less than a session can last.
    const sweep = () => sweepDrafts(withResume({ hours: 1 }));
    const isOffered = async () => (await browser.send<{ onDevice: boolean }>('GET', '/resume')).body.onDevice;
    const { db } = server.database;
    await db
      .updateTable('way_back')
      .set({ due_date_time: server.clock.now() })
      .where('application_id', '=', id)
      .execute();
    await useFor(browser, 70);
    expect(await sweep()).toBe(0);
    expect(await isOffered()).toBe(true);
    await browser.send('POST', '/apply/finish/timeout');
    server.clock.advance(60_000);
    expect(await sweep()).toBe(1);
    expect(await isOffered()).toBe(false);
    expect(await storedApplication(services, id)).toMatchObject({ status: 'timed_out', isErased: true });
  });

  test('checks a draft with two tokens as one draft', async () => {
    const { browser, id } = await draft();
    const { db } = server.database;
    const due = new Date(begun.getTime() - hour);
    const email = { id, application_id: id, kind: 'email', token_hash: Buffer.from(id) } as const;
    await db
      .insertInto('way_back')
      .values({ ...email, create_date_time: due, due_date_time: due })
      .execute();
    await db.updateTable('way_back').set({ due_date_time: due }).where('application_id', '=', id).execute();
    expect(await countOverdueDrafts(db, begun)).toBe(1);
    await browser.send('POST', '/apply/finish/cancel');
  });

  test('a draft does not last longer because an operator viewed it', async () => {
    const { browser, id } = await draft();
    await browser.send('POST', '/apply/finish/timeout');
    server.clock.advance(23 * hour);
    expect((await operatorOf(server)(['applications', 'show', id])).exitCode).toBe(0);
    server.clock.advance(2 * hour);
    await server.sweeper.runOnce();
    expect((await storedApplication(server.services, id)).isErased).toBe(true);
  });

  async function addEmailToken(id: string): Promise<void> {
    const now = server.clock.now();
    const email = { id, application_id: id, kind: 'email', token_hash: Buffer.from(id) } as const;
    await server.database.db
      .insertInto('way_back')
      .values({ ...email, create_date_time: now, due_date_time: now })
      .execute();
  }

  async function remindersOf(id: string) {
    const sent = await server.database.db
      .selectFrom('outbox')
      .select('payload')
      .where('application_id', '=', id)
      .where('kind', '=', 'link')
      .execute();
    return sent.map(({ payload }) => payload);
  }

  test('queues no reminder while the draft is in use', async () => {
    // The outbox would drop the reminder, because this token has no email address.
    await server.outbox.stop();
    const { browser, id } = await draft();
    await addEmailToken(id);
    // The reminder is due a day before the end, which is here an hour after the last answer.
    const sweep = () => sweepDrafts(withResume({ days: 25 / 24 }));
    await useFor(browser, 70);
    await sweep();
    expect(await remindersOf(id)).toEqual([]);
    await browser.send('POST', '/apply/finish/timeout');
    server.clock.advance(2 * 60_000);
    await sweep();
    expect(await remindersOf(id)).toEqual([{ wayId: id, isReminder: true }]);
    server.clock.advance(26 * hour);
    await sweep();
  });

  test('queues one reminder for an email token, a day before it expires', async () => {
    // The outbox would drop the reminder, because this token has no email address.
    await server.outbox.stop();
    const { browser, id } = await draft();
    await browser.send('POST', '/apply/finish/timeout');
    await addEmailToken(id);
    const reminders = async () => {
      await server.sweeper.runOnce();
      return remindersOf(id);
    };
    expect(await reminders()).toEqual([]);
    server.clock.advance(4 * 24 * hour - hour);
    expect(await reminders()).toEqual([]);
    server.clock.advance(2 * hour);
    expect(await reminders()).toEqual([{ wayId: id, isReminder: true }]);
    server.clock.advance(hour);
    expect(await reminders()).toHaveLength(1);
    server.clock.advance(23 * hour);
    await server.sweeper.runOnce();
    expect((await storedApplication(server.services, id)).isErased).toBe(true);
  });
});
