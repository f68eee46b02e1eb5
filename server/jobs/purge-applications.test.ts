import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testStores } from '../../tests/support/database.ts';
import { operatorOf, takesNothing } from '../../tests/support/operator-call.ts';
import { readableText } from '../../tests/support/readable-text.ts';
import {
  addDocument,
  applicant,
  authorizedUser,
  business,
  canaries,
  expected,
  owner,
  prepare,
  samplePdf,
  submit,
} from '../../tests/support/sample-application.ts';
import { startTestServer, type TestServer } from '../../tests/support/test-server.ts';
import { updateApplication } from '../applications/row-change.ts';
import { lockApplicationRow } from '../db/queries/applications.ts';
import { auditHash, emptyChain } from '../db/queries/audit-events.ts';
import { type PurgePage, pageOfSubmitted } from '../db/queries/retention/purge.ts';
import { retentionRun } from '../operator/retention/work.ts';
import { dataKeyOf } from '../security/data-keys.ts';
import { monthsBefore, purgeApplications } from './purge-applications.ts';

const day = 24 * 60 * 60_000;

test.each([
  ['2027-03-31T10:00:00.000Z', 1, '2027-02-28T10:00:00.000Z'],
  ['2028-03-30T10:00:00.000Z', 25, '2026-02-28T10:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 12, '2027-02-28T00:00:00.000Z'],
  ['2027-01-15T10:00:00.000Z', 25, '2024-12-15T10:00:00.000Z'],
])('%s minus %i months is %s', (moment, months, expected) => {
  expect(monthsBefore(new Date(moment), months).toISOString()).toBe(expected);
});

function run(server: TestServer, options: Readonly<Record<string, boolean>> = {}) {
  const context = { ...server.services, operator: 'ada' };
  return retentionRun(context, { positionals: [], options }, takesNothing);
}

/**
 * Submits the sample application. If `isSent`, also sends its email and delivery. If `whole`, the application has a document, and
 * the response to a call is stored.
 */
async function submitted(server: TestServer, { isSent = true, whole = false } = {}): Promise<string> {
  const client = server.client();
  const { id } = await prepare(client);
  if (whole) {
    await addDocument(client, id);
    const json = { applicationId: id, personnelType: 'authorized_user', ...authorizedUser };
    expected(201, await client.send('POST', '/personnel', { json, headers: { 'idempotency-key': 'once' } }));
  }
  expected(200, await submit(client, id));
  if (isSent) await server.outbox.runOnce();
  return id;
}

/** Returns all readable text in the rows of all tables. */
async function wholeStore({ database: { db } }: TestServer): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()
  `.execute(db);
  let text = '';
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    text += readableText(rows);
  }
  return text;
}

async function filesOf(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name)))));
}

/** Returns the events of an application in order. Fails if the application's audit chain is broken. */
async function auditTrail(
  { database: { db }, services: { keys } }: TestServer,
  id: string,
): Promise<string[]> {
  const events = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('application_id', '=', id)
    .orderBy('sequence')
    .execute();
  const row = await db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  let head = emptyChain.hash;
  for (const event of events) head = auditHash(keys.auditKey, head, event);
  expect(row.audit_hash).toEqual(head);
  return events.map(({ type }) => type);
}

describe.each(await testStores())('retention on $name', (store) => {
  test('erases applications older than 25 months, and leaves proof that and when they existed', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    // Stop the sweeper. It deletes stored responses after a day, so this test would not show that the purge deletes them.
    await server.sweeper.stop();
    const id = await submitted(server, { whole: true });
    const { db } = server.database;
    const read = () =>
      db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const before = await read();
    const names = [applicant.fullName, owner.fullName, business.businessName, applicant.email, 'Austin'];
    const key = () => dataKeyOf(server.services.keys, before);
    const responses = () => db.selectFrom('idempotent_answer').select('key').execute();
    expect(await responses()).toHaveLength(1);
    expect(key).not.toThrow();

    server.clock.advance(24 * 31 * day);
    expect((await run(server)).data).toMatchObject({ count: 0 });
    server.clock.advance(40 * day);
    expect((await run(server, { 'dry-run': true })).data).toMatchObject({ count: 1, purged: { demo: 1 } });
    expect(await read()).toEqual(before);
    expect((await run(server)).data).toMatchObject({ dryRun: false, count: 1, undelivered: [] });

    const kept = await read();
    expect(kept).toMatchObject({
      data_key: null,
      answers: {},
      sealed: {},
      disclosures: {},
      sections: {},
      status: 'submitted',
      domain_key: 'demo',
      store_id: before.store_id,
      reference_number: before.reference_number,
      submitted_date_time: before.submitted_date_time,
      create_date_time: before.create_date_time,
      version: before.version + 1,
    });
    expect((await auditTrail(server, id)).at(-1)).toBe('purged');
    expect(key).toThrow('not in memory');
    expect(await responses()).toEqual([]);
    const text = await wholeStore(server);
    expect([...names, ...Object.values(canaries)].filter((value) => text.includes(value))).toEqual([]);
    const files = await filesOf(server.database.dataDir);
    expect(Object.values(canaries).filter((value) => files.includes(value))).toEqual([]);
    expect(await readdir(join(server.database.dataDir, 'mail'))).toEqual([]);
    expect(await readdir(join(server.database.dataDir, 'deliveries'))).toEqual(['keys']);

    expect((await run(server)).data).toMatchObject({ count: 0 });
    expect(await read()).toEqual(kept);
  });

  test.each([
    ['decision', 'decided', 'declined'],
    ['withdrawal', 'withdrawn', 'withdrawn'],
  ] as const)('counts from the %s if that came later', async (_step, type, status) => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const id = await submitted(server);
    server.clock.advance(90 * day);
    const decided = server.clock.now();
    await server.database.db.transaction().execute(async (transaction) => {
      const row = await lockApplicationRow(transaction, id);
      await updateApplication({ transaction, now: decided, keys: server.services.keys }, row, { status }, [
        { type },
      ]);
    });
    server.clock.advance(24 * 31 * day);
    expect((await run(server)).data).toMatchObject({ count: 0 });
    server.clock.advance(40 * day);
    expect((await run(server)).data).toMatchObject({ count: 1 });
  });

  test('never erases an application not yet delivered to its provider, and reports it', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    await server.outbox.stop();
    const id = await submitted(server, { isSent: false });
    const { db } = server.database;
    server.clock.advance(3 * 365 * day);
    for (const dead of [false, true]) {
      if (dead) await db.updateTable('outbox').set({ dead_date_time: server.clock.now() }).execute();
      const { exitCode, data, text } = await run(server);
      expect(exitCode).toBe(3);
      expect(data).toMatchObject({ count: 0, undelivered: [id] });
      expect(text).toContain('never delivered');
    }
    await db
      .updateTable('outbox')
      .set({ done_date_time: server.clock.now() })
      .where('kind', '=', 'delivery')
      .execute();
    // The confirmation email wasn't sent either, but an unsent email doesn't prevent a purge.
    expect((await run(server)).data).toMatchObject({ count: 1, undelivered: [] });
  });

  test('never erases an application whose late document was not yet delivered', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const client = server.client('yard-card.localhost');
    const { id } = await prepare(client);
    expected(200, await submit(client, id));
    await server.outbox.runOnce();
    await server.outbox.stop();
    const late = { name: 'articles.pdf', bytes: samplePdf };
    expect(await operatorOf(server)(['documents', 'add', id, late.name], late)).toMatchObject({
      exitCode: 0,
    });
    server.clock.advance(3 * 365 * day);
    expect((await run(server)).data).toMatchObject({ count: 0, undelivered: [id] });
  });

  // The embedded store runs one transaction at a time, so nothing else can be written during a purge there.
  if (store.name === 'PostgreSQL')
    test.each([
      [
        'whose delivery was requested again',
        sql`update outbox set done_date_time = null where kind = 'delivery'`,
        1,
      ],
      ['that was altered', sql`update application set store_id = '10000009'`, 0],
    ])('never erases an application %s during the purge', async (_, statement, undelivered) => {
      const server = await startTestServer({ store });
      onTestFinished(server.stop);
      const id = await submitted(server);
      await server.outbox.stop();
      server.clock.advance(3 * 365 * day);
      const { db } = server.database;
      const { purging } = await db.transaction().execute(async (transaction) => {
        await lockApplicationRow(transaction, id);
        const begun = run(server);
        const waiting = async () => {
          const { rows } = await sql`
            select from pg_locks where locktype = 'tuple' and relation = 'application'::regclass
          `.execute(db);
          return rows.length;
        };
        await expect.poll(waiting).toBe(1);
        await statement.execute(transaction);
        return { purging: begun };
      });
      expect((await purging).data).toMatchObject({ count: 0, undelivered: Array(undelivered).fill(id) });
    });

  test('keeps applications of a program whose folder is missing for the longest allowed retention', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const id = await submitted(server);
    const { programs } = server.services;
    const others = programs.all.filter(({ domainKey }) => domainKey !== 'demo');
    const elsewhere = { services: { ...server.services, programs: { ...programs, all: others } } };
    server.clock.advance(119 * 31 * day - 365 * day);
    expect((await run({ ...server, ...elsewhere })).data).toMatchObject({ count: 0 });
    server.clock.advance(365 * day);
    expect((await run({ ...server, ...elsewhere })).data).toMatchObject({ count: 1 });
    expect((await auditTrail(server, id)).at(-1)).toBe('purged');
  });

  test('finds every submitted application, page by page', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const submittedIds: string[] = [];
    for (const isSubmitted of [true, false, true]) {
      const client = server.client();
      const { id } = await prepare(client);
      if (!isSubmitted) continue;
      expected(200, await submit(client, id));
      submittedIds.push(id);
    }
    const found: string[] = [];
    let after: PurgePage['next'];
    do {
      const page = await pageOfSubmitted(server.database.db, new Date(8.64e15 / 1000), after, 1);
      found.push(...page.applications.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(found).toEqual(submittedIds);
  });

  test('erases incomplete files of a killed server, and none that is being written', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const folder = join(server.database.dataDir, 'mail');
    const draftOf = (job: string) => `${job}.eml.0b9f6f0a-6a3c-4a51-9b7e-2f6f8f3f1d11`;
    await mkdir(folder, { recursive: true });
    for (const job of ['left', 'fresh']) await writeFile(join(folder, draftOf(job)), applicant.email);
    await writeFile(join(folder, 'whole.eml'), applicant.email);
    const longAgo = new Date(server.clock.now().getTime() - 2 * day);
    for (const name of [draftOf('left'), 'whole.eml']) await utimes(join(folder, name), longAgo, longAgo);
    await run(server);
    expect((await readdir(folder)).sort()).toEqual([draftOf('fresh'), 'whole.eml']);
  });

  test('leaves drafts until their session ends', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const { id } = await prepare(server.client());
    server.clock.advance(3 * 365 * day);
    expect((await run(server)).data).toMatchObject({ count: 0, undelivered: [] });
    expect(await auditTrail(server, id)).not.toContain('purged');
  });
});

test('a purge reports every ten seconds how many applications it has processed', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const long = new Date('2020-01-01T00:00:00Z');
  await sql`
    with made as (select gen_random_uuid() as id, n from generate_series(1, 800) as n
    ), sessions as (
      insert into session (id, token_hash, domain_key, store_id, provider_id, create_date_time, active_date_time,
        expire_date_time, end_date_time, end_type)
      select id, decode(md5(n::text), 'hex'), 'demo', '10000002', 'bank', ${long}, ${long}, ${long}, ${long}, 'timeout'
      from made
    )
    insert into application (id, session_id, domain_key, store_id, provider_id, status, create_date_time,
      update_date_time, create_user_id, submitted_date_time, data_key, audit_sequence, audit_hash)
    select id, id, 'demo', '10000002', 'bank', 'submitted', ${long}, ${long}, 'applicant', ${long}, '{}', 0, '' from made
  `.execute(server.database.db);
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { programs } = server.services;
  // Each application takes 30 ms: 15 s for the first page of 500, and 9 s for the other 300.
  const slow = {
    ...programs,
    get all() {
      vi.advanceTimersByTime(15);
      return programs.all;
    },
  };
  const told: string[] = [];
  const context = {
    ...server.services,
    programs: slow,
    operator: 'ada',
    tell: (line: string) => told.push(line),
  };
  // These applications have no audit trail, so they count as altered.
  const { altered } = await purgeApplications(context, { dryRun: true });
  expect(altered).toHaveLength(800);
  expect(told).toEqual(['500 so far']);
});
