import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { StartResponse } from '../../api/start.ts';
import { codeOf } from '../../server/resume/mailed-secrets.ts';
import { newDataKey } from '../../server/security/sealing.ts';
import type { ApiClient } from '../support/api-client.ts';
import { apiClient } from '../support/api-client.ts';
import { testStores } from '../support/database.ts';
import { expectError } from '../support/expect-error.ts';
import {
  codeIn,
  draftOf,
  linkIn,
  type MailedServers,
  newAddress,
  open,
  startMailedServers,
} from '../support/mailed-links.ts';
import { readableText } from '../support/readable-text.ts';
import {
  addPerson,
  applicant,
  business,
  create,
  expected,
  prepare,
  submit,
} from '../support/sample-application.ts';
import { storedApplication } from '../support/stored-applications.ts';
import type { TestServer } from '../support/test-server.ts';
import { headerOf, smtpRejection } from '../support/test-smtp.ts';

const unknown = 'x'.repeat(43);

describe.each(await testStores())('resuming by email, on $name', (store) => {
  let mailed: MailedServers;
  let server: TestServer;
  beforeAll(async () => {
    mailed = await startMailedServers({ store });
    server = mailed.server;
  });
  afterAll(() => mailed.stop());

  /** Moves the clock to the start of an hour, because codes are counted per clock hour. */
  function startOfHour(): void {
    const hour = 60 * 60_000;
    mailed.advance(hour - (server.clock.now().getTime() % hour));
  }

  const kept = (id: string) => storedApplication(server.services, id);

  test('an application begun in one browser continues in another, with the link and then a code', async () => {
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

  test('after a lost response to the right code, the same call gets it again, and no second link', async () => {
    const { browser } = await mailed.draft();
    const address = newAddress();
    await browser.send('POST', '/resume/email', { json: { email: address } });
    const json = { code: codeIn(await mailed.newestTo(address)) };
    const confirm = async (key?: string, typed = json) => {
      const headers = key ? { 'idempotency-key': key } : {};
      return (await browser.send('POST', '/resume/email/confirm', { json: typed, headers })).status;
    };
    // A wrong code is not stored under the idempotency key.
    expect(await confirm('first', { code: json.code === '111111' ? '222222' : '111111' })).toBe(404);
    expect(await confirm('first')).toBe(204);
    expect(await confirm('first')).toBe(204);
    expect(await confirm('another')).toBe(404);
    expect(await confirm()).toBe(404);
    const links = (await mailed.mailsTo(address)).filter(({ raw }) => linkIn(raw) !== '');
    expect(links).toHaveLength(1);
  });

  test('link and code arrive in separate mails, in text and HTML, and reveal nothing of the application', async () => {
    const { token, address } = await mailed.linked();
    await mailed.codeOfLink(server.client(), token, address);
    const mails = await mailed.mailsTo(address);
    expect(mails.map(({ raw }) => [codeIn(raw) !== '', linkIn(raw) !== ''])).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
    for (const { raw } of mails) {
      expect(headerOf(raw, 'Content-Type')).toMatch(/^multipart\/alternative;/);
      expect(headerOf(raw, 'Auto-Submitted')).toBe('auto-generated');
      expect(/\d+/.exec(headerOf(raw, 'Subject') ?? '')?.[0] ?? '').toBe(codeIn(raw));
      expect(raw).toContain('Demo Commercial Credit Card');
      expect(raw).not.toMatch(/Larkspur|84-?7315926|5926|src=(?!"cid:card")|url\(/i);
    }
    expect(mails[1]?.raw).toContain(`http://demo.localhost/resume#${token}`);
    expect(mails[1]?.raw).toMatch(/until \w+day, \w+ \d+ at \d+:\d\d [AP]M Eastern Time/);
  });

  test('a replaced address gets a notice, which does not name the new one', async () => {
    const { browser, id } = await mailed.draft();
    await addPerson(browser, id, 'applicant', applicant);
    const [first, second] = [newAddress(), newAddress()];
    const token = await mailed.linkFrom(browser, first);
    await mailed.linkFrom(browser, second);
    const told = await mailed.newestTo(first);
    expect(headerOf(told, 'Subject')).toBe('The email address for your Demo application changed');
    expect(headerOf(told, 'Content-Type')).toMatch(/^multipart\/alternative;/);
    expect(told).toContain('no longer works');
    expect(told).toContain('call 1-800-555-0199 right away.');
    expect(told).not.toContain(second);
    expect(told).not.toMatch(/Larkspur|Zoë|5926|resume#|Code: /);
    expect(await mailed.newestTo(second)).not.toContain(first);
    await server.client().send('POST', '/resume/link', { json: { token } });
    expect(await mailed.newestTo(first)).toBe(told);
    const ofThem = await server.database.db
      .selectFrom('outbox')
      .select(['lane', 'payload'])
      .where('application_id', '=', id)
      .where('kind', '=', 'replaced')
      .execute();
    expect(ofThem.map(({ lane }) => lane)).toEqual(['mail']);
    expect(JSON.stringify(ofThem)).not.toContain('greenacre');
  });

  test('an address is notified once, and not if the link goes there again, in whatever case', async () => {
    const { browser } = await mailed.draft();
    const address = newAddress();
    await mailed.linkFrom(browser, address);
    await mailed.linkFrom(browser, `Dana${address.slice(4)}`);
    const told = async () =>
      (await mailed.mailsTo(address)).filter(({ raw }) => raw.includes('no longer works')).length;
    expect(await told()).toBe(0);
    await mailed.linkFrom(browser, newAddress());
    expect(await told()).toBe(0);
    const ofLast = await mailed.mailsTo(`Dana${address.slice(4)}`);
    expect(ofLast.filter(({ raw }) => raw.includes('no longer works'))).toHaveLength(1);
  });

  test('a replaced address is notified though the application was submitted before the mail was sent', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    const first = newAddress();
    await mailed.linkFrom(browser, first);
    mailed.smtp.onMail(({ raw }) => {
      if (raw.includes('no longer works')) throw smtpRejection(451, 'later');
    });
    onTestFinished(() => mailed.smtp.onMail(() => {}));
    await mailed.linkFrom(browser, newAddress());
    expect((await submit(browser, id)).status).toBe(200);
    mailed.smtp.onMail(() => {});
    mailed.advance(10 * 60_000);
    expect(await mailed.newestTo(first)).toContain('no longer works');
  });

  test('the link leads to the program’s own host, whatever else the request names', async () => {
    const { browser } = await mailed.draft();
    const address = newAddress();
    await browser.send('POST', '/resume/email', { json: { email: address } });
    const json = { code: codeIn(await mailed.newestTo(address)) };
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    expectError(
      await browser.send('POST', '/resume/email/confirm', {
        json,
        headers: { ...headers, host: 'evil.example' },
      }),
      'domain_not_found',
    );
    expect((await browser.send('POST', '/resume/email/confirm', { json, headers })).status).toBe(204);
    const raw = await mailed.newestTo(address);
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
    const { browser } = await mailed.draft();
    const before = mailed.smtp.received.length;
    const reply = await browser.send('POST', '/resume/email', { json: { email } });
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ field: 'email' }] },
    });
    await server.outbox.runOnce();
    expect(mailed.smtp.received.length).toBe(before);
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

  test('three codes an hour go to an address, for any number of drafts and in any case, and three for a draft', async () => {
    startOfHour();
    const ask = (from: ApiClient, email: string) => from.send('POST', '/resume/email', { json: { email } });
    const address = newAddress();
    for (let codes = 0; codes < 3; codes += 1)
      expect((await ask((await mailed.draft()).browser, address)).status).toBe(204);
    expectError(await ask((await mailed.draft()).browser, address.toUpperCase()), 'rate_limited');
    expect(await mailed.mailsTo(address)).toHaveLength(3);
    const { browser } = await mailed.draft();
    for (let codes = 0; codes < 3; codes += 1) expect((await ask(browser, newAddress())).status).toBe(204);
    expectError(await ask(browser, newAddress()), 'rate_limited');
  });

  test('three codes an hour go to an address with its links, for any number of drafts', async () => {
    startOfHour();
    const address = newAddress();
    for (const _draft of ['one', 'two']) {
      const { browser } = await mailed.draft();
      const token = await mailed.linkFrom(browser, address);
      for (let codes = 0; codes < 2; codes += 1) await mailed.codeOfLink(server.client(), token, address);
    }
    const mails = await mailed.mailsTo(address);
    expect(mails.filter(({ raw }) => /someone else has it/.test(raw))).toHaveLength(3);
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

  test('opening a link or requesting a code, as a scanner does, changes nothing except that a code is sent', async () => {
    const { id, token, address } = await mailed.linked();
    const before = await kept(id);
    const scanner = server.client();
    expect((await scanner.send('GET', '/resume')).body).toEqual({ onDevice: false });
    const code = await mailed.codeOfLink(scanner, token, address);
    expect(await kept(id)).toMatchObject({ status: before.status, isErased: false });
    expect(await open(server.client(), token, code)).toBe(200);
  });

  test('a person to whom a link was forwarded gets no code: it goes to the first address alone', async () => {
    const { token, address } = await mailed.linked();
    const stranger = server.client();
    await mailed.codeOfLink(stranger, token, address);
    const json = { token, email: 'stranger@elsewhere.example' };
    expectError(await stranger.send('POST', '/resume/link', { json }), 'invalid_request');
    expect(await mailed.mailsTo('stranger@elsewhere.example')).toEqual([]);
    expect(await open(stranger, token, '000000')).toBe(404);
  });

  test('fifty tries at once on two nodes are all counted', async () => {
    const { id, token, address } = await mailed.linked();
    const code = await mailed.codeOfLink(server.client(), token, address);
    const tries = Array.from({ length: 50 }, (_, at) => {
      const from = apiClient((at % 2 === 0 ? server : mailed.node).app);
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

  test('of many with link and code one gets in, and the draft is in its session', async () => {
    const { id, token, address } = await mailed.linked();
    const code = await mailed.codeOfLink(server.client(), token, address);
    const browsers = Array.from({ length: 5 }, (_, at) =>
      apiClient((at % 2 === 0 ? server : mailed.node).app),
    );
    const statuses = await Promise.all(browsers.map((browser) => open(browser, token, code)));
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404]);
    const winner = browsers[statuses.indexOf(200)];
    expect(winner && (await draftOf(winner)).id).toBe(id);
  });

  test('a code for an address opens no link, and one for a link confirms no address', async () => {
    const { browser } = await mailed.draft();
    const address = newAddress();
    const token = await mailed.linkFrom(browser, address);
    const other = newAddress();
    await browser.send('POST', '/resume/email', { json: { email: other } });
    const codeOfAddress = codeIn(await mailed.newestTo(other));
    expect(await open(server.client(), token, codeOfAddress)).toBe(404);
    expect(
      (await browser.send('POST', '/resume/email/confirm', { json: { code: codeOfAddress } })).status,
    ).toBe(204);
    const newer = linkIn(await mailed.newestTo(other));
    const code = await mailed.codeOfLink(browser, newer, other);
    expectError(
      await browser.send('POST', '/resume/email/confirm', { json: { code } }),
      'resource_not_found',
    );
  });

  test('a session cannot confirm with the code of another one’s draft', async () => {
    const [mine, theirs] = [await mailed.draft(), await mailed.draft()];
    const address = newAddress();
    await theirs.browser.send('POST', '/resume/email', { json: { email: address } });
    await mine.browser.send('POST', '/resume/email', { json: { email: newAddress() } });
    const json = { code: codeIn(await mailed.newestTo(address)) };
    expectError(await mine.browser.send('POST', '/resume/email/confirm', { json }), 'resource_not_found');
  });

  test('a link of one program opens nothing at another', async () => {
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

  test('planted sessions and cookies are not the ones in which the draft continues', async () => {
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

  test('no answer reveals whether a link exists', async () => {
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

  test('“Not me” closes the link, and erases the draft once its session is over', async () => {
    const { browser, id, token } = await mailed.linked();
    const stranger = server.client();
    const notMe = (secret: string) => stranger.send('DELETE', '/resume/link', { json: { token: secret } });
    expect((await notMe(unknown)).status).toBe(204);
    expect((await notMe(token)).status).toBe(204);
    expect((await kept(id)).isErased).toBe(false);
    expect((await browser.send('DELETE', '/resume/device')).status).toBe(204);
    expect(await kept(id)).toMatchObject({ status: 'timed_out', isErased: true });
  });

  test('a shared device can send a resume link too, but stores no resume token', async () => {
    const { browser, id } = await mailed.draft();
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
    const token = await mailed.linkFrom(browser, address);
    await browser.send('POST', '/apply/finish/timeout');
    expect((await kept(id)).isErased).toBe(false);
    const laptop = server.client();
    const { body } = await laptop.send<StartResponse>('POST', '/resume/link/open', {
      json: { token, code: await mailed.codeOfLink(laptop, token, address) },
    });
    expect(body.resume).toMatchObject({ onDevice: false, byEmail: true });
    expect([...laptop.cookies.keys()].filter((name) => name.startsWith('resume-'))).toEqual([]);
  });

  test('the database holds no secret in readable form, and its contents open nothing', async () => {
    const { id, token, address } = await mailed.linked();
    const code = await mailed.codeOfLink(server.client(), token, address);
    const { db } = server.database;
    const of = (table: 'way_back' | 'resume_code' | 'outbox' | 'audit_event') =>
      db.selectFrom(table).selectAll().where('application_id', '=', id).execute();
    const rows = await Promise.all([of('way_back'), of('resume_code'), of('outbox'), of('audit_event')]);
    const text = readableText(rows);
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

  test('a mail that the server refuses at first is sent again with the same code, while the code is valid', async () => {
    const { browser, id } = await mailed.draft();
    const address = newAddress();
    let refusing = true;
    mailed.smtp.onMail(() => {
      if (refusing) throw smtpRejection(451, 'Try later');
    });
    await browser.send('POST', '/resume/email', { json: { email: address } });
    await mailed.mailsTo(address);
    const codes = async () => (await mailed.mailsTo(address)).map(({ raw }) => codeIn(raw));
    expect(await codes()).toHaveLength(1);
    mailed.advance(6_000);
    refusing = false;
    const [first, second] = await codes();
    expect(second).toBe(first);
    const json = { code: first };
    expect((await browser.send('POST', '/resume/email/confirm', { json })).status).toBe(204);

    refusing = true;
    const other = newAddress();
    await browser.send('POST', '/resume/email', { json: { email: other } });
    for (let attempts = 0; attempts < 8; attempts += 1) {
      await mailed.mailsTo(other);
      mailed.advance(5 * 60_000);
      await browser.send('POST', '/apply/heartbeat');
    }
    refusing = false;
    const before = (await mailed.mailsTo(other)).length;
    mailed.advance(60 * 60_000);
    expect((await mailed.mailsTo(other)).length).toBe(before);
    const waiting = await server.database.db
      .selectFrom('outbox')
      .select('kind')
      .where('application_id', '=', id)
      .where('kind', '=', 'code')
      .where('done_date_time', 'is', null)
      .execute();
    expect(waiting).toEqual([]);
  });

  test('a code that was replaced or closed before it could be sent is not sent', async () => {
    const { token, address } = await mailed.linked();
    const before = (await mailed.mailsTo(address)).length;
    mailed.smtp.onMail(() => {
      throw smtpRejection(451, 'Try later');
    });
    await mailed.codeOfLink(server.client(), token, address);
    await server.client().send('DELETE', '/resume/link', { json: { token } });
    mailed.smtp.onMail(() => {});
    mailed.advance(6_000);
    const refused = before + 1;
    expect((await mailed.mailsTo(address)).length).toBe(refused);
  });

  test('a code does not wait for others that the mail server takes slowly', async () => {
    const slow = [newAddress(), newAddress(), newAddress()];
    const quick = newAddress();
    const [held, goOn, received] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    let holding = 0;
    mailed.smtp.onMail(async ({ to: [to = ''] }) => {
      if (to === quick) received?.resolve();
      if (!slow.includes(to)) return;
      holding += 1;
      if (holding === slow.length) held?.resolve();
      await goOn?.promise;
    });
    for (const email of slow)
      await (await mailed.draft()).browser.send('POST', '/resume/email', { json: { email } });
    // Wait until three emails are held up: more than two nodes could send if each sent only one email at a time.
    await held?.promise;
    await (await mailed.draft()).browser.send('POST', '/resume/email', { json: { email: quick } });
    await received?.promise;
    goOn?.resolve();
    expect(await mailed.mailsTo(quick)).toHaveLength(1);
    mailed.smtp.onMail(() => {});
    // The test's timeout must be shorter than 30 s, after which the held connections time out.
  }, 20_000);
});
