import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { canaries, create, prepare, submit } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { uuidv7 } from '../../db/uuid.ts';

describe.each(await testStores())('applications on $name', (store) => {
  test('are exported without sensitive answers, and the audit trail records the export of their evidence', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const client = server.client();
    const { id } = await prepare(client, {
      applicationData: { dba: '=1+1' },
      applicant: { occupation: 'Manager, "acting"' },
    });
    const { referenceNumber } = (await submit(client, id)).body;
    const other = server.client('toro.localhost');
    await other.start();
    const draft = await create(other, {}, {});
    const exported = async (...options: string[]) => {
      const { exitCode, files } = await operator(['applications', 'export', '--format', ...options]);
      expect(exitCode).toBe(0);
      return files.map(({ name, bytes }) => ({ name, text: bytes.toString('utf8') }));
    };

    const [csv] = await exported('csv');
    const lines = csv?.text.split('\r\n') ?? [];
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^"id","referenceNumber","status",.*"businessName",.*"applicant.fullName"/);
    expect(lines[0]).not.toMatch(/ssn|"taxId"|dateOfBirth|Income|annualSales/);
    expect(lines[1]).toContain(`"${draft.id}",,"draft","toro"`);
    expect(lines[2]).toContain(`"${id}","${referenceNumber}","submitted","demo"`);
    expect(lines[2]).toContain(`"'=1+1"`);
    expect(lines[2]).toContain('"Manager, ""acting"""');

    const [json] = await exported('json', '--status', 'submitted', '--program', 'demo');
    expect(JSON.parse(json?.text ?? '')).toMatchObject([
      {
        id,
        applicationData: { dba: '=1+1' },
        personnel: [{ personnelType: 'applicant' }, { personnelType: 'owner' }],
      },
    ]);
    const [none] = await exported('json', '--from', '2099-01-01');
    expect(JSON.parse(none?.text ?? '')).toEqual([]);

    const [evidence] = await exported('evidence-json', '--reference', String(referenceNumber));
    expect(evidence?.name).toBe(`evidence-${referenceNumber}.json`);
    expect(JSON.parse(evidence?.text ?? '')).toMatchObject({
      application: { id },
      auditFault: null,
      auditTrail: expect.arrayContaining([
        expect.objectContaining({ type: 'shown', detail: { operator: 'ada', evidence: 'evidence-json' } }),
      ]),
    });
    const printed = await operator(['applications', 'export', '--format', 'evidence-pdf']);
    expect(printed.files.map(({ name }) => name)).toEqual([`evidence-${referenceNumber}.pdf`]);
    expect(printed.files[0]?.bytes.toString('latin1', 0, 8)).toBe('%PDF-1.7');

    for (const text of [csv?.text, json?.text, evidence?.text])
      for (const value of Object.values(canaries)) expect(text).not.toContain(value);
    const nothing = ['applications', 'export', '--format', 'evidence-pdf', '--status', 'draft'];
    expect(await operator(nothing)).toMatchObject({ exitCode: 2 });
    expect(await operator(['applications', 'export', '--format', 'xml'])).toMatchObject({ exitCode: 64 });
    expect(await operator(['audit', 'verify'])).toMatchObject({ exitCode: 0 });
  });
});

test('applications of several pages are each exported once, newest first', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const operator = operatorOf(server);
  const client = server.client();
  await client.start();
  const { id } = await create(client, {}, {});
  const { db } = server.services.database;
  const row = await db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { session_id } = row;
  // The encrypted columns and the key are bound to this row's id. Copies of the row have neither, like erased applications.
  const erased = { ...row, status: 'cancelled' as const, sealed: {}, data_key: null };
  const session = await db
    .selectFrom('session')
    .selectAll()
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow();
  const more = Array.from({ length: 1_000 }, () => uuidv7(new Date()));
  for (const half of [more.slice(0, 500), more.slice(500)]) {
    await db
      .insertInto('session')
      .values(half.map((one) => ({ ...session, id: one, token_hash: Buffer.from(one) })))
      .execute();
    await db
      .insertInto('application')
      .values(half.map((one) => ({ ...erased, id: one, session_id: one })))
      .execute();
  }
  const expected = [...more, id].sort().reverse();

  const csv = await operator(['applications', 'export', '--format', 'csv']);
  expect(csv.data).toEqual({ count: 1_001 });
  const lines = csv.files[0]?.bytes.toString('utf8').trimEnd().split('\r\n').slice(1) ?? [];
  expect(lines.map((line) => line.slice(1, 37))).toEqual(expected);
  const json = await operator(['applications', 'export', '--format', 'json']);
  const parsed: { id: string }[] = JSON.parse(json.files[0]?.bytes.toString('utf8') ?? '');
  expect(parsed.map((one) => one.id)).toEqual(expected);
});
