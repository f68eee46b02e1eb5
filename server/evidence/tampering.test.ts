/**
 * Tests attacks by someone who can write to the database, bypassing its triggers, but does not have the keys (X21, D62). Rows
 * that were altered, moved or rolled back are detected when they are decrypted, and by `audit verify`.
 */
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { takesNothing } from '../../tests/support/operator-call.ts';
import { addDocument, change, prepare, upload } from '../../tests/support/sample-application.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { verifyAuditTrail } from '../../tests/support/verify-audit-trail.ts';
import { closeApplication, noteShown, type OperatorAct } from '../applications/act-on-application.ts';
import { IntegrityError } from '../applications/audited-state.ts';
import type { KeptHead } from '../db/queries/audit-events.ts';
import { enqueue } from '../db/queries/outbox.ts';
import { retentionRun } from '../operator/retention/work.ts';
import { type AuditReport, newReport, reported, verifySince } from './verify-audit-trail.ts';

type Row = Readonly<Record<string, unknown>>;
type Table = 'application' | 'personnel' | 'document' | 'consent' | 'audit_event';

interface Target {
  /** A head that an earlier run verified, before the tampering. */
  readonly verified: KeptHead;
  readonly browser: ApiClient;
  readonly id: string;
  readonly ownerId: string;
  readonly applicantId: string;
}

describe.each(await testStores())('tampering with the database is detected on $name', (store) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store, env: { LIMITS_FACTOR: '1000' } });
  });
  afterAll(() => server.stop());

  /** Creates an application with two people and a consent. */
  async function target(): Promise<Target> {
    const browser = server.client();
    const { id, applicant, owners } = await prepare(browser, { agreements: [], guarantor: false });
    const { hash: head } = await server.database.db
      .selectFrom('audit_event')
      .select('hash')
      .where('application_id', '=', id)
      .where('sequence', '=', 1)
      .executeTakeFirstOrThrow();
    const verified = { applicationId: id, sequence: 1, hash: head };
    return { browser, id, verified, applicantId: applicant.id, ownerId: owners[0]?.id ?? '' };
  }

  /** Creates an application with two people, a consent and a document. */
  async function withDocument(): Promise<Target & { readonly documentId: string }> {
    const one = await target();
    return { ...one, documentId: (await addDocument(one.browser, one.id)).id };
  }

  async function tamper(...statements: readonly ReturnType<typeof sql>[]): Promise<void> {
    await server.database.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      for (const statement of statements) await statement.execute(transaction);
    });
  }

  async function rowOf(table: Table, id: string): Promise<Row> {
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where id = ${id}`.execute(
      server.database.db,
    );
    const [row] = rows;
    if (!row) throw new Error('There is no such row.');
    return row;
  }

  /** Rolls columns of a row back to earlier values. */
  function putBack(table: Table, row: Row, columns: readonly string[]): Promise<void> {
    const set = columns.map((column) => {
      const value = row[column];
      const isJson =
        typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !(value instanceof Date);
      return sql`${sql.ref(column)} = ${isJson ? sql`${JSON.stringify(value)}::jsonb` : value}`;
    });
    return tamper(sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${row['id']}`);
  }

  const open = ({ browser, id }: Target) => browser.send('GET', `/application/${id}`);

  async function faultsOf({ id, verified }: Target): Promise<string[]> {
    const kindsIn = ({ faults }: AuditReport) =>
      faults.filter(({ applicationId }) => applicationId === id).map(({ kind }) => kind);
    const since = newReport();
    const trails = verifySince(server.services, Readable.from([verified]));
    for await (const _ of reported(trails, since));
    const found = kindsIn(await verifyAuditTrail(server.services, { from: id }));
    expect(kindsIn(since)).toHaveLength(found.length);
    return found;
  }

  async function expectFound(one: Target, kind = 'rows_differ'): Promise<void> {
    const { status, body } = await open(one);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('Larkspur');
    expect(await faultsOf(one)).toEqual([kind]);
  }

  test('no fault is reported without tampering', async () => {
    const one = await target();
    expect((await open(one)).status).toBe(200);
    expect(await faultsOf(one)).toEqual([]);
  });

  test.each([
    ['alone', ['sealed']],
    ['with its version', ['sealed', 'version']],
    ['with its version and its time', ['sealed', 'version', 'update_date_time']],
  ])('an older envelope of the application is restored %s', async (_, columns) => {
    const one = await target();
    const before = await rowOf('application', one.id);
    await change(one.browser, one.id, { applicationData: { annualSalesAmount: 1 } });
    await putBack('application', before, columns);
    await expectFound(one);
  });

  test.each([
    ['an operator opens its evidence', (act: OperatorAct) => noteShown(act, undefined, { evidence: 'json' })],
    ['an operator decides on it', (act: OperatorAct) => closeApplication(act, 'approved', undefined)],
  ])('an altered status is not confirmed when %s', async (_, write) => {
    const one = await target();
    await tamper(sql`update application set status = 'submitted' where id = ${one.id}`);
    const act = { ...server.services, applicationId: one.id, operator: 'ada' };
    await expect(write(act)).rejects.toThrow(IntegrityError);
    expect(await faultsOf(one)).toEqual(['rows_differ']);
  });

  test('an altered status is not confirmed when its delivery is given up', async () => {
    const one = await target();
    const { database } = server;
    await database.db.transaction().execute(async (transaction) => {
      await enqueue(transaction, one.id, 'delivery', new Date(0));
      await sql`update outbox set attempts = 99 where application_id = ${one.id}`.execute(transaction);
    });
    await tamper(sql`update application set status = 'submitted' where id = ${one.id}`);
    await server.outbox.runOnce();
    const jobs = database.db.selectFrom('outbox').selectAll().where('application_id', '=', one.id);
    expect(await jobs.execute()).toMatchObject([
      { last_error: 'IntegrityError', dead_date_time: expect.any(Date) },
    ]);
    expect(await faultsOf(one)).toEqual(['rows_differ']);
  });

  test('an altered application is not purged, which would confirm its status', async () => {
    const one = await target();
    const long = new Date('2020-01-01T00:00:00Z');
    await tamper(
      sql`update application set status = 'submitted', create_date_time = ${long}, submitted_date_time = ${long}
        where id = ${one.id}`,
    );
    for (const dryRun of [true, false]) {
      const { exitCode, data, text } = await retentionRun(
        { ...server.services, operator: 'ada' },
        { positionals: [], options: { 'dry-run': dryRun } },
        takesNothing,
      );
      expect([exitCode, data]).toMatchObject([3, { count: 0, undelivered: [], altered: [one.id] }]);
      expect(text).toBe(
        `0 applications ${dryRun ? 'would be erased' : 'erased'}.\n1 application stays: altered, as audit verify reports.\n  ${one.id}`,
      );
    }
    expect(await faultsOf(one)).toEqual(['rows_differ']);
  });

  test('an older row of a person is restored', async () => {
    const one = await target();
    const before = await rowOf('personnel', one.ownerId);
    await one.browser.send('PATCH', `/personnel/${one.ownerId}`, { json: { fullName: 'Ned Thistle' } });
    await putBack('personnel', before, ['answers', 'sealed', 'version', 'update_date_time']);
    await expectFound(one);
  });

  test('the envelopes of two people are swapped', async () => {
    const one = await target();
    const [owner, applicant] = [
      await rowOf('personnel', one.ownerId),
      await rowOf('personnel', one.applicantId),
    ];
    await putBack('personnel', { ...owner, id: applicant['id'] }, ['answers', 'sealed']);
    await putBack('personnel', { ...applicant, id: owner['id'] }, ['answers', 'sealed']);
    await expectFound(one);
  });

  test.each<[string, (one: Target) => ReturnType<typeof sql>]>([
    [
      'the version is altered',
      ({ id }) => sql`update application set version = version + 1 where id = ${id}`,
    ],
    ['the status is altered', ({ id }) => sql`update application set status = 'approved' where id = ${id}`],
    [
      'the version in an envelope is altered',
      ({ id }) =>
        sql`update application set sealed = jsonb_set(sealed, '{r}', to_jsonb((sealed ->> 'r')::int - 1)) where id = ${id}`,
    ],
    [
      'readable answers take the place of an envelope',
      ({ id }) => sql`update application set sealed = '{}', answers = '{"dba": "Mine"}' where id = ${id}`,
    ],
    ['a person is removed', ({ ownerId }) => sql`delete from personnel where id = ${ownerId}`],
    [
      'a person becomes another kind of person',
      ({ ownerId }) => sql`update personnel set personnel_type = 'authorized_user' where id = ${ownerId}`,
    ],
    [
      'a consent becomes one to another text',
      ({ id }) => sql`update consent set sha256 = repeat('0', 64) where application_id = ${id}`,
    ],
    [
      'a consent loses its signer',
      ({ id }) => sql`update consent set signer = null where application_id = ${id}`,
    ],
    ['a consent is removed', ({ id }) => sql`delete from consent where application_id = ${id}`],
    ['parts_hash is removed', ({ id }) => sql`update application set parts_hash = null where id = ${id}`],
  ])('%s', async (_, tampering) => {
    const one = await target();
    await tamper(tampering(one));
    const { status } = await open(one);
    expect(status).toBe(500);
    // The fault is `rows_differ`, or `not_opened` if a value cannot be decrypted before the rows are compared.
    expect(['rows_differ', 'not_opened']).toContain((await faultsOf(one))[0]);
  });

  test('the bytes of a document are restored to those before it was replaced', async () => {
    const one = await withDocument();
    const before = await rowOf('document', one.documentId);
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } });
    const form = upload(
      {},
      { type: 'image/png', name: 'articles.png', bytes: await picture.png().toBuffer() },
    );
    expect((await one.browser.send('PUT', `/document/${one.documentId}`, { form })).status).toBe(200);
    const path = `/document/${one.documentId}?session=${one.browser.webSessionId}`;
    expect((await one.browser.send('GET', path)).status).toBe(200);
    await putBack('document', before, ['content']);
    expect((await one.browser.send('GET', path)).status).toBe(500);
    await putBack('document', before, ['content', 'sha256', 'size', 'content_type']);
    await expectFound(one);
  });

  test('the trail is cut off together with its head', async () => {
    const one = await target();
    const before = await rowOf('application', one.id);
    await change(one.browser, one.id, { applicationData: { dba: 'Lark' } });
    await tamper(
      sql`delete from audit_event where application_id = ${one.id} and sequence > ${before['audit_sequence']}`,
    );
    await putBack('application', before, ['audit_sequence', 'audit_hash']);
    await expectFound(one);
  });

  test.each(['with a state that fits', 'without any'])(
    'the trail is forged %s, without the key',
    async (how) => {
      const one = await target();
      const { rows } = await sql<{ sequence: number; type: string; state: Buffer; at: Date }>`
        select sequence, type, state, create_date_time as at from audit_event
        where application_id = ${one.id} order by sequence
      `.execute(server.database.db);
      const state = how === 'without any' ? null : (rows.at(-1)?.state ?? null);
      let head: Buffer = Buffer.alloc(32);
      const statements = [sql`delete from audit_event where application_id = ${one.id}`];
      for (const [at, { at: time }] of rows.slice(0, 3).entries()) {
        const event = {
          applicationId: one.id,
          createDateTime: time.toISOString(),
          detail: {},
          sequence: at + 1,
          ...(state && { state: state.toString('hex') }),
          type: 'created',
        };
        const next = hash('sha256', Buffer.concat([head, Buffer.from(JSON.stringify(event))]), 'buffer');
        statements.push(sql`
          insert into audit_event (application_id, sequence, type, create_date_time, previous_hash, hash, state)
          values (${one.id}, ${at + 1}, 'created', ${time}, ${head}, ${next}, ${state})
        `);
        head = next;
      }
      statements.push(
        sql`update application set audit_sequence = 3, audit_hash = ${head} where id = ${one.id}`,
      );
      await tamper(...statements);
      await expectFound(one, how === 'without any' ? 'not_keyed' : 'altered');
    },
  );
});
