import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../api/application.ts';
import { readSubmission } from '../../server/applications/submission-record.ts';
import type { ApiClient } from '../support/api-client.ts';
import { apiClient } from '../support/api-client.ts';
import { testStores } from '../support/database.ts';
import {
  addDocument,
  addPerson,
  agree,
  applicant,
  business,
  create,
  disclosures,
  prepare,
  submit,
  upload,
} from '../support/sample-application.ts';
import { shippedVersion } from '../support/shipped-version.ts';
import { issueStartKey } from '../support/start-keys.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

/** Tests simultaneous calls on one node, and on two nodes with one database (F2, F4). */
describe.each(await testStores())('simultaneous calls on $name', (store) => {
  let server: TestServer;
  let node: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store, env: { LIMITS_FACTOR: '100' } });
    node = await startTestServer({ database: server.database, env: { LIMITS_FACTOR: '100' } });
  });
  afterAll(async () => {
    await node.stop();
    await server.stop();
  });

  async function begun(): Promise<{ browser: ApiClient; id: string; both: readonly ApiClient[] }> {
    const browser = server.client();
    await browser.start();
    const { id } = await create(browser, {}, {});
    return { browser, id, both: [browser, onOtherNode(browser)] };
  }

  /** Returns a client that calls the other node in the same session. */
  function onOtherNode(browser: ApiClient): ApiClient {
    const twin = apiClient(node.app, { address: browser.address, cookies: browser.cookies });
    const header = { 'x-web-session-id': browser.webSessionId };
    return {
      ...twin,
      send: (method, path, call = {}) =>
        twin.send(method, path, { ...call, headers: { ...header, ...call.headers } }),
    };
  }

  const rowsOf = (table: 'submission' | 'outbox', id: string) =>
    server.database.db.selectFrom(table).selectAll().where('application_id', '=', id).execute();

  test('four owners with 60% each: three of them are refused', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { browser, id, both } = await begun();
      const replies = await Promise.all(
        [...both, ...both].map((client) =>
          client.send('POST', '/personnel', {
            json: { applicationId: id, personnelType: 'owner', percentageOwned: 60 },
          }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
      const { body } = await browser.send<Application>('GET', `/application/${id}`);
      expect(body.personnel).toHaveLength(1);
    }
  });

  test('two shares that together are raised above 100%: one of them is refused', async () => {
    const { id, browser, both } = await begun();
    const people = await Promise.all(
      ['owner', 'owner'].map(() => addPerson(browser, id, 'owner', { percentageOwned: 40 })),
    );
    const replies = await Promise.all(
      people.map((person, at) =>
        (both[at] ?? browser).send('PATCH', `/personnel/${person.id}`, { json: { percentageOwned: 60 } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('two applicants: the second is refused', async () => {
    const { id, both } = await begun();
    const json = { applicationId: id, personnelType: 'applicant' };
    const replies = await Promise.all(both.map((client) => client.send('POST', '/personnel', { json })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('four creates: one application', async () => {
    const browser = server.client();
    await browser.start();
    const both = [browser, onOtherNode(browser), browser, onOtherNode(browser)];
    const replies = await Promise.all(
      both.map((client) =>
        client.send<Application>('POST', '/application', { json: { applicationData: business } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  });

  test('four submits: one submission, one mail, one delivery, and the same response', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    const both = [browser, onOtherNode(browser)];
    const replies = await Promise.all([...both, ...both].map((client) => submit(client, id)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const bodies = new Set(replies.map(({ body }) => JSON.stringify(body)));
    expect(bodies.size).toBe(1);
    expect(await rowsOf('submission', id)).toHaveLength(1);
    expect((await rowsOf('outbox', id)).map((job) => ('kind' in job ? job.kind : '')).sort()).toEqual([
      'delivery',
      'mail',
    ]);
  });

  test('a change during submit is either part of the submission or refused', async () => {
    for (const isFirst of [true, false]) {
      const browser = server.client();
      const { id } = await prepare(browser);
      const other = onOtherNode(browser);
      const change = () =>
        other.send('PATCH', `/application/${id}`, { json: { applicationData: { dba: 'Changed' } } });
      const early = isFirst ? change() : undefined;
      const [submitted, changed] = await Promise.all([submit(browser, id), early ?? change()]);
      expect(submitted.status).toBe(200);
      expect([200, 409]).toContain(changed.status);
      const { snapshot } = await readSubmission(server.services, id);
      const dba = changed.status === 200 ? 'Changed' : business.dba;
      expect(snapshot.applicationData['dba']).toBe(dba);
      const { body } = await browser.send<Application>('GET', `/application/${id}`);
      expect(body.applicationData.dba).toBe(dba);
    }
  });

  test('one start key in two sessions: one of the submits is refused', async () => {
    const { key } = await issueStartKey(server.services);
    const browsers = [server.client(), node.client()];
    for (const browser of browsers) await browser.start(`/apply/start/${key}`);
    const ids = await Promise.all(browsers.map((browser) => prepare(browser)));
    const replies = await Promise.all(browsers.map((browser, at) => submit(browser, ids[at]?.id ?? '')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a fifth and a sixth document: the sixth is refused', async () => {
    const { browser, id, both } = await begun();
    for (let count = 0; count < 4; count += 1) await addDocument(browser, id);
    const replies = await Promise.all(
      both.map((client) =>
        client.send('POST', '/document', {
          form: upload({ applicationId: id, documentType: 'proof_of_entity' }),
        }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('the end of a session during any write: no draft without a resume token outlives the session', async () => {
    const { taxId: _, ...nameless } = business;
    for (let round = 0; round < 5; round += 1) {
      const browser = server.client();
      await browser.start();
      const other = onOtherNode(browser);
      const json = { applicationData: nameless };
      const replies = await Promise.all([
        other.send('POST', '/application', { json }),
        browser.send('POST', '/apply/finish/cancel'),
        other.send('GET', '/agreement/esign'),
        browser.send('POST', '/application', { json }),
        other.send('POST', '/apply/finish/timeout'),
      ]);
      for (const { status } of replies) expect([200, 201, 204, 401]).toContain(status);
      const rows = await server.database.db
        .selectFrom('application')
        .select(['status', 'answers', 'data_key'])
        .where('session_id', '=', browser.webSessionId)
        .execute();
      for (const row of rows) {
        expect(row).toMatchObject({ answers: {}, data_key: null });
        expect(['cancelled', 'timed_out']).toContain(row.status);
      }
    }
  });

  test('many kinds of calls: none causes a server error, and the audit trail has no gap', async () => {
    const { browser, id, both } = await begun();
    const { id: person } = await addPerson(browser, id, 'applicant', { ...applicant, fullName: null });
    const calls = both.flatMap((client) =>
      [1, 2, 3, 4].flatMap((round) => [
        client.send('PATCH', `/application/${id}`, { json: { applicationData: { employeeCount: round } } }),
        client.send('PATCH', `/application/${id}`, {
          json: { disclosures: { affiliates: round % 2 === 0 } },
        }),
        client.send('PATCH', `/personnel/${person}`, { json: { fullName: `Zoë ${round}` } }),
        client.send('GET', '/agreement/controlling-party'),
        client.send('PUT', `/application/${id}/consent/esign`, {
          json: { version: shippedVersion('esign'), agreed: round % 2 === 0 },
        }),
        client.send('GET', `/application/${id}`),
        client.send('POST', '/application', { json: {} }),
        client.send('POST', '/apply/heartbeat'),
      ]),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    const { db } = server.database;
    const events = await db
      .selectFrom('audit_event')
      .select('sequence')
      .where('application_id', '=', id)
      .orderBy('sequence')
      .execute();
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1));
    await agree(browser, id, 'esign');
    await browser.send('PATCH', `/application/${id}`, { json: { disclosures } });
  });
});
