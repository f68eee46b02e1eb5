/** Tests what a verification since an earlier run detects, and what only a complete run detects (D32). */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { change, create } from '../../tests/support/sample-application.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { verifyAuditTrail } from '../../tests/support/verify-audit-trail.ts';
import { keptHeads } from '../db/queries/audit-events.ts';
import { exportHeads, HeadsProblem, readHeads } from './audit-heads.ts';
import { newReport, reported, type VerifyOptions, verifySince, verifyTrails } from './verify-audit-trail.ts';

describe.each(await testStores())('verifying since an earlier run on $name', (store) => {
  let server: TestServer;
  let drafts: { readonly browser: ApiClient; readonly id: string }[];
  /** The file that a first complete run wrote. */
  let before: Buffer;

  beforeEach(async () => {
    server = await startTestServer({ store });
    onTestFinished(server.stop);
    drafts = [];
    for (const _ of ['one', 'two', 'three']) await addDraft();
    before = await verified(verifyTrails(server.services), newReport());
  });

  async function addDraft(): Promise<string> {
    const browser = server.client();
    await browser.start();
    const { id } = await create(browser, {}, {});
    drafts.push({ browser, id });
    return id;
  }

  const verified = (trails: ReturnType<typeof verifyTrails>, report: ReturnType<typeof newReport>) =>
    buffer(
      exportHeads(reported(trails, report), server.services.hashKey, { at: new Date(), verified: true }),
    );

  const headsIn = (file: Buffer) =>
    readHeads(Readable.from([file]), server.services.hashKey, { verified: true });

  /** Returns the report of a run that starts from a file, and the file that it writes. */
  async function since(file = before, options: VerifyOptions = {}) {
    const report = newReport();
    return { report, file: await verified(verifySince(server.services, headsIn(file), options), report) };
  }

  async function tamper(...statements: readonly ReturnType<typeof sql>[]): Promise<void> {
    await server.database.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      for (const statement of statements) await statement.execute(transaction);
    });
  }

  const idOf = (at: number) => drafts[at]?.id ?? '';

  async function changeSecond(): Promise<void> {
    const { browser, id } = drafts[1] as (typeof drafts)[number];
    await change(browser, id, { applicationData: { dba: 'Lark' } });
  }

  test('compares only heads if nothing changed', async () => {
    const { report, file } = await since();
    expect(report).toEqual({ ...newReport(), applications: 3, unchanged: 3 });
    expect((await since(file)).report.unchanged).toBe(3);
  });

  test('checks what changed, and the next run starts from there', async () => {
    await changeSecond();
    await addDraft();
    const first = await since();
    expect(first.report).toMatchObject({ applications: 4, unchanged: 2, faultCount: 0 });
    const whole = await verifyAuditTrail(server.services);
    expect(first.report.events).toBeLessThan(whole.events);
    expect((await since(first.file)).report).toEqual({ ...newReport(), applications: 4, unchanged: 4 });
  });

  test.each<[string, (id: string) => ReturnType<typeof sql>, string]>([
    [
      'an event since then was altered',
      (id) =>
        sql`update audit_event set detail = '{"a":1}' where application_id = ${id}
          and sequence = (select audit_sequence from application where id = ${id})`,
      'altered',
    ],
    [
      'an event since then is gone',
      (id) =>
        sql`delete from audit_event where application_id = ${id}
          and sequence = (select audit_sequence from application where id = ${id})`,
      'cut_off',
    ],
    [
      'the row was altered',
      (id) => sql`update application set store_id = '0' where id = ${id}`,
      'rows_differ',
    ],
    [
      'the head is gone',
      (id) => sql`update application set audit_sequence = 1 where id = ${id}`,
      'head_differs',
    ],
  ])('detects in a trail that grew that %s', async (_, tampering, kind) => {
    await changeSecond();
    await tamper(tampering(idOf(1)));
    expect((await since()).report.faults).toMatchObject([{ applicationId: idOf(1), kind }]);
  });

  test.each<[string, (id: string) => readonly ReturnType<typeof sql>[], string]>([
    [
      'the trail was cut off together with its head',
      (id) => [
        sql`update application set audit_sequence = 1, audit_hash =
          (select hash from audit_event where application_id = ${id} and sequence = 1) where id = ${id}`,
        sql`delete from audit_event where application_id = ${id} and sequence > 1`,
      ],
      'head_differs',
    ],
    [
      'the trail and its application were deleted',
      (id) => [
        sql`delete from audit_event where application_id = ${id}`,
        sql`delete from application where id = ${id}`,
      ],
      'no_application',
    ],
  ])('detects by the head that %s', async (_, tampering, kind) => {
    await changeSecond();
    const file = (await since()).file;
    await tamper(...tampering(idOf(1)));
    const first = await since(file);
    expect(first.report.faults).toMatchObject([{ applicationId: idOf(1), kind }]);
    // The next runs report the fault again, because each run's file marks the head as broken.
    const second = await since(first.file);
    expect(second.report.faults).toMatchObject([{ applicationId: idOf(1) }]);
    expect((await since(second.file)).report.faults).toEqual(second.report.faults);
  });

  test.each<[string, (id: string) => ReturnType<typeof sql>]>([
    [
      'a verified event is altered',
      (id) => sql`update audit_event set detail = '{"a":1}' where application_id = ${id} and sequence = 1`,
    ],
    [
      'a row is altered whose trail did not grow',
      (id) => sql`update application set store_id = '0' where id = ${id}`,
    ],
  ])('only a complete run detects that %s', async (_, tampering) => {
    await tamper(tampering(idOf(1)));
    expect((await since()).report.faults).toEqual([]);
    expect((await verifyAuditTrail(server.services)).faults).toMatchObject([{ applicationId: idOf(1) }]);
  });

  test('checks a broken trail again in every run until it is intact', async () => {
    await changeSecond();
    await tamper(sql`update application set store_id = store_id || '0' where id = ${idOf(1)}`);
    const first = await since();
    expect(first.report.faultCount).toBe(1);
    expect((await since(first.file)).report.faultCount).toBe(1);
    await tamper(sql`update application set store_id = left(store_id, -1) where id = ${idOf(1)}`);
    expect((await since(first.file)).report).toMatchObject({ faultCount: 0, applications: 3, unchanged: 2 });
  });

  test('ignores an erased draft deleted after its retention, but no other deletion', async () => {
    const { browser, id } = drafts[1] as (typeof drafts)[number];
    expect((await browser.send('POST', '/apply/finish/cancel')).status).toBe(204);
    const { file } = await since();
    const { db } = server.database;
    const exported = await buffer(exportHeads(keptHeads(db), server.services.hashKey, { at: new Date() }));
    const long = sql`now() - interval '400 days'`;
    await sql`update application set create_date_time = ${long}, update_date_time = ${long} where id = ${id}`.execute(
      db,
    );
    await sql`select forget_drafts(now(), 10)`.execute(db);
    expect((await since(file)).report).toMatchObject({ applications: 2, faultCount: 0 });
    const heads = readHeads(Readable.from([exported]), server.services.hashKey);
    expect(await verifyAuditTrail(server.services, { exported: heads })).toMatchObject({
      applications: 2,
      faultCount: 0,
    });
    // A fault is reported because the earlier run's head was written before the draft was erased.
    expect((await since()).report.faults).toMatchObject([{ applicationId: id, kind: 'no_application' }]);
  });

  test('continues a run that ran out of time', async () => {
    const report = newReport();
    const first = await verified(
      verifyTrails(server.services, { isTimeOver: () => report.applications === 1 }),
      report,
    );
    expect(report).toMatchObject({ applications: 1, next: idOf(1) });
    await tamper(sql`update audit_event set detail = '{"a":1}' where application_id = ${idOf(2)}`);
    const rest = await since(first);
    expect(rest.report).toMatchObject({ applications: 3, unchanged: 1 });
    expect(rest.report.faults).toMatchObject([{ applicationId: idOf(2), kind: 'altered' }]);
  });

  test('stops when its time is over, and keeps all heads', async () => {
    await changeSecond();
    await tamper(
      sql`update audit_event set detail = '{"a":1}' where application_id = ${idOf(1)} and sequence > 1`,
    );
    let calls = 0;
    const isTimeOver = () => {
      calls += 1;
      return calls > 1;
    };
    const first = await since(before, { isTimeOver });
    expect(first.report).toMatchObject({ applications: 1, faultCount: 0, next: idOf(1) });
    const rest = await since(first.file);
    expect(rest.report).toMatchObject({ applications: 3, unchanged: 2 });
    expect(rest.report.faults).toMatchObject([{ applicationId: idOf(1), kind: 'altered' }]);
  });

  test('refuses heads that were only exported, and altered ones', async () => {
    const { db } = server.database;
    const exported = await buffer(exportHeads(keptHeads(db), server.services.hashKey, { at: new Date() }));
    await expect(since(exported)).rejects.toThrow(HeadsProblem);
    const marked = exported.toString().replace(/Z"}/, 'Z","verified":true}');
    await expect(since(Buffer.from(marked))).rejects.toThrow(HeadsProblem);
    // Altered heads are refused even if time runs out before the signature is read.
    const altered = before
      .toString()
      .replace(/"hash":"./, (start) => (start.endsWith('0') ? '"hash":"1' : '"hash":"0'));
    await expect(since(Buffer.from(altered), { isTimeOver: () => true })).rejects.toThrow(HeadsProblem);
  });

  test('checks eight changed trails at once, and then reports them before it reads on', async () => {
    let read = 0;
    async function* missing() {
      for (; read < 20; read += 1)
        yield {
          applicationId: `00000000-0000-7000-8000-${String(read).padStart(12, '0')}`,
          sequence: 1,
          hash: Buffer.alloc(32),
        };
    }
    const trails = verifySince(server.services, missing());
    for (const already of [8, 16])
      for (let count = 0; count < 8; count += 1) {
        expect((await trails.next()).value).toMatchObject({ fault: { kind: 'no_application' } });
        expect(read).toBe(already);
      }
    await trails.return(undefined);
  });
});
