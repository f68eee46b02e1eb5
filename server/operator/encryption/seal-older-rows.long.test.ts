/** Tests that the server reads rows that builds from before 2026-11-23 stored, and that a command encrypts these rows (D62). */
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Application } from '../../../api/application.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { readableText } from '../../../tests/support/readable-text.ts';
import { makeRowsOfBefore } from '../../../tests/support/rows-of-before.ts';
import {
  addDocument,
  applicant,
  business,
  change,
  owner,
  prepare,
  submit,
} from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { verifyAuditTrail } from '../../../tests/support/verify-audit-trail.ts';
import type { Finding } from '../doctor/checks.ts';

const readable = [applicant.fullName, applicant.email, owner.fullName, business.businessName, 'articles.pdf'];

describe.each(await testStores())('older rows on $name', (store) => {
  /** Creates two drafts in the format of an earlier build, and starts a server of this build on their store. */
  async function upgraded() {
    const before = await startTestServer({ store });
    onTestFinished(before.stop);
    const drafts = [];
    for (let n = 0; n < 2; n += 1) {
      const browser = before.client();
      const { id } = await prepare(browser);
      await addDocument(browser, id);
      drafts.push({ browser, id, body: (await browser.send<Application>('GET', `/application/${id}`)).body });
    }
    await makeRowsOfBefore(before.services);
    const [draft] = drafts;
    if (!draft) throw new Error('There is no draft.');
    return { database: before.database, ...draft, server: await restart(before.database) };
  }

  async function restart(database: Awaited<ReturnType<typeof startTestServer>>['database']) {
    const server = await startTestServer({ database });
    onTestFinished(server.stop);
    return server;
  }

  type Server = Awaited<ReturnType<typeof restart>>;

  /** Returns a client for the same browser tab, connected to another server on the same store. */
  function tabAt({ app }: Server, { browser }: Awaited<ReturnType<typeof upgraded>>) {
    const tab = apiClient(app, { cookies: browser.cookies, address: browser.address });
    const headers = { 'x-web-session-id': browser.webSessionId };
    const send: typeof tab.send = (method, path, call) =>
      tab.send(method, path, { ...call, headers: { ...headers, ...call?.headers } });
    return { ...tab, webSessionId: browser.webSessionId, send };
  }

  async function wholeStore({ database: { db } }: Server): Promise<string> {
    let text = '';
    for (const table of ['application', 'personnel', 'document', 'consent'])
      text += readableText((await sql`select * from ${sql.table(table)}`.execute(db)).rows);
    return text;
  }

  const left = async (server: Server) => {
    const { findings } = (await operatorOf(server)(['doctor'])).data as { findings: Finding[] };
    return findings.find(({ check }) => check === 'sealed');
  };

  test('are read, changed and submitted like others', async () => {
    const draft = await upgraded();
    const tab = tabAt(draft.server, draft);
    const path = `/application/${draft.id}`;
    expect((await tab.send<Application>('GET', path)).body).toEqual(draft.body);
    const changed = await change(tab, draft.id, { applicationData: { dba: 'Afterwards' } });
    expect(changed.applicationData).toEqual({ ...draft.body.applicationData, dba: 'Afterwards' });
    expect((await tab.send<Application>('GET', path)).body.personnel).toEqual(draft.body.personnel);
    expect((await submit(tab, draft.id)).status).toBe(200);
    expect((await verifyAuditTrail(draft.server.services)).faults).toEqual([]);
  });

  test('are sealed by one command, after which readable rows are refused', async () => {
    const draft = await upgraded();
    const { server, database, id, body } = draft;
    const text = await wholeStore(server);
    expect(readable.filter((value) => text.includes(value))).toEqual(readable);
    expect(await left(server)).toMatchObject({
      state: 'problem',
      says: '2 applications have personal data that is not sealed. Run: encryption seal',
    });

    const { data, exitCode } = await operatorOf(server)(['encryption', 'seal']);
    expect({ data, exitCode }).toEqual({ data: { sealed: 2, unopened: [], left: 0 }, exitCode: 0 });
    const sealed = await wholeStore(server);
    expect(readable.filter((value) => sealed.includes(value))).toEqual([]);
    expect(await left(server)).toMatchObject({ state: 'fine' });
    expect(await operatorOf(server)(['encryption', 'seal'])).toMatchObject({ data: { sealed: 0 } });

    const again = await restart(database);
    const path = `/application/${id}`;
    expect((await tabAt(again, draft).send<Application>('GET', path)).body).toEqual(body);
    expect((await verifyAuditTrail(again.services)).faults).toEqual([]);

    // An attacker who can write to the database, and even has the keys, restores the unencrypted rows.
    await makeRowsOfBefore(again.services);
    expect((await tabAt(again, draft).send('GET', path)).status).toBe(500);
    const { faults } = await verifyAuditTrail(again.services);
    expect(faults.map(({ kind }) => kind)).toEqual(['not_keyed', 'not_keyed']);
  });

  test('that cannot be decrypted are reported and stay, so the store does not count as sealed', async () => {
    const { server, id } = await upgraded();
    await sql`update application set sealed = jsonb_set(sealed, '{taxId,c}', '"AAAA"') where id = ${id}`.execute(
      server.database.db,
    );
    const { data, exitCode, text } = await operatorOf(server)(['encryption', 'seal']);
    expect({ data, exitCode }).toEqual({ data: { sealed: 1, unopened: [id], left: 1 }, exitCode: 3 });
    expect(text).toContain(id);
  });
});
