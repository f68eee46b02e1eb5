import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { change, create } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

describe.each(await testStores())('the audit trail on $name', (store) => {
  test('is shown, verified, and verified against heads exported earlier', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const client = server.client();
    await client.start();
    const { id } = await create(client, { dba: 'One' }, {});

    const shown = await operator(['audit', 'show', id]);
    expect(shown.text).toMatch(/^EVENT +WHEN +WHAT +DETAIL\n1 .* created .*demo/);
    expect(shown.data).toMatchObject({
      applicationId: id,
      events: [{ type: 'created' }, { type: 'answers_changed' }],
    });
    expect(await operator(['audit', 'show', 'NONE-0000-0000'])).toMatchObject({ exitCode: 2 });

    const heads = await operator(['audit', 'heads']);
    const [file] = heads.files;
    expect(file?.name).toMatch(/^audit-heads-\d{4}-\d\d-\d\d\.jsonl$/);
    expect(heads.data).toEqual({ count: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await change(client, id, { applicationData: { dba: 'Two' } });
    expect(await operator(['audit', 'verify', 'heads.jsonl'], file)).toMatchObject({
      exitCode: 0,
      text: 'Intact: 1 application, 3 events.',
      data: { applications: 1, events: 3, faults: [] },
    });

    const { db } = server.services.database;
    await sql`alter table audit_event disable trigger all`.execute(db);
    await sql`update audit_event set detail = '{}' where sequence = 2`.execute(db);
    await sql`alter table audit_event enable trigger all`.execute(db);
    const broken = await operator(['audit', 'verify']);
    expect(broken).toMatchObject({
      exitCode: 3,
      data: { faults: [{ applicationId: id, sequence: 2, kind: 'altered' }] },
    });
    expect(broken.text).toContain(`${id}  2      the event was altered`);

    const spoiled = { name: 'x', bytes: Buffer.from('{}\n') };
    expect(await operator(['audit', 'verify', 'x'], spoiled)).toMatchObject({ exitCode: 1 });
    expect(await operator(['audit', 'verify', '--from', 'x'])).toMatchObject({ exitCode: 64 });
  });

  test('is verified from where an earlier run ended', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const client = server.client();
    await client.start();
    const { id } = await create(client, { dba: 'One' }, {});

    const first = await operator(['audit', 'verify', '--verified']);
    const [file] = first.files;
    expect(first).toMatchObject({ exitCode: 0, text: 'Intact: 1 application, 2 events.' });
    expect(file?.name).toMatch(/^verified-heads-\d{4}-\d\d-\d\d\.jsonl$/);
    expect(await operator(['audit', 'verify', 'v.jsonl', '--since'], file)).toMatchObject({
      exitCode: 0,
      text: 'Intact: 1 application, 0 events; 1 with the head that was verified before.',
    });
    await change(client, id, { applicationData: { dba: 'Two' } });
    // Without --since, the command accepts a file of verified heads as if it were a file of exported heads.
    expect(await operator(['audit', 'verify', 'v.jsonl'], file)).toMatchObject({ exitCode: 0 });
    expect(await operator(['audit', 'verify', 'v.jsonl', '--since', '--verified'], file)).toMatchObject({
      exitCode: 0,
      text: 'Intact: 1 application, 1 event.',
      files: [{ name: file?.name }],
    });

    const [exported] = (await operator(['audit', 'heads'])).files;
    expect(await operator(['audit', 'verify', 'h.jsonl', '--since'], exported)).toMatchObject({
      exitCode: 1,
    });
    expect(await operator(['audit', 'verify', '--since'])).toMatchObject({ exitCode: 64 });
    expect(await operator(['audit', 'verify', '--minutes', '0'])).toMatchObject({ exitCode: 64 });
  });
});
