import { createHash, createSecretKey } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testStores } from '../../tests/support/database.ts';
import { create } from '../../tests/support/sample-application.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { verifyAuditTrail } from '../../tests/support/verify-audit-trail.ts';
import { updateApplication } from '../applications/row-change.ts';
import { type ApplicationRow, lockApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent, AuditHead, KeptHead } from '../db/queries/audit-events.ts';
import { auditHash, emptyChain, keptHeads } from '../db/queries/audit-events.ts';
import { exportHeads, HeadsProblem, readHeads } from './audit-heads.ts';
import { newReport } from './verify-audit-trail.ts';

describe.each(await testStores())('the audit trail on $name', (store) => {
  let server: TestServer;
  let ids: string[];
  let rows: ApplicationRow[];
  beforeAll(async () => {
    server = await startTestServer({ store });
    rows = [];
    for (const dba of ['One', 'Two', 'Three']) {
      const browser = server.client();
      await browser.start();
      await create(browser, { dba }, {});
    }
    rows = await server.database.db.selectFrom('application').selectAll().orderBy('id').execute();
    ids = rows.map(({ id }) => id);
  });
  afterAll(() => server.stop());

  /** Creates three applications with intact trails of five events each. */
  beforeEach(async () => {
    await behindTheTriggers(sql`delete from audit_event`);
    await server.database.db
      .insertInto('application')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const events = ['created', 'answers_changed', 'person_added', 'agreed', 'submitted'] as const;
    for (const id of ids)
      await append(
        id,
        emptyChain,
        events.map((type, at) => ({ type, detail: { at } })),
      );
  });

  /** Appends events to a trail after the head `from`, by default after the trail's own head. */
  async function append(
    id: string,
    from: AuditHead | undefined,
    events: readonly AuditEvent[],
  ): Promise<void> {
    await server.database.db.transaction().execute(async (transaction) => {
      const row = await lockApplicationRow(transaction, id);
      const head = from && { audit_sequence: from.sequence, audit_hash: from.hash };
      if (head) await transaction.updateTable('application').set(head).where('id', '=', id).execute();
      await updateApplication(
        { transaction, now: new Date(), keys: server.services.keys },
        { ...row, ...head },
        {},
        events,
      );
    });
  }

  async function behindTheTriggers(statement: ReturnType<typeof sql>): Promise<void> {
    const { db } = server.database;
    await sql`alter table audit_event disable trigger all`.execute(db);
    await statement.execute(db);
    await sql`alter table audit_event enable trigger all`.execute(db);
  }

  const verify = (exported?: Buffer) =>
    verifyAuditTrail(
      server.services,
      exported ? { exported: readHeads(Readable.from([exported]), server.services.hashKey) } : {},
    );
  const heads = () =>
    buffer(exportHeads(keptHeads(server.database.db), server.services.hashKey, { at: new Date() }));
  const second = () => ids[1] ?? '';

  test('is intact as written', async () => {
    expect(await verify(await heads())).toEqual({ ...newReport(), applications: 3, events: 15 });
  });

  test('cannot be changed because of its triggers', async () => {
    const changed = sql`update audit_event set type = 'agreed'`.execute(server.database.db);
    await expect(changed).rejects.toThrow('append-only');
  });

  test.each<[string, (id: string) => ReturnType<typeof sql>, object]>([
    [
      'an altered detail',
      (id) =>
        sql`update audit_event set detail = '{"fields":[]}' where application_id = ${id} and sequence = 3`,
      { kind: 'altered', sequence: 3 },
    ],
    [
      'an altered time',
      (id) =>
        sql`update audit_event set create_date_time = create_date_time - interval '1 second'
            where application_id = ${id} and sequence = 1`,
      { kind: 'altered', sequence: 1 },
    ],
    [
      'one altered byte of a hash',
      (id) =>
        sql`update audit_event set hash = set_byte(hash, 31, (get_byte(hash, 31) + 1) % 256)
            where application_id = ${id} and sequence = 5`,
      { kind: 'altered', sequence: 5 },
    ],
    [
      'a deleted event',
      (id) => sql`delete from audit_event where application_id = ${id} and sequence = 2`,
      { kind: 'missing', sequence: 2 },
    ],
    [
      'two events in each other’s place',
      (id) =>
        sql`update audit_event as one
            set type = other.type, detail = other.detail, create_date_time = other.create_date_time,
              previous_hash = other.previous_hash, hash = other.hash
            from audit_event as other
            where one.application_id = ${id} and other.application_id = ${id}
              and one.sequence in (2, 4) and other.sequence = 6 - one.sequence`,
      { kind: 'misplaced', sequence: 2 },
    ],
    [
      'a trail cut off at its end',
      (id) => sql`delete from audit_event where application_id = ${id} and sequence > 3`,
      { kind: 'cut_off', sequence: 4 },
    ],
    [
      'a trail that is gone',
      (id) => sql`delete from audit_event where application_id = ${id}`,
      { kind: 'cut_off', sequence: 1 },
    ],
    [
      'another head in the row of the application',
      (id) => sql`update application set audit_hash = ${Buffer.alloc(32)} where id = ${id}`,
      { kind: 'head_differs', sequence: 5 },
    ],
    [
      'a head that was put back',
      (id) => sql`update application set audit_sequence = 4 where id = ${id}`,
      { kind: 'head_differs', sequence: 5 },
    ],
  ])('reports %s, and where', async (_, tampering, fault) => {
    await behindTheTriggers(tampering(second()));
    expect(await verify()).toMatchObject({
      faults: [{ applicationId: second(), ...fault }],
      faultCount: 1,
    });
  });

  test('reports the first broken link of each broken trail', async () => {
    await behindTheTriggers(sql`delete from audit_event where sequence in (2, 4)`);
    const { faults } = await verify();
    expect(faults).toEqual(ids.map((applicationId) => ({ applicationId, kind: 'missing', sequence: 2 })));
  });

  test('can be verified from a given application on', async () => {
    await behindTheTriggers(sql`delete from audit_event where sequence = 2`);
    const report = await verifyAuditTrail(server.services, { from: second() });
    expect(report).toMatchObject({ applications: 2, faultCount: 2 });
  });

  /** Rewrites a trail and its head with correct hashes, as someone with the keys could. */
  async function rewrite(id: string, length: number): Promise<void> {
    await behindTheTriggers(sql`delete from audit_event where application_id = ${id}`);
    await append(
      id,
      emptyChain,
      Array.from({ length }, () => ({ type: 'created' })),
    );
  }

  test('rewritten together with its head is detected only by exported heads', async () => {
    const exported = await heads();
    await rewrite(second(), 5);
    expect((await verify()).faults).toEqual([]);
    expect((await verify(exported)).faults).toEqual([
      { applicationId: second(), kind: 'rewritten', sequence: 5 },
    ]);
  });

  test('rewritten to a shorter one is detected by exported heads', async () => {
    const exported = await heads();
    await rewrite(second(), 3);
    expect((await verify(exported)).faults).toEqual([
      { applicationId: second(), kind: 'cut_off', sequence: 4 },
    ]);
  });

  test('deleted together with its application is detected by exported heads', async () => {
    const exported = await heads();
    await behindTheTriggers(sql`delete from audit_event where application_id = ${second()}`);
    await server.database.db.deleteFrom('application').where('id', '=', second()).execute();
    expect((await verify()).faults).toEqual([]);
    expect((await verify(exported)).faults).toEqual([
      { applicationId: second(), kind: 'no_application', sequence: 0 },
    ]);
  });

  test('whose application was deleted is reported once', async () => {
    const exported = await heads();
    await server.database.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await transaction.deleteFrom('application').where('id', '=', second()).execute();
    });
    expect(await verify(exported)).toMatchObject({
      applications: 2,
      faults: [{ applicationId: second(), kind: 'no_application', sequence: 0 }],
      faultCount: 1,
    });
  });

  test('may grow after its head was exported, and while it is read', async () => {
    const exported = await heads();
    const growing = Array.from({ length: 5 }, () => append(second(), undefined, [{ type: 'shown' }]));
    const reports = await Promise.all([verify(exported), ...growing, verify(exported)]);
    expect(reports.flatMap((report) => report?.faults ?? [])).toEqual([]);
    expect((await verify(exported)).events).toBe(20);
  });

  test('is read page by page', async () => {
    await append(
      second(),
      undefined,
      Array.from({ length: 2_100 }, () => ({ type: 'shown' })),
    );
    expect(await verify()).toMatchObject({ events: 2_115, faultCount: 0 });
    await behindTheTriggers(
      sql`update audit_event set detail = '{}' where application_id = ${second()} and sequence = 2`,
    );
    expect((await verify()).faults).toMatchObject([{ kind: 'altered', sequence: 2 }]);
  });

  test.each<[string, (lines: string[]) => string[]]>([
    ['a line missing', (lines) => lines.toSpliced(1, 1)],
    ['another hash', (lines) => lines.with(1, lines[1]?.replace(/.{9}"}$/, '000000000"}') ?? '')],
    ['its end cut off', (lines) => lines.slice(0, -1)],
    ['nothing', () => []],
    ['something else', () => ['{"format":"x"}', '{"count":0}']],
    ['its lines in another order', (lines) => [lines[0], lines[2], lines[1], ...lines.slice(3)].map(String)],
    ['a head twice', (lines) => lines.toSpliced(1, 0, lines[1] ?? '')],
    ['no line end', (lines) => [lines.join('').repeat(10)]],
  ])('a file of heads with %s is refused', async (_, spoil) => {
    const lines = (await heads()).toString().trimEnd().split('\n');
    const spoiled = Buffer.from(
      spoil(lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
    await expect(verify(spoiled)).rejects.toThrow(HeadsProblem);
  });

  test('a file of heads with a duplicate or out of order is refused, even if it is signed', async () => {
    const { database, services } = server;
    const kept: KeptHead[] = [];
    for await (const head of keptHeads(database.db)) kept.push(head);
    const [first, ...others] = kept;
    for (const listed of [
      [first, first, ...others],
      [...others, first],
    ]) {
      const file = exportHeads(Readable.from(listed), services.hashKey, { at: new Date() });
      await expect(verify(await buffer(file))).rejects.toThrow('not sorted by id');
    }
  });

  test('a file of heads in version 1, without a signature, is accepted only if the caller allows it', async () => {
    const lines = (await heads())
      .toString()
      .replace('"version":2', '"version":1')
      .split(/(?<=\n)/);
    const body = lines.slice(0, -1).join('');
    const readOld = async (content: string, unsigned: boolean) => {
      const sha256 = createHash('sha256').update(body).digest('hex');
      const old = Buffer.from(`${content}{"count":3,"sha256":"${sha256}"}\n`);
      const { hashKey } = server.services;
      const exported = readHeads(Readable.from([old]), hashKey, { unsigned });
      return verifyAuditTrail(server.services, { exported });
    };
    expect(await readOld(body, true)).toMatchObject({ applications: 3, faults: [] });
    await expect(readOld(body, false)).rejects.toThrow('--unsigned');
    await expect(readOld(body.replace('"sequence":5', '"sequence":4'), true)).rejects.toThrow('incomplete');
  });

  test('a file of heads without its signature, or with a part of it, is refused', async () => {
    const whole = (await heads()).toString();
    for (const signature of ['', ',"signature":null', ',"signature":""', ',"signature":"AAAA"']) {
      const cut = whole.replace(/,"signature":"[^"]+"/, signature);
      expect(cut).not.toBe(whole);
      await expect(verify(Buffer.from(cut))).rejects.toThrow('not signed by this installation');
    }
  });

  test('heads are read correctly however the file is split into pieces', async () => {
    const whole = await heads();
    const bytes = Array.from(whole, (_, at) => whole.subarray(at, at + 1));
    const read = [];
    for await (const head of readHeads(Readable.from(bytes), server.services.hashKey)) read.push(head);
    expect(read).toMatchObject(ids.map((applicationId) => ({ applicationId, sequence: 5 })));
  });
});

test('a hash covers every part of an event, and the key', () => {
  const [key, otherKey] = [createSecretKey(Buffer.alloc(32)), createSecretKey(Buffer.alloc(32, 1))];
  const event = {
    application_id: '0190',
    sequence: 1,
    type: 'created',
    detail: { storeId: '1' },
    create_date_time: new Date(0),
    state: Buffer.alloc(32),
  };
  const others = [
    { application_id: '0191' },
    { sequence: 2 },
    { type: 'agreed' },
    { detail: {} },
    { create_date_time: new Date(1) },
    { state: Buffer.alloc(32, 1) },
    { state: null },
  ];
  const hashes = [{}, ...others].map((other) =>
    auditHash(key, emptyChain.hash, { ...event, ...other }).toString('hex'),
  );
  hashes.push(auditHash(otherKey, emptyChain.hash, event).toString('hex'));
  expect(new Set(hashes).size).toBe(9);
});
