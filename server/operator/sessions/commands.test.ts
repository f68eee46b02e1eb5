import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { create, expected, prepare, submit } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { withOpenReason } from '../../security/sealed-reasons.ts';

describe.each(await testStores())('sessions on $name', (store) => {
  async function installed() {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const { db } = server.services.database;
    const row = (id: string) =>
      db
        .selectFrom('application')
        .select(['status', 'data_key', 'sealed'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const events = async (id: string) => {
      const rows = await db
        .selectFrom('audit_event')
        .select(['type', 'detail'])
        .where('application_id', '=', id)
        .orderBy('sequence', 'desc')
        .limit(2)
        .execute();
      return rows.map(({ type, detail }) => ({
        type,
        detail: withOpenReason(server.services.hashKey, id, detail),
      }));
    };
    return { server, operator: operatorOf(server), row, events };
  }
  const why = ['--reason', 'Phone lost, case 4712'];

  test('end at once with their draft, and the audit trail names operator and reason', async () => {
    const { server, operator, row, events } = await installed();
    const applicant = server.client();
    const { id } = await prepare(applicant);
    const other = server.client();
    await other.start();
    await create(other);
    expect(await operator(['sessions', 'end', id, ...why])).toMatchObject({
      exitCode: 0,
      data: { sessions: 1, drafts: 1 },
      text: '1 session ended, 1 draft erased.',
    });
    expect(await applicant.send('POST', '/apply/heartbeat')).toMatchObject({
      status: 401,
      body: { code: 'session_invalid' },
    });
    expect(await row(id)).toEqual({ status: 'expired', data_key: null, sealed: {} });
    expect(await events(id)).toEqual([
      { type: 'erased', detail: { status: 'expired' } },
      { type: 'session_ended', detail: { operator: 'ada', reason: 'Phone lost, case 4712' } },
    ]);
    expect((await other.send('POST', '/apply/heartbeat')).status).toBe(204);
    expect(await operator(['sessions', 'end', id, ...why])).toMatchObject({ exitCode: 4 });
    expect(await operator(['sessions', 'end', 'NONE-0000-0000', ...why])).toMatchObject({ exitCode: 2 });
    expect(await operator(['audit', 'verify'])).toMatchObject({ exitCode: 0 });
  });

  test('end all together, or only those of one program; submitted applications stay', async () => {
    const { server, operator, row } = await installed();
    const done = server.client('demo.localhost');
    const submitted = await prepare(done);
    expected(200, await submit(done, submitted.id));
    const [demo, toro] = [server.client('demo.localhost'), server.client('toro.localhost')];
    await demo.start();
    await toro.start();
    const drafts = [await create(demo), await create(toro)];
    const alive = async () => (await toro.send('POST', '/apply/heartbeat')).status;
    expect(await operator(['sessions', 'end', '--all', '--program', 'demo', ...why])).toMatchObject({
      data: { sessions: 2, drafts: 1 },
    });
    expect(await alive()).toBe(204);
    expect(await operator(['sessions', 'end', '--all', ...why])).toMatchObject({
      data: { sessions: 1, drafts: 1 },
    });
    expect(await alive()).toBe(401);
    expect(await row(submitted.id)).toMatchObject({ status: 'submitted' });
    for (const { id } of drafts) expect(await row(id)).toMatchObject({ status: 'expired', data_key: null });
    for (const call of [['--all', submitted.id], [], ['--program', 'demo', submitted.id]])
      expect(await operator(['sessions', 'end', ...call, ...why])).toMatchObject({ exitCode: 64 });
  });
});
