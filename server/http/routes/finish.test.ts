import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError } from '../../../tests/support/expect-error.ts';
import {
  addPerson,
  applicant,
  business,
  create,
  prepare,
  submit,
} from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { openForOperator } from '../../applications/act-on-application.ts';
import { dataKeyOf } from '../../security/data-keys.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('POST /apply/finish/{type}', () => {
  test.each([
    ['cancel', 'cancelled'],
    ['timeout', 'timed_out'],
  ])('%s ends the session, and erases a draft that no one can resume', async (type, status) => {
    const browser = server.client();
    await browser.start();
    const { taxId: _, ...nameless } = business;
    const { id } = await create(browser, nameless);
    await addPerson(browser, id, 'applicant', applicant);
    const { db } = server.database;
    const read = () =>
      db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const before = await read();
    const key = () => dataKeyOf(server.services.keys, before);
    expect(key).not.toThrow();
    const reply = await browser.send('POST', `/apply/finish/${type}`);
    expect(reply.status).toBe(204);
    expect(reply.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(reply.setCookies).toEqual([expect.stringMatching(/^session-\w{8}=;.*Max-Age=0$/)]);
    expectError(await browser.send('GET', `/application/${id}`), 'session_invalid');
    expectError(await browser.send('POST', `/apply/finish/${type}`), 'session_invalid');

    expect(key).toThrow('not in memory');
    expect(await read()).toMatchObject({
      status,
      domain_key: 'demo',
      store_id: '10000002',
      answers: {},
      sealed: {},
      disclosures: {},
      sections: {},
      data_key: null,
    });
    const people = await db.selectFrom('personnel').selectAll().where('application_id', '=', id).execute();
    expect(people).toEqual([]);
    const evidence = await db.selectFrom('consent').selectAll().where('application_id', '=', id).execute();
    expect(evidence).toEqual([
      expect.objectContaining({ ip: null, user_agent: null, signer_name: null, signer: null }),
    ]);
  });

  test.each(['completed', 'pending'])('%s is refused for a draft, and without one', async (type) => {
    const browser = server.client();
    await browser.start();
    expectError(await browser.send('POST', `/apply/finish/${type}`), 'conflict');
    const { id } = await create(browser);
    expectError(await browser.send('POST', `/apply/finish/${type}`), 'conflict');
    expect((await browser.send('GET', `/application/${id}`)).status).toBe(200);
  });

  test.each(['cancel', 'timeout', 'completed', 'pending'])(
    '%s never erases a submitted application',
    async (type) => {
      const browser = server.client();
      const { id } = await prepare(browser);
      await submit(browser, id);
      expect((await browser.send('POST', `/apply/finish/${type}`)).status).toBe(204);
      const { database, keys } = server.services;
      const record = await openForOperator({ database, keys, applicationId: id, operator: 'ada' });
      expect(record).toMatchObject({ row: { status: 'submitted' }, answers: { dba: 'Larkspur' } });
    },
  );

  test.each(['Cancel', 'done', 'toString', '%20'])('refuses the type %s', async (type) => {
    const browser = server.client();
    await browser.start();
    expectError(await browser.send('POST', `/apply/finish/${type}`), 'resource_not_found');
    expect((await browser.send('POST', '/apply/heartbeat')).status).toBe(204);
  });
});

test('POST /apply/heartbeat keeps the session alive, and refuses a body', async () => {
  const browser = server.client();
  await browser.start();
  const seen = async () =>
    (
      await server.database.db
        .selectFrom('session')
        .select('active_date_time')
        .where('id', '=', browser.webSessionId)
        .executeTakeFirstOrThrow()
    ).active_date_time.getTime();
  const before = await seen();
  server.clock.advance(1_000);
  expect((await browser.send('POST', '/apply/heartbeat')).status).toBe(204);
  expect((await seen()) - before).toBeGreaterThanOrEqual(1_000);
  expectError(
    await browser.send('POST', '/apply/heartbeat', { json: { id: randomUUID() } }),
    'invalid_request',
  );
});
