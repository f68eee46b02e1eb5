import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { readableText } from '../../../tests/support/readable-text.ts';
import { canaries, create, expected, prepare, submit } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { readApplicationRow } from '../../db/queries/applications.ts';
import { uuidv7 } from '../../db/uuid.ts';
import { withOpenReason } from '../../security/sealed-reasons.ts';

type Listed = { applications: { id: string }[]; next: string | null };

describe.each(await testStores())('applications on $name', (store) => {
  test('are listed newest first, page by page, by the filters given', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const ids: string[] = [];
    for (const host of ['demo.localhost', 'toro.localhost', 'demo.localhost']) {
      const client = server.client(host);
      await client.start(host.startsWith('toro') ? '/apply/start?storeId=12345678' : undefined);
      ids.unshift((await create(client)).id);
      server.clock.advance(86_400_000);
    }
    const list = async (...options: string[]) => {
      const listed: Listed = (await operator(['applications', 'list', ...options])).data;
      return listed.applications.map(({ id }) => ids.indexOf(id));
    };
    const day = (daysAgo: number) =>
      new Date(server.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    expect(await list()).toEqual([0, 1, 2]);
    expect(await list('--limit', '2')).toEqual([0, 1]);
    expect(await list('--limit', '2', '--after', ids[1] ?? '')).toEqual([2]);
    expect(await list('--program', 'toro')).toEqual([1]);
    expect(await list('--store', '12345678')).toEqual([1]);
    expect(await list('--from', day(2))).toEqual([0, 1]);
    expect(await list('--from', day(2), '--to', day(2))).toEqual([1]);
    expect(await list('--status', 'submitted')).toEqual([]);
    expect(await list('--status', 'draft', '--program', 'demo')).toEqual([0, 2]);
  });

  test.each([
    ['an increased version', 'update application set version = version + 1', 'rows are not as'],
    [
      'exchanged answers',
      'update application set sealed = (select sealed from personnel limit 1)',
      'was altered',
    ],
  ])(
    'with %s make each command that opens them report the alteration, with exit code 3',
    async (_, statement, words) => {
      const server = await startTestServer({ store });
      onTestFinished(server.stop);
      const operator = operatorOf(server);
      const client = server.client();
      const { id } = await prepare(client);
      expected(200, await submit(client, id));
      await sql.raw(statement).execute(server.database.db);
      for (const args of [
        ['applications', 'show', id],
        ['applications', 'show', id, '--reveal', '--reason', 'Case 4711'],
        ['documents', 'list', id],
        ['applications', 'decide', id, '--approve'],
        ['applications', 'withdraw', id, '--reason', 'Case 4711'],
      ]) {
        const { exitCode, text } = await operator(args);
        expect([exitCode, text]).toEqual([3, expect.stringContaining(`The application ${id} was altered`)]);
        expect(text).toContain(words);
        expect(text).toContain('You suspect tampering');
      }
      for (const format of ['csv', 'json', 'evidence-pdf', 'evidence-json']) {
        const all = ['applications', 'export', '--format', format, '--reason', 'Case 4711', '--out', 'x'];
        const { exitCode, text } = await operator(all);
        expect([exitCode, text], format).toEqual([3, expect.stringContaining('You suspect tampering')]);
      }
    },
  );

  test('show sensitive answers only for a reason, which is recorded first', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const { id, applicant } = await prepare(server.client());
    const show = ['applications', 'show', id];
    const hidden = await operator(show);
    expect(hidden.data).toMatchObject({
      applicationData: { taxIdLast4: '5926', businessName: 'Larkspur Lawn Care LLC' },
      personnel: [{ fullName: 'Zoë Q. Larkspur', ssnLast4: '7731' }, {}],
    });
    expect(hidden.text).toMatch(/^ {2}Personal guarantee +Zoë Q\. Larkspur$/m);
    expect(hidden.text).toMatch(/^ {2}Ned Foxglove’s job title +Gardener$/m);
    for (const value of Object.values(canaries))
      expect(`${JSON.stringify(hidden.data)} ${hidden.text}`).not.toContain(value);
    expect(await operator([...show, '--reveal'])).toMatchObject({ exitCode: 64 });
    expect(await operator([...show, '--reason', 'Because'])).toMatchObject({ exitCode: 64 });
    const { db } = server.services.database;
    const shown = () => db.selectFrom('audit_event').select('detail').where('type', '=', 'shown').execute();
    expect(await shown()).toEqual([{ detail: { operator: 'ada' } }]);

    const revealed = await operator([...show, '--reveal', '--reason', 'Case 4711']);
    expect(revealed.data).toMatchObject({ applicationData: { taxId: canaries.taxId } });
    expect(revealed.text).toContain('512-44-7731');
    const [, event, ...others] = await shown();
    expect(others).toEqual([]);
    expect(readableText(event)).not.toContain('Case 4711');
    const { hashKey } = server.services;
    expect(withOpenReason(hashKey, id, event?.detail ?? {})).toMatchObject({
      operator: 'ada',
      reason: 'Case 4711',
    });
    expect((await operator(['audit', 'show', id])).text).toContain('"reason":"Case 4711"');
    // No one can move the event to another audit trail, because the reason can't be decrypted with another application's id.
    expect(() => withOpenReason(hashKey, uuidv7(new Date()), event?.detail ?? {})).toThrow();
    expect(event?.detail['fields']).toEqual(
      expect.arrayContaining(['applicationData.annualSalesAmount', `personnel.${applicant.id}.ssn`]),
    );
  });

  test('can be decided after submit, and withdrawn until decided', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const [one, other, pending, withdrawn] = await Promise.all(
      ['demo.localhost', 'demo.localhost', 'yard-card.localhost', 'yard-card.localhost'].map(async (host) => {
        const client = server.client(host);
        const { id } = await prepare(client);
        return { id, submit: async () => expected(200, await submit(client, id)) };
      }),
    );
    const act = async (verb: string, id = '', ...options: string[]) =>
      (await operator(['applications', verb, id, ...options])).exitCode;
    expect(await act('decide', one?.id, '--approve')).toBe(4);
    expect(await act('withdraw', one?.id, '--reason', 'Asked for')).toBe(4);
    for (const application of [one, other, pending, withdrawn]) await application?.submit();
    expect(await act('decide', one?.id)).toBe(64);
    expect(await act('decide', one?.id, '--approve', '--decline')).toBe(64);
    const version = async () => (await readApplicationRow(server.database.db, one?.id ?? '')).version;
    const before = await version();
    expect(await act('decide', one?.id, '--decline', '--reason', 'Policy 12')).toBe(0);
    expect(await version()).toBe(before + 1);
    expect(await act('decide', one?.id, '--approve')).toBe(4);
    expect(await act('withdraw', one?.id, '--reason', 'Asked for')).toBe(4);
    expect(await act('withdraw', other?.id, '--reason', 'Asked for')).toBe(0);
    // The operator may decide before the applicant has sent the document (D26).
    expect(await act('decide', pending?.id, '--approve')).toBe(0);
    expect(await act('withdraw', pending?.id, '--reason', 'Asked for')).toBe(4);
    expect(await act('withdraw', withdrawn?.id, '--reason', 'Asked for')).toBe(0);

    const declined = async () => (await operator(['applications', 'list', '--status', 'declined'])).text;
    expect(await declined()).toMatch(/ {2}Larkspur Lawn Care LLC$/);
    await server.services.database.db.updateTable('application').set({ data_key: null }).execute();
    expect(await declined()).toMatch(/ {2}\(erased\)$/);

    const { db } = server.services.database;
    const rows = await db.selectFrom('application').select(['id', 'status']).execute();
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [one?.id, 'declined'],
        [other?.id, 'withdrawn'],
        [pending?.id, 'approved'],
        [withdrawn?.id, 'withdrawn'],
      ]),
    );
    const events = await db
      .selectFrom('audit_event')
      .select(['application_id', 'type', 'detail'])
      .where('type', 'in', ['decided', 'withdrawn'])
      .orderBy('create_date_time')
      .execute();
    const opened = events.map(({ application_id, type, detail }) => ({
      type,
      detail: withOpenReason(server.services.hashKey, application_id, detail),
    }));
    expect(opened).toMatchObject([
      { type: 'decided', detail: { status: 'declined', operator: 'ada', reason: 'Policy 12' } },
      { type: 'withdrawn', detail: { reason: 'Asked for' } },
      { type: 'decided', detail: { status: 'approved', operator: 'ada' } },
      { type: 'withdrawn', detail: { reason: 'Asked for' } },
    ]);
  });
});

test('an unknown or erased application is not found', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const operator = operatorOf(server);
  for (const unknown of ['x', 'QWER-1234-5678', 'f3b1a2c4-0000-7000-8000-000000000000']) {
    expect(await operator(['applications', 'show', unknown])).toMatchObject({ exitCode: 2 });
    expect(await operator(['applications', 'list', '--after', unknown])).toMatchObject({ exitCode: 2 });
  }
  const client = server.client();
  await client.start();
  const { id } = await create(client);
  await client.send('POST', '/apply/finish/cancel');
  expect(await operator(['applications', 'show', id])).toMatchObject({
    exitCode: 2,
    text: 'Its answers were erased; it is cancelled.',
  });
  expect(await operator(['applications', 'list', '--status', 'open'])).toMatchObject({ exitCode: 64 });
  expect(await operator(['applications', 'list', '--from', 'May'])).toMatchObject({ exitCode: 64 });
});

test('drafts are listed without a name, with how many are kept until when, and one is erased on request', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const operator = operatorOf(server);
  const list = (...options: string[]) => operator(['applications', 'list', '--status', 'draft', ...options]);
  const begin = async (host: string) => {
    const client = server.client(host);
    await client.start();
    return { client, id: (await create(client)).id };
  };
  const left = await begin('demo.localhost');
  await left.client.send('POST', '/apply/finish/timeout');
  const inUse = await begin('toro.localhost');
  const until = new Date(server.clock.now().getTime() + 24 * 60 * 60_000).toISOString().slice(0, 13);

  const { data, text } = await list();
  expect(data).toMatchObject({
    applications: [inUse, left].map(({ id }) => ({
      id,
      businessName: null,
      resumeTokens: [{ way: 'device', until: expect.stringContaining(until) }],
    })),
    kept: [{ way: 'device', count: 2, until: expect.stringContaining(until) }],
  });
  expect(text).toContain('2 drafts can be resumed with the token device, until ');
  expect(`${JSON.stringify(data)} ${text}`).not.toMatch(/Larkspur/);
  expect((await list('--program', 'toro')).data).toMatchObject({ kept: [{ way: 'device', count: 1 }] });

  const erase = (id: string) => operator(['applications', 'erase', id, '--reason', 'Asked for, case 4714']);
  for (const { id, client } of [left, inUse]) {
    expect(await erase(id)).toMatchObject({ exitCode: 0, text: `${id} is erased.` });
    expect(await erase(id)).toMatchObject({ exitCode: 4 });
    expect((await client.send('GET', '/resume')).body).toMatchObject({ onDevice: false });
    expect((await client.send('POST', '/apply/heartbeat')).status).toBe(401);
    expect((await operator(['applications', 'show', id])).text).toBe(
      'Its answers were erased; it is cancelled.',
    );
    const { text: trail } = await operator(['audit', 'show', id]);
    expect(trail).toContain('"reason":"Asked for, case 4714"');
  }
  expect((await list()).text).toBe('There are no such applications.');
  const done = server.client();
  const submitted = await prepare(done);
  expected(200, await submit(done, submitted.id));
  expect(await erase(submitted.id)).toMatchObject({ exitCode: 4 });
  expect((await operator(['audit', 'verify'])).exitCode).toBe(0);
});
