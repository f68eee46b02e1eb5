import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../api/application.ts';
import type { Document } from '../../api/document.ts';
import type { Personnel } from '../../api/personnel.ts';
import type { ApiClient, BrowserTab, Call, Reply } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { deviceCalls, facts } from '../../tests/support/device-resume.ts';
import { expectError } from '../../tests/support/expect-error.ts';
import { lastFour } from '../../tests/support/last-four.ts';
import { readableText } from '../../tests/support/readable-text.ts';
import { applicant, business, create, samplePdf, upload } from '../../tests/support/sample-application.ts';
import { storedApplication } from '../../tests/support/stored-applications.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';

describe.each(await testStores())('Idempotency-Key on $name', (store) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store });
  });
  afterAll(() => server.stop());

  async function started(): Promise<BrowserTab> {
    const browser = server.client();
    await browser.start();
    return browser;
  }

  function keyed<Body>(browser: ApiClient, path: string, key: string, call: Call): Promise<Reply<Body>> {
    return browser.send<Body>('POST', path, { ...call, headers: { 'idempotency-key': key } });
  }

  function expectRunning(reply: Reply<unknown>): void {
    expect([reply.status, reply.body, reply.headers['retry-after']]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict' }),
      '1',
    ]);
  }

  /** Sends a call with the browser's session and the key "k" to another node. */
  async function elsewhere(node: TestServer, browser: ApiClient, path: string, json: object) {
    const reply = await node.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: {
        host: browser.host,
        'x-web-session-id': browser.webSessionId,
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'idempotency-key': 'k',
      },
      payload: json,
    });
    return { status: reply.statusCode, body: reply.json() };
  }

  /** Returns the stored responses of the browser's session. */
  const stored = ({ webSessionId }: ApiClient) =>
    server.database.db
      .selectFrom('idempotent_answer')
      .selectAll()
      .where('session_id', '=', webSessionId)
      .execute();

  test('POST /application returns the first response again, unchanged', async () => {
    const browser = await started();
    const json = { applicationData: business };
    const first = await keyed<Application>(browser, '/application', 'one', { json });
    await browser.send('PATCH', `/application/${first.body.id}`, {
      json: { applicationData: { dba: 'Other' } },
    });
    const again = await keyed<Application>(browser, '/application', 'one', { json });
    expect([again.status, again.body, again.headers['etag']]).toEqual([
      201,
      first.body,
      first.headers['etag'],
    ]);
    const without = await browser.send<Application>('POST', '/application', { json });
    expect([without.status, without.body.applicationData.dba]).toEqual([200, 'Other']);
  });

  test('POST /personnel adds one person per key, however often and fast it is sent', async () => {
    const browser = await started();
    const { id } = await create(browser);
    const json = { applicationId: id, personnelType: 'authorized_user', fullName: 'Ivy' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => keyed<Personnel>(browser, '/personnel', 'k', { json })),
    );
    const again = await keyed<Personnel>(browser, '/personnel', 'k', { json });
    for (const reply of [again, ...replies])
      if (reply.status === 409) expectRunning(reply);
      else expect([reply.status, reply.headers['etag'], reply.body]).toEqual([201, '"1"', again.body]);
    expect(replies.map(({ status }) => status)).toContain(201);
    const other = await keyed<Personnel>(browser, '/personnel', 'l', { json });
    expect(other.body.id).not.toBe(again.body.id);
  });

  // The embedded store runs one transaction at a time, so the first call would end before the repeated call is checked.
  if (store.name === 'PostgreSQL')
    test('a repeat is refused while the first call runs, and gets its response afterwards', async () => {
      const browser = await started();
      const { id } = await create(browser);
      const call = () => {
        const form = upload({ applicationId: id, documentType: 'proof_of_entity' });
        return keyed<Document>(browser, '/document', 'k', { form });
      };
      const calls = await server.database.db.transaction().execute(async (transaction) => {
        await transaction.selectFrom('application').select('id').where('id', '=', id).forUpdate().execute();
        const held = [call(), call()];
        expectRunning(await Promise.race(held));
        return held;
      });
      const replies = await Promise.all(calls);
      const first = replies.find(({ status }) => status === 201);
      expect(await call()).toMatchObject({ status: 201, body: first?.body });
    });

  test('a repeat on another node waits, and gets the first response', async () => {
    const browser = await started();
    const { id } = await create(browser);
    const json = { applicationId: id, personnelType: 'authorized_user', fullName: 'Ivy' };
    const node = await startTestServer({ database: server.database });
    const replies = await Promise.all([
      keyed<Personnel>(browser, '/personnel', 'k', { json }),
      elsewhere(node, browser, '/personnel', json),
    ]);
    await node.stop();
    expect(replies[1]).toEqual({ status: 201, body: replies[0].body });
  });

  test('POST /document stores one document for a key', async () => {
    const browser = await started();
    const { id } = await create(browser);
    const form = () => upload({ applicationId: id, documentType: 'proof_of_entity' });
    const first = await keyed<Document>(browser, '/document', 'k', { form: form() });
    const again = await keyed<Document>(browser, '/document', 'k', { form: form() });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const changed = upload(
      { applicationId: id, documentType: 'proof_of_entity' },
      { bytes: Buffer.concat([samplePdf, Buffer.from('\n')]) },
    );
    expectError(await keyed(browser, '/document', 'k', { form: changed }), 'idempotency_mismatch');
  });

  test('refuses another body under the same key if the first call succeeded', async () => {
    const browser = await started();
    const json = { applicationData: { dba: 'One' } };
    expect((await keyed(browser, '/application', 'k', { json })).status).toBe(201);
    const other = { applicationData: { dba: 'Two' } };
    expectError(await keyed(browser, '/application', 'k', { json: other }), 'idempotency_mismatch');
  });

  test('a refused call leaves its key free', async () => {
    const browser = await started();
    const { id } = await create(browser);
    const json = { applicationId: id, personnelType: 'applicant', fullName: 'Zoë', ssn: '1' };
    expectError(await keyed(browser, '/personnel', 'k', { json }), 'validation_failed', [
      { field: 'ssn', rule: 'ssn', message: 'Invalid Field' },
    ]);
    const fixed = { ...json, ssn: applicant.ssn };
    expect((await keyed(browser, '/personnel', 'k', { json: fixed })).status).toBe(201);
  });

  test('a key is valid only within its session and path', async () => {
    const [one, other] = [await started(), await started()];
    const json = { applicationData: {} };
    // Run both calls concurrently, because each node also remembers the idempotency keys of its running calls in memory.
    const [first, second] = await Promise.all([
      keyed<Application>(one, '/application', 'k', { json }),
      keyed<Application>(other, '/application', 'k', { json }),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
    const person = { applicationId: first.body.id, personnelType: 'applicant' };
    expect((await keyed(one, '/personnel', 'k', { json: person })).status).toBe(201);
  });

  test('works on another node with the same database', async () => {
    const browser = await started();
    const json = { applicationData: {} };
    const first = await keyed<Application>(browser, '/application', 'k', { json });
    const node = await startTestServer({ database: server.database });
    const again = await elsewhere(node, browser, '/application', json);
    await node.stop();
    expect(again).toEqual({ status: 201, body: first.body });
  });

  test.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    const browser = await started();
    expectError(await keyed(browser, '/application', key, { json: {} }), 'invalid_request');
  });

  test.each([
    ['the draft', 'cancel', 'cancelled'],
    ['the session, even if the draft can be resumed', 'timeout', 'draft'],
  ])('a stored response is sealed, and erased with %s', async (_what, type, status) => {
    const browser = await started();
    const { id } = await create(browser);
    const json = { applicationId: id, personnelType: 'applicant', ...applicant };
    await keyed(browser, '/personnel', 'k', { json });
    const rows = await stored(browser);
    expect(rows).toHaveLength(1);
    expect(readableText(rows)).not.toMatch(/Zoë|1971-03-19/);
    expect(readableText(rows)).not.toMatch(lastFour('7731'));
    await browser.send('POST', `/apply/finish/${type}`);
    expect(await storedApplication(server.services, id)).toMatchObject({ status });
    expect(await stored(browser)).toEqual([]);
  });

  test('a stored response is erased once another session resumes the draft', async () => {
    const browser = await started();
    const { id } = await create(browser);
    const json = { applicationId: id, personnelType: 'applicant', ...applicant };
    await keyed(browser, '/personnel', 'k', { json });
    expect(await stored(browser)).toHaveLength(1);
    expect(await deviceCalls(server).comeBack(browser.tab(), facts)).toBe(200);
    expect(await stored(browser)).toEqual([]);
  });

  test('accepts a key of 255 characters', async () => {
    const browser = await started();
    expect((await keyed(browser, '/application', 'x'.repeat(255), { json: {} })).status).toBe(201);
  });

  test('a stored response that was moved to another key is not returned', async () => {
    const browser = await started();
    const { id } = await create(browser);
    const add = (key: string) =>
      keyed<Personnel>(browser, '/personnel', key, {
        json: { applicationId: id, personnelType: 'authorized_user' },
      });
    expect([(await add('k')).status, (await add('l')).status]).toEqual([201, 201]);
    const session = browser.webSessionId;
    await sql`
      update idempotent_answer set answer = other.answer from idempotent_answer as other
      where idempotent_answer.session_id = ${session} and idempotent_answer.key = 'k'
        and other.session_id = ${session} and other.key = 'l'
    `.execute(server.database.db);
    expectError(await add('k'), 'internal_error');
    expect((await add('l')).status).toBe(201);
  });

  test('a deeply nested body is validated like any other', async () => {
    const browser = await started();
    const raw = `{"applicationData":{"dba":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`;
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep' };
    expectError(await browser.send('POST', '/application', { raw, headers }), 'validation_failed', [
      { field: 'applicationData.dba', rule: 'invalid', message: 'Invalid Field' },
    ]);
  });
});
