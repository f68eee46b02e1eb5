import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { expected, prepare, submit } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { uuidv7 } from '../../db/uuid.ts';

type Listed = { deliveries: { id: string; kind: string; state: string }[]; next: string | null };

describe.each(await testStores())('deliveries on $name', (store) => {
  test('are listed; dead ones are sent again under the same id', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const client = server.client();
    const { id } = await prepare(client);
    const { referenceNumber } = expected(200, await submit(client, id));
    await server.outbox.runOnce();
    const { db } = server.services.database;
    const before: Listed = (await operator(['deliveries', 'list'])).data;
    expect(before.deliveries).toMatchObject([
      { state: 'sent', referenceNumber },
      { state: 'sent', referenceNumber },
    ]);
    const [one, other] = before.deliveries.map((delivery) => delivery.id);
    expect(await operator(['deliveries', 'retry', one ?? ''])).toMatchObject({ exitCode: 4 });

    const giveUp = () =>
      db
        .updateTable('outbox')
        .set({ done_date_time: null, dead_date_time: server.clock.now(), last_error: 'ECONNREFUSED' })
        .execute();
    await giveUp();
    const dead = ['deliveries', 'list', '--dead'];
    expect((await operator([...dead, '--limit', '1'])).data).toMatchObject({
      deliveries: [{ id: one, state: 'dead', lastError: 'ECONNREFUSED' }],
      next: one,
    });
    expect((await operator([...dead, '--after', one ?? ''])).data).toMatchObject({
      deliveries: [{ id: other }],
    });
    expect(await operator(['deliveries', 'retry', one ?? ''])).toMatchObject({ exitCode: 0 });
    await server.outbox.runOnce();
    expect((await operator(dead)).data).toMatchObject({ deliveries: [{ id: other }] });
    await giveUp();
    expect((await operator(['deliveries', 'retry', '--all-dead'])).data).toEqual({ retried: 2 });
    await server.outbox.runOnce();
    expect((await operator(['deliveries', 'list'])).data).toMatchObject({
      deliveries: [
        { id: one, state: 'sent', attempts: 1 },
        { id: other, state: 'sent', attempts: 1 },
      ],
    });
    const { events }: { events: { type: string; detail: object }[] } = (await operator(['audit', 'show', id]))
      .data;
    const retried = (jobId: string | undefined, kind: string) => ({ operator: 'ada', jobId, kind });
    const [oneKind = '', otherKind = ''] = before.deliveries.map(({ kind }) => kind);
    expect(events.filter(({ type }) => type === 'retried').map(({ detail }) => detail)).toEqual([
      retried(one, oneKind),
      retried(other, otherKind),
      retried(one, oneKind),
    ]);
    expect(await operator(['audit', 'verify'])).toMatchObject({ exitCode: 0 });
  });
});

describe.each(await testStores())('deliveries of one provider on $name', (store) => {
  test('that wait for their next attempt become due, each with its audit event; others stay unchanged', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    await server.outbox.stop();
    const operator = operatorOf(server);
    const client = server.client();
    const { id } = await prepare(client);
    expected(200, await submit(client, id));
    const { db } = server.services.database;
    const { provider } = server.services.programs.all[0] ?? {};
    const later = new Date(server.clock.now().getTime() + 3_600_000);
    await db.updateTable('outbox').set({ run_date_time: later, attempts: 3 }).execute();
    const retry = ['deliveries', 'retry', '--waiting', '--provider', provider?.providerId ?? ''];
    expect((await operator(retry)).data).toEqual({ retried: 1 });
    const jobs = await db.selectFrom('outbox').selectAll().orderBy('id').execute();
    expect(jobs.map(({ kind, attempts }) => [kind, attempts])).toEqual([
      ['mail', 3],
      ['delivery', 0],
    ]);
    expect(jobs[1]?.run_date_time.getTime()).toBeLessThan(later.getTime());
    expect((await operator(retry)).data).toEqual({ retried: 0 });
    const { events }: { events: object[] } = (await operator(['audit', 'show', id])).data;
    expect(events.at(-1)).toMatchObject({
      type: 'retried',
      detail: { operator: 'ada', jobId: jobs[1]?.id, kind: 'delivery' },
    });
    const { retry_date_time: asked } = await db
      .selectFrom('outbox_lane')
      .select('retry_date_time')
      .where('lane', '=', `delivery:${provider?.providerId}`)
      .executeTakeFirstOrThrow();
    expect(asked).toBeInstanceOf(Date);
  });
});

test('wrong calls about deliveries are refused', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const operator = operatorOf(server);
  for (const unknown of ['x', uuidv7(new Date())]) {
    expect(await operator(['deliveries', 'retry', unknown])).toMatchObject({ exitCode: 2 });
    expect(await operator(['deliveries', 'list', '--after', unknown])).toMatchObject({ exitCode: 2 });
  }
  expect(await operator(['deliveries', 'retry'])).toMatchObject({ exitCode: 64 });
  for (const wrong of [
    ['--waiting'],
    ['--provider', 'quillbrook'],
    ['--all-dead', '--provider', 'quillbrook'],
  ])
    expect(await operator(['deliveries', 'retry', ...wrong])).toMatchObject({ exitCode: 64 });
  expect(await operator(['deliveries', 'retry', '--waiting', '--provider', 'nobody'])).toMatchObject({
    exitCode: 2,
  });
  expect(await operator(['deliveries', 'retry', uuidv7(new Date()), '--all-dead'])).toMatchObject({
    exitCode: 64,
  });
});
