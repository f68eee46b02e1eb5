import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../api/application.ts';
import type { StartResponse } from '../../api/start.ts';
import { codeOf } from '../../server/resume/mailed-secrets.ts';
import { newDataKey } from '../../server/security/sealing.ts';
import type { ApiClient } from '../support/api-client.ts';
import { apiClient } from '../support/api-client.ts';
import { testStores } from '../support/database.ts';
import { expectError } from '../support/expect-error.ts';
import { addPerson, applicant, business, change, create, expected } from '../support/sample-application.ts';
import { storedApplication } from '../support/stored-applications.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';
import { headerOf, openSmtp, type ReceivedMail } from '../support/test-smtp.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const unknown = 'x'.repeat(43);

let people = 0;
/** An address that nobody else has: what is sent to one is limited. */
function newAddress(): string {
  people += 1;
  return `dana.${people}@greenacre.example`;
}

/** Another code than this one. */
const wrongOf = (code: string) => String((Number(code.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0');

describe.each(await testStores())('coming back by email, on $name', (store) => {
  let smtp: Awaited<ReturnType<typeof openSmtp>>;
  let server: TestServer;
  let node: TestServer;
  beforeAll(async () => {
    smtp = await openSmtp();
    const env = { SMTP_URL: `smtp://${smtp.address}` };
    server = await startTestServer({ store, env });
    node = await startTestServer({ database: server.database, env });
  });
  afterAll(async () => {
    await node.stop();
    await server.stop();
    await smtp.close();
  });

  /** Lets time pass for both nodes, as the database's does. */
  function advance(millis: number): void {
    server.clock.advance(millis);
    node.clock.advance(millis);
  }

  const kept = (id: string) => storedApplication(server.services, id);

  /** What has arrived at an address, once all that is due was sent. */
  async function mailsTo(address: string): Promise<readonly ReceivedMail[]> {
    await server.outbox.runOnce();
    await node.outbox.runOnce();
    return smtp.received.filter(({ to }) => to.includes(address));
  }

  async function newestTo(address: string): Promise<string> {
    return (await mailsTo(address)).at(-1)?.raw ?? '';
  }

  const codeIn = (raw: string) => /Code: (\d{3} \d{3})/.exec(raw)?.[1] ?? '';
  const linkIn = (raw: string) => /https?:\/\/\S+?\/resume#([\w-]{43})/.exec(raw)?.[1] ?? '';

  /** A draft that holds the business, in its session. */
  async function draft(browser = server.client()): Promise<{ browser: ApiClient; id: string }> {
    await browser.start();
    const { id } = await create(browser);
    return { browser, id };
  }

  /** A draft with a link to it that has arrived; left by its session. */
  async function linked(): Promise<{ browser: ApiClient; id: string; address: string; token: string }> {
    const { browser, id } = await draft();
    const address = newAddress();
    const token = await linkFrom(browser, address);
    await browser.send('POST', '/apply/finish/timeout');
    return { browser, id, address, token };
  }

  async function linkFrom(browser: ApiClient, address: string): Promise<string> {
    expect((await browser.send('POST', '/resume/email', { json: { email: address } })).status).toBe(204);
    const code = codeIn(await newestTo(address));
    expect((await browser.send('POST', '/resume/email/confirm', { json: { code } })).status).toBe(204);
    return linkIn(await newestTo(address));
  }

  /** Asks for a code with a link, and reads it where it arrives. */
  async function codeOfLink(browser: ApiClient, token: string, address: string): Promise<string> {
    expect((await browser.send('POST', '/resume/link', { json: { token } })).status).toBe(204);
    return codeIn(await newestTo(address));
  }

  async function open(browser: ApiClient, token: string, code: string): Promise<number> {
    const { status, body } = await browser.send<StartResponse>('POST', '/resume/link/open', {
      json: { token, code },
    });
    if (status === 200) browser.goOn(body.webSessionId);
    return status;
  }

  const draftOf = async (browser: ApiClient) => {
    const { id } = expected(200, await browser.send<Application>('POST', '/application', { json: {} }));
    return expected(200, await browser.send<Application>('GET', `/application/${id}`));
  };

  test('what was begun in one browser goes on in another, with the link and then a code', async () => {
    const { browser: phone, id } = await draft();
    await addPerson(phone, id, 'applicant', applicant);
    const address = newAddress();
    const token = await linkFrom(phone, address);
    const laptop = server.client();
    const code = await codeOfLink(laptop, token, address);
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
    expect(await linkFrom(laptop, newAddress())).not.toBe(token);
  });

  test('link and code come in separate mails, in text and HTML, and say nothing of the application', async () => {
    const { token, address } = await linked();
    await codeOfLink(server.client(), token, address);
    const mails = await mailsTo(address);
    expect(mails.map(({ raw }) => [codeIn(raw) !== '', linkIn(raw) !== ''])).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
    for (const { raw } of mails) {
      expect(headerOf(raw, 'Content-Type')).toMatch(/^multipart\/alternative;/);
      expect(headerOf(raw, 'Auto-Submitted')).toBe('auto-generated');
      expect(headerOf(raw, 'Subject')).not.toMatch(/\d/);
      expect(raw).toContain('Demo Commercial Credit Card');
      expect(raw).not.toMatch(/Larkspur|84-?7315926|5926|<img|url\(/i);
    }
    expect(mails[1]?.raw).toContain(`http://demo.localhost/resume#${token}`);
    expect(mails[1]?.raw).toMatch(/until \w+day, \w+ \d+ at \d+:\d\d [AP]M Eastern Time/);
  });

  test('the link is to the program’s own host, whatever else the request names', async () => {
    const { browser } = await draft();
    const address = newAddress();
    await browser.send('POST', '/resume/email', { json: { email: address } });
    const json = { code: codeIn(await newestTo(address)) };
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    expectError(
      await browser.send('POST', '/resume/email/confirm', {
        json,
        headers: { ...headers, host: 'evil.example' },
      }),
      'domain_not_found',
    );
    expect((await browser.send('POST', '/resume/email/confirm', { json, headers })).status).toBe(204);
    const raw = await newestTo(address);
    expect(linkIn(raw)).not.toBe('');
    expect(raw).not.toContain('evil');
  });

  test.each([
    null,
    '',
    'a b@c.example',
    'a@localhost',
    'a@b.example\r\nBcc: all@b.example',
    7,
    `${'a'.repeat(90)}@long.example`,
  ])('no mail goes to %j', async (email) => {
    const { browser } = await draft();
    const before = smtp.received.length;
    const reply = await browser.send('POST', '/resume/email', { json: { email } });
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ field: 'email' }] },
    });
    await server.outbox.runOnce();
    expect(smtp.received.length).toBe(before);
  });

  test('nothing is sent for a session without a draft, or a draft without a tax ID', async () => {
    const browser = server.client();
    await browser.start();
    const ask = () => browser.send('POST', '/resume/email', { json: { email: newAddress() } });
    expectError(await ask(), 'resource_not_found');
    const { taxId: _, ...nameless } = business;
    await create(browser, nameless);
    expectError(await ask(), 'resource_not_found');
  });

  test('whoever opens or asks, as a scanner does, changes nothing but that a code is sent', async () => {
    const { id, token, address } = await linked();
    const before = await kept(id);
    const scanner = server.client();
    expect((await scanner.send('GET', '/resume')).body).toEqual({ onDevice: false });
    const code = await codeOfLink(scanner, token, address);
    expect(await kept(id)).toMatchObject({ status: before.status, isErased: false });
    expect(await open(server.client(), token, code)).toBe(200);
  });

  test('whoever a link was forwarded to gets no code: that goes to the first address alone', async () => {
    const { token, address } = await linked();
    const stranger = server.client();
    await codeOfLink(stranger, token, address);
    const json = { token, email: 'stranger@elsewhere.example' };
    expectError(await stranger.send('POST', '/resume/link', { json }), 'invalid_request');
    expect(await mailsTo('stranger@elsewhere.example')).toEqual([]);
    expect(await open(stranger, token, '000000')).toBe(404);
  });

  test('five codes are tried at most: the right one comes too late as the sixth', async () => {
    const { token, address } = await linked();
    const browser = server.client();
    const code = await codeOfLink(browser, token, address);
    for (let tries = 0; tries < 5; tries += 1) expect(await open(browser, token, wrongOf(code))).toBe(404);
    expect(await open(browser, token, code)).toBe(404);
    expect(await open(browser, token, await codeOfLink(browser, token, address))).toBe(200);
  });

  test('fifty tries at once on two nodes count as such', async () => {
    const { id, token, address } = await linked();
    const code = await codeOfLink(server.client(), token, address);
    const tries = Array.from({ length: 50 }, (_, at) => {
      const from = apiClient((at % 2 === 0 ? server : node).app);
      return open(from, token, String(at).padStart(6, '0'));
    });
    expect((await Promise.all(tries)).filter((status) => status !== 404)).toEqual([]);
    const row = await server.database.db
      .selectFrom('resume_code')
      .select('tries')
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.tries).toBe(5);
    expect(await open(server.client(), token, code)).toBe(404);
  });

  test('of many that have link and code one gets in, and the draft is in its session', async () => {
    const { id, token, address } = await linked();
    const code = await codeOfLink(server.client(), token, address);
    const browsers = Array.from({ length: 5 }, (_, at) => apiClient((at % 2 === 0 ? server : node).app));
    const statuses = await Promise.all(browsers.map((browser) => open(browser, token, code)));
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404]);
    const winner = browsers[statuses.indexOf(200)];
    expect(winner && (await draftOf(winner)).id).toBe(id);
  });

  test('a used link, a used code and an older code open nothing', async () => {
    const { token, address } = await linked();
    const browser = server.client();
    const first = await codeOfLink(browser, token, address);
    const second = await codeOfLink(browser, token, address);
    expect(second).not.toBe(first);
    expect(await open(browser, token, first)).toBe(404);
    expect(await open(browser, token, second)).toBe(200);
    expect(await open(server.client(), token, second)).toBe(404);
    const sent = (await mailsTo(address)).length;
    await codeOfLink(server.client(), token, address);
    expect((await mailsTo(address)).length).toBe(sent);
  });

  test('a code for an address opens no link, and one for a link confirms no address', async () => {
    const { browser } = await draft();
    const address = newAddress();
    const token = await linkFrom(browser, address);
    const code = await codeOfLink(browser, token, address);
    expectError(
      await browser.send('POST', '/resume/email/confirm', { json: { code } }),
      'resource_not_found',
    );
    const other = newAddress();
    await browser.send('POST', '/resume/email', { json: { email: other } });
    expect(await open(server.client(), token, codeIn(await newestTo(other)))).toBe(404);
  });

  test('a code lives ten minutes', async () => {
    const { browser } = await draft();
    const address = newAddress();
    const token = await linkFrom(browser, address);
    const code = await codeOfLink(browser, token, address);
    advance(9 * 60_000);
    await browser.send('POST', '/apply/heartbeat');
    advance(2 * 60_000);
    expect(await open(server.client(), token, code)).toBe(404);
    await server.sweeper.runOnce();
    const left = await server.database.db.selectFrom('resume_code').select('id').execute();
    expect(left).toEqual([]);
  });

  test('three codes an hour go out for a draft, and three to an address, whatever the node', async () => {
    // To the beginning of an hour, as which they are counted.
    advance(hour - (server.clock.now().getTime() % hour));
    const { browser } = await draft();
    const address = newAddress();
    const ask = (from: ApiClient, email: string) => from.send('POST', '/resume/email', { json: { email } });
    for (let codes = 0; codes < 3; codes += 1) expect((await ask(browser, newAddress())).status).toBe(204);
    expectError(await ask(browser, newAddress()), 'rate_limited');
    const tab = apiClient(node.app, { cookies: browser.cookies });
    tab.goOn(browser.webSessionId);
    expectError(await ask(tab, newAddress()), 'rate_limited');
    for (let codes = 0; codes < 3; codes += 1)
      expect((await ask((await draft()).browser, address)).status).toBe(204);
    expectError(await ask((await draft()).browser, address.toUpperCase()), 'rate_limited');
    expect((await mailsTo(address)).length).toBe(3);

    const link = await linked();
    for (let codes = 0; codes < 5; codes += 1) await codeOfLink(server.client(), link.token, link.address);
    const mails = await mailsTo(link.address);
    expect(mails.filter(({ raw }) => /opened the link/.test(raw)).length).toBe(3);
  });

  test('a newer address replaces the older one, but only once it is confirmed', async () => {
    const { browser } = await draft();
    const [first, second] = [newAddress(), newAddress()];
    const old = await linkFrom(browser, first);
    await browser.send('POST', '/resume/email', { json: { email: second } });
    expect(await codeOfLink(server.client(), old, first)).not.toBe('');
    const code = codeIn(await newestTo(second));
    expect((await browser.send('POST', '/resume/email/confirm', { json: { code } })).status).toBe(204);
    const token = linkIn(await newestTo(second));
    const before = (await mailsTo(first)).length;
    await codeOfLink(server.client(), old, first);
    expect((await mailsTo(first)).length).toBe(before);
    expect(await open(server.client(), token, await codeOfLink(server.client(), token, second))).toBe(200);
  });

  test('a session cannot confirm with the code of another one’s draft', async () => {
    const [mine, theirs] = [await draft(), await draft()];
    const address = newAddress();
    await theirs.browser.send('POST', '/resume/email', { json: { email: address } });
    await mine.browser.send('POST', '/resume/email', { json: { email: newAddress() } });
    const json = { code: codeIn(await newestTo(address)) };
    expectError(await mine.browser.send('POST', '/resume/email/confirm', { json }), 'resource_not_found');
  });

  test('a link of one program opens nothing at another', async () => {
    const { token, address } = await linked();
    const elsewhere = apiClient(server.app, { host: 'toro.localhost' });
    const before = (await mailsTo(address)).length;
    await codeOfLink(elsewhere, token, address);
    expect((await mailsTo(address)).length).toBe(before);
    const code = await codeOfLink(server.client(), token, address);
    expect(await open(elsewhere, token, code)).toBe(404);
    expect((await elsewhere.send('DELETE', '/resume/link', { json: { token } })).status).toBe(204);
    expect(await open(server.client(), token, code)).toBe(200);
  });

  test('a session and cookies that were planted are not those that the draft goes on in', async () => {
    const { token, address } = await linked();
    const planted = server.client();
    await planted.start();
    const { webSessionId } = planted;
    const cookies = new Map(planted.cookies);
    expect(await open(planted, token, await codeOfLink(planted, token, address))).toBe(200);
    expect(planted.webSessionId).not.toBe(webSessionId);
    const attacker = apiClient(server.app, { cookies });
    attacker.goOn(planted.webSessionId);
    expectError(await attacker.send('POST', '/application', { json: {} }), 'session_invalid');
  });

  test('“Not me” closes the link, and erases the draft once its session is over', async () => {
    const { browser, id, token } = await linked();
    const stranger = server.client();
    const notMe = (secret: string) => stranger.send('DELETE', '/resume/link', { json: { token: secret } });
    expect((await notMe(unknown)).status).toBe(204);
    expect((await notMe(token)).status).toBe(204);
    expect((await kept(id)).isErased).toBe(false);
    expect((await browser.send('DELETE', '/resume/device')).status).toBe(204);
    expect(await kept(id)).toMatchObject({ status: 'timed_out', isErased: true });
  });

  test('a shared device has this way too, but leaves none on itself', async () => {
    const { browser, id } = await draft();
    const { db } = server.database;
    await db
      .insertInto('start_key')
      .values({
        id,
        key_hash: Buffer.from(id),
        domain_key: 'demo',
        store_id: '10000002',
        create_date_time: new Date(),
        expire_date_time: new Date(),
        shared_device: true,
      })
      .execute();
    await db
      .updateTable('session')
      .set({ start_key_id: id })
      .where('id', '=', browser.webSessionId)
      .execute();
    await db.deleteFrom('way_back').where('application_id', '=', id).execute();
    const address = newAddress();
    const token = await linkFrom(browser, address);
    await browser.send('POST', '/apply/finish/timeout');
    expect((await kept(id)).isErased).toBe(false);
    const laptop = server.client();
    const { body } = await laptop.send<StartResponse>('POST', '/resume/link/open', {
      json: { token, code: await codeOfLink(laptop, token, address) },
    });
    expect(body.resume).toMatchObject({ onDevice: false, byEmail: true });
    expect([...laptop.cookies.keys()].filter((name) => name.startsWith('resume-'))).toEqual([]);
  });

  test('it lasts five days from the last answer; a day before a reminder goes out, once, and then all is erased', async () => {
    const { browser, id } = await draft();
    const address = newAddress();
    const token = await linkFrom(browser, address);
    advance(hour / 10);
    await change(browser, id, { applicationData: { employeeCount: 7 } });
    await browser.send('POST', '/apply/finish/timeout');
    advance(4 * day - hour / 5);
    await server.sweeper.runOnce();
    expect((await mailsTo(address)).length).toBe(2);
    advance(hour / 2);
    await Promise.all([server.sweeper.runOnce(), node.sweeper.runOnce()]);
    await server.sweeper.runOnce();
    const mails = await mailsTo(address);
    expect(mails.length).toBe(3);
    expect(headerOf(mails[2]?.raw ?? '', 'Subject')).toContain('One day left');
    expect(linkIn(mails[2]?.raw ?? '')).toBe(token);
    expect((await kept(id)).isErased).toBe(false);
    advance(day);
    await codeOfLink(server.client(), token, address);
    expect((await mailsTo(address)).length).toBe(3);
    await server.sweeper.runOnce();
    expect(await kept(id)).toMatchObject({ status: 'timed_out', isErased: true });
    for (const table of ['outbox', 'resume_code'] as const) {
      const left = await server.database.db
        .selectFrom(table)
        .where('application_id', '=', id)
        .select('id')
        .execute();
      expect(left).toEqual([]);
    }
  });

  test('what rests in the database is no secret, and opens nothing', async () => {
    const { id, token, address } = await linked();
    const code = await codeOfLink(server.client(), token, address);
    const { db } = server.database;
    const of = (table: 'way_back' | 'resume_code' | 'outbox' | 'audit_event') =>
      db.selectFrom(table).selectAll().where('application_id', '=', id).execute();
    const rows = await Promise.all([of('way_back'), of('resume_code'), of('outbox'), of('audit_event')]);
    const text = JSON.stringify(rows, (_key, value: unknown) =>
      Buffer.isBuffer(value) ? `${value.toString('latin1')} ${value.toString('hex')}` : value,
    );
    for (const secret of [
      token,
      address,
      code,
      code.replace(' ', ''),
      Buffer.from(token, 'base64url').toString('hex'),
    ])
      expect(text).not.toContain(secret);
    const [row] = await db.selectFrom('resume_code').selectAll().where('application_id', '=', id).execute();
    expect(codeOf(server.services, row?.id ?? '')).toBe(code.replace(' ', ''));
    const { key: elsewhere } = await newDataKey(server.services.keys.wrapping, 'elsewhere');
    expect(codeOf({ hashKey: elsewhere }, row?.id ?? '')).not.toBe(code.replace(' ', ''));
  });
});
