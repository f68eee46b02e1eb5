/** Tests that resuming a draft by email needs the emailed link, and a code sent to the same email address (D55, X22). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StartResponse } from '../../api/start.ts';
import { codeOf } from '../../server/resume/mailed-secrets.ts';
import { newDataKey } from '../../server/security/sealing.ts';
import { apiClient } from '../support/api-client.ts';
import { testStores } from '../support/database.ts';
import { expectError } from '../support/expect-error.ts';
import { linkIn, type MailedServers, newAddress, open, startMailedServers } from '../support/mailed-links.ts';
import { readableText } from '../support/readable-text.ts';
import { addPerson, applicant, draftOf, expected } from '../support/sample-application.ts';
import { issueStartKey } from '../support/start-keys.ts';
import type { TestServer } from '../support/test-server.ts';

const unknown = 'x'.repeat(43);

describe.each(await testStores())('resuming by email, on $name', (store) => {
  let mailed: MailedServers;
  let server: TestServer;
  beforeAll(async () => {
    mailed = await startMailedServers({ store });
    server = mailed.server;
  });
  afterAll(() => mailed.stop());

  test('a draft started in one browser continues in another, with the link and then a code', async () => {
    const { browser: phone, id } = await mailed.draft();
    await addPerson(phone, id, 'applicant', applicant);
    const address = newAddress();
    const token = await mailed.linkFrom(phone, address);
    const laptop = server.client();
    const code = await mailed.codeOfLink(laptop, token, address);
    expect(await open(laptop, token, code)).toBe(200);
    const opened = await draftOf(laptop);
    expect(opened).toMatchObject({ id, sessionId: laptop.webSessionId });
    expect(opened.applicationData).toMatchObject({ stored: ['annualSalesAmount'] });
    expectError(await phone.send('GET', `/application/${id}`), 'session_invalid');
    expect([...laptop.cookies.keys()].some((name) => name.startsWith('resume-'))).toBe(true);
    const events = await server.database.db
      .selectFrom('audit_event')
      .select(['type', 'detail'])
      .where('application_id', '=', id)
      .orderBy('sequence')
      .execute();
    expect(events.filter(({ type }) => type === 'resumed' || type === 'way_opened')).toEqual([
      { type: 'way_opened', detail: { way: 'email' } },
      { type: 'resumed', detail: { way: 'email' } },
    ]);
    expect(await mailed.linkFrom(laptop, newAddress())).not.toBe(token);
  });

  test('after a lost response, the same call resumes the draft again until the new session is used', async () => {
    const { id, address, token } = await mailed.linked();
    const code = await mailed.codeOfLink(server.client(), token, address);
    const again = (headers: Record<string, string>, tab = server.client()) =>
      tab.send<StartResponse>('POST', '/resume/link/open', { json: { token, code }, headers });
    const key = { 'idempotency-key': 'an-opening' };
    expect((await again(key)).status).toBe(200);
    expect((await again({})).status).toBe(404);
    const laptop = server.client();
    laptop.goOn(expected(200, await again(key, laptop)).webSessionId);
    expect((await draftOf(laptop)).id).toBe(id);
    expect((await again(key)).status).toBe(404);
    expect(await mailed.codeOfLink(server.client(), token, address)).toBe(code);
    expect((await draftOf(laptop)).id).toBe(id);
  });

  test('after a lost response to the right code, the repeated call succeeds and sends no second link', async () => {
    const { browser } = await mailed.draft();
    const address = newAddress();
    await mailed.requestCode(address, browser);
    const code = await mailed.newestCode(address);
    const confirm = async (key?: string, typed = code) =>
      (await mailed.confirm(browser, typed, key ? { 'idempotency-key': key } : {})).status;
    // The response to a wrong code is not stored under the idempotency key.
    expect(await confirm('first', code === '111111' ? '222222' : '111111')).toBe(404);
    expect(await confirm('first')).toBe(204);
    expect(await confirm('first')).toBe(204);
    expect(await confirm('another')).toBe(404);
    expect(await confirm()).toBe(404);
    const links = (await mailed.mailsTo(address)).filter(({ raw }) => linkIn(raw) !== '');
    expect(links).toHaveLength(1);
  });

  test('a code opens a link for ten minutes', async () => {
    for (const [minutes, status] of [
      [9, 200],
      [11, 404],
    ] as const) {
      const { token, address } = await mailed.linked();
      const code = await mailed.codeOfLink(server.client(), token, address);
      mailed.advance(minutes * 60_000);
      expect(await open(server.client(), token, code)).toBe(status);
    }
  });

  test('a link scanner that requests a code changes nothing except that a code is sent', async () => {
    const { id, token, address } = await mailed.linked();
    const before = await mailed.stored(id);
    const scanner = server.client();
    expect((await scanner.send('GET', '/resume')).body).toEqual({ onDevice: false });
    const code = await mailed.codeOfLink(scanner, token, address);
    expect(await mailed.stored(id)).toMatchObject({ status: before.status, isErased: false });
    expect(await open(server.client(), token, code)).toBe(200);
  });

  test('a person who was forwarded a link gets no code, because the code goes only to the first address', async () => {
    const { token, address } = await mailed.linked();
    const stranger = server.client();
    await mailed.codeOfLink(stranger, token, address);
    const json = { token, email: 'stranger@elsewhere.example' };
    expectError(await stranger.send('POST', '/resume/link', { json }), 'invalid_request');
    expect(await mailed.mailsTo('stranger@elsewhere.example')).toEqual([]);
    expect(await open(stranger, token, '000000')).toBe(404);
  });

  test('of fifty simultaneous tries on two nodes, five count, and the code is then invalid', async () => {
    const { id, token, address } = await mailed.linked();
    const code = await mailed.codeOfLink(server.client(), token, address);
    const tries = Array.from({ length: 50 }, (_, at) =>
      open(mailed.clientAt(at), token, String(at).padStart(6, '0')),
    );
    expect((await Promise.all(tries)).filter((status) => status !== 404)).toEqual([]);
    const row = await server.database.db
      .selectFrom('resume_code')
      .select('tries')
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.tries).toBe(5);
    expect(await open(server.client(), token, code)).toBe(404);
  });

  test('if several browsers open a link with its code at the same time, one of them gets the draft', async () => {
    const { id, token, address } = await mailed.linked();
    const code = await mailed.codeOfLink(server.client(), token, address);
    const browsers = Array.from({ length: 5 }, (_, at) => mailed.clientAt(at));
    const statuses = await Promise.all(browsers.map((browser) => open(browser, token, code)));
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404]);
    const winner = browsers[statuses.indexOf(200)];
    expect(winner && (await draftOf(winner)).id).toBe(id);
  });

  test('a code for an address opens no link, and a code for a link confirms no address', async () => {
    const { browser } = await mailed.draft();
    const address = newAddress();
    const token = await mailed.linkFrom(browser, address);
    const other = newAddress();
    await mailed.requestCode(other, browser);
    const codeOfAddress = await mailed.newestCode(other);
    expect(await open(server.client(), token, codeOfAddress)).toBe(404);
    expect((await mailed.confirm(browser, codeOfAddress)).status).toBe(204);
    const newer = linkIn(await mailed.newestTo(other));
    const codeOfLink = await mailed.codeOfLink(browser, newer, other);
    expectError(await mailed.confirm(browser, codeOfLink), 'resource_not_found');
  });

  test('a session cannot confirm an address with the code of another session’s draft', async () => {
    const [mine, theirs] = [await mailed.draft(), await mailed.draft()];
    const address = newAddress();
    await mailed.requestCode(address, theirs.browser);
    await mailed.requestCode(newAddress(), mine.browser);
    const code = await mailed.newestCode(address);
    expectError(await mailed.confirm(mine.browser, code), 'resource_not_found');
  });

  test('a link of one program opens nothing at another program', async () => {
    const { token, address } = await mailed.linked();
    const elsewhere = apiClient(server.app, { host: 'toro.localhost' });
    const before = (await mailed.mailsTo(address)).length;
    await mailed.codeOfLink(elsewhere, token, address);
    expect((await mailed.mailsTo(address)).length).toBe(before);
    const code = await mailed.codeOfLink(server.client(), token, address);
    expect(await open(elsewhere, token, code)).toBe(404);
    expect((await elsewhere.send('DELETE', '/resume/link', { json: { token } })).status).toBe(204);
    expect(await open(server.client(), token, code)).toBe(200);
  });

  test('the draft continues in a new session even if a session and cookies were planted', async () => {
    const { token, address } = await mailed.linked();
    const planted = server.client();
    await planted.start();
    const { webSessionId } = planted;
    const cookies = new Map(planted.cookies);
    expect(await open(planted, token, await mailed.codeOfLink(planted, token, address))).toBe(200);
    expect(planted.webSessionId).not.toBe(webSessionId);
    const attacker = apiClient(server.app, { cookies });
    attacker.goOn(planted.webSessionId);
    expectError(await attacker.send('POST', '/application', { json: {} }), 'session_invalid');
  });

  test('no response reveals whether a link exists', async () => {
    const { token } = await mailed.linked();
    const answer = async (path: string, json: object) => {
      const { status, body, headers } = await server
        .client()
        .send<object | undefined>('POST', path, { json });
      const { 'x-request-id': _id, date: _date, ...same } = headers;
      return { status, body: { ...body, requestId: '' }, headers: same };
    };
    expect(await answer('/resume/link', { token })).toEqual(await answer('/resume/link', { token: unknown }));
    const code = '000000';
    expect(await answer('/resume/link/open', { token, code })).toEqual(
      await answer('/resume/link/open', { token: unknown, code }),
    );
  });

  test('“Not me” closes the link, and erases the draft once its session has ended', async () => {
    const { browser, id, token } = await mailed.linked();
    const stranger = server.client();
    const notMe = (secret: string) => stranger.send('DELETE', '/resume/link', { json: { token: secret } });
    expect((await notMe(unknown)).status).toBe(204);
    expect((await notMe(token)).status).toBe(204);
    expect((await mailed.stored(id)).isErased).toBe(false);
    expect((await browser.send('DELETE', '/resume/device')).status).toBe(204);
    expect(await mailed.stored(id)).toMatchObject({ status: 'timed_out', isErased: true });
  });

  test('a shared device can send a resume link, but stores no resume token', async () => {
    const { browser, id } = await mailed.draft();
    const { db } = server.database;
    const key = await issueStartKey(server.services, { isShared: true });
    await db
      .updateTable('session')
      .set({ start_key_id: key.id })
      .where('id', '=', browser.webSessionId)
      .execute();
    await db.deleteFrom('way_back').where('application_id', '=', id).execute();
    const address = newAddress();
    const token = await mailed.linkFrom(browser, address);
    await browser.send('POST', '/apply/finish/timeout');
    expect((await mailed.stored(id)).isErased).toBe(false);
    const laptop = server.client();
    const { body } = await laptop.send<StartResponse>('POST', '/resume/link/open', {
      json: { token, code: await mailed.codeOfLink(laptop, token, address) },
    });
    expect(body.resume).toMatchObject({ onDevice: false, byEmail: true });
    expect([...laptop.cookies.keys()].filter((name) => name.startsWith('resume-'))).toEqual([]);
  });

  test('the database contains no secret in readable form, and its contents open nothing', async () => {
    const { id, token, address } = await mailed.linked();
    const code = await mailed.codeOfLink(server.client(), token, address);
    const { db } = server.database;
    const of = (table: 'way_back' | 'resume_code' | 'outbox' | 'audit_event') =>
      db.selectFrom(table).selectAll().where('application_id', '=', id).execute();
    const rows = await Promise.all([of('way_back'), of('resume_code'), of('outbox'), of('audit_event')]);
    const text = readableText(rows);
    for (const secret of [token, address, code, Buffer.from(token, 'base64url').toString('hex')])
      expect(text).not.toContain(secret);
    const [row] = await db.selectFrom('resume_code').selectAll().where('application_id', '=', id).execute();
    expect(codeOf(server.services, row?.id ?? '')).toBe(code);
    const { key: elsewhere } = await newDataKey(server.services.keys.wrapping, 'elsewhere');
    expect(codeOf({ hashKey: elsewhere }, row?.id ?? '')).not.toBe(code);
  });
});
