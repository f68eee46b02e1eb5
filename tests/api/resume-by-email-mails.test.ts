/** Tests the emails with which a person can resume a draft: when the server sends them, to whom, and how many (D55, X22). */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { testStores } from '../support/database.ts';
import { expectError } from '../support/expect-error.ts';
import { lastFour } from '../support/last-four.ts';
import {
  codeIn,
  linkIn,
  type MailedServers,
  newAddress,
  startMailedServers,
} from '../support/mailed-links.ts';
import { addPerson, applicant, business, create, prepare, submit } from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { headerOf, smtpRejection } from '../support/test-smtp.ts';

/** The title of the email to an address that was replaced. */
const noticeTitle = 'The email address for your application changed';

describe.each(await testStores())('mails for resuming, on $name', (store) => {
  let mailed: MailedServers;
  let server: TestServer;
  beforeAll(async () => {
    mailed = await startMailedServers({ store });
    server = mailed.server;
  });
  afterAll(() => mailed.stop());

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
      expect(raw).not.toMatch(/Larkspur|src=(?!"cid:card")|url\(/i);
      expect(raw).not.toMatch(lastFour('5926'));
    }
    expect(mails[1]?.raw).toContain(`http://demo.localhost/resume#${token}`);
    expect(mails[1]?.raw).toMatch(/Finish by \w+day, \w+ \d+, [\d:]+ [ap]\.m\. Central time\./);
  });

  test('a replaced address gets a notice, which does not name the new address', async () => {
    const { browser, id } = await mailed.draft();
    await addPerson(browser, id, 'applicant', applicant);
    const [first, second] = [newAddress(), newAddress()];
    const token = await mailed.linkFrom(browser, first);
    await mailed.linkFrom(browser, second);
    const told = await mailed.newestTo(first);
    expect(headerOf(told, 'Subject')).toBe('The email address for your Demo application changed');
    expect(headerOf(told, 'Content-Type')).toMatch(/^multipart\/alternative;/);
    expect(told).toContain('no longer works');
    expect(told).toContain('Call us as soon as you can.');
    expect(told).not.toContain(second);
    expect(told).not.toMatch(/Larkspur|Zoë|resume#/);
    expect(told).not.toMatch(lastFour('5926'));
    const sent = [...(await mailed.mailsTo(first)), ...(await mailed.mailsTo(second))];
    const codes = sent.map(({ raw }) => codeIn(raw)).filter((code) => code !== '');
    expect(codes).toHaveLength(2);
    for (const code of codes) expect(told).not.toContain(code);
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

  test('an address is notified once, and not if the new address differs only in upper and lower case', async () => {
    const { browser } = await mailed.draft();
    const address = newAddress();
    await mailed.linkFrom(browser, address);
    await mailed.linkFrom(browser, `Dana${address.slice(4)}`);
    const told = async () =>
      (await mailed.mailsTo(address)).filter(({ raw }) => raw.includes(noticeTitle)).length;
    expect(await told()).toBe(0);
    await mailed.linkFrom(browser, newAddress());
    expect(await told()).toBe(0);
    const ofLast = await mailed.mailsTo(`Dana${address.slice(4)}`);
    expect(ofLast.filter(({ raw }) => raw.includes(noticeTitle))).toHaveLength(1);
  });

  test('a replaced address is notified even if the application was submitted before the mail was sent', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    const first = newAddress();
    await mailed.linkFrom(browser, first);
    mailed.smtp.onMail(({ raw }) => {
      if (raw.includes(noticeTitle)) throw smtpRejection(451, 'later');
    });
    onTestFinished(() => mailed.smtp.onMail(() => {}));
    await mailed.linkFrom(browser, newAddress());
    expect((await submit(browser, id)).status).toBe(200);
    mailed.smtp.onMail(() => {});
    mailed.advance(10 * 60_000);
    expect(await mailed.newestTo(first)).toContain('no longer works');
  });

  test('a link points to the program’s own host, whatever other hosts the request names', async () => {
    const { browser } = await mailed.draft();
    const address = newAddress();
    await mailed.requestCode(address, browser);
    const code = await mailed.newestCode(address);
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const elsewhere = { ...headers, host: 'evil.example' };
    expectError(await mailed.confirm(browser, code, elsewhere), 'domain_not_found');
    expect((await mailed.confirm(browser, code, headers)).status).toBe(204);
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
    const before = mailed.smtp.received.length;
    expect(await mailed.requestCode(email)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ field: 'email' }] },
    });
    await server.outbox.runOnce();
    expect(mailed.smtp.received.length).toBe(before);
  });

  test('nothing is sent for a session without a draft, or for a draft without a tax ID', async () => {
    const browser = server.client();
    await browser.start();
    expectError(await mailed.requestCode(newAddress(), browser), 'resource_not_found');
    const { taxId: _, ...withoutTaxId } = business;
    await create(browser, withoutTaxId);
    expectError(await mailed.requestCode(newAddress(), browser), 'resource_not_found');
  });

  test('an address gets three codes an hour for any number of drafts, in upper or lower case, and a draft gets three, on any node', async () => {
    mailed.startOfHour();
    const address = newAddress();
    for (let codes = 0; codes < 3; codes += 1) expect((await mailed.requestCode(address)).status).toBe(204);
    expectError(await mailed.requestCode(address.toUpperCase()), 'rate_limited');
    expect(await mailed.mailsTo(address)).toHaveLength(3);
    const { browser } = await mailed.draft();
    for (let codes = 0; codes < 3; codes += 1)
      expect((await mailed.requestCode(newAddress(), browser)).status).toBe(204);
    expectError(await mailed.requestCode(newAddress(), browser), 'rate_limited');
    const tab = apiClient(mailed.node.app, { cookies: browser.cookies });
    tab.goOn(browser.webSessionId);
    expectError(await mailed.requestCode(newAddress(), tab), 'rate_limited');
    mailed.startOfHour();
    expect((await mailed.requestCode(address)).status).toBe(204);
  });

  test('an address gets three codes an hour for its links, for any number of drafts', async () => {
    mailed.startOfHour();
    const address = newAddress();
    for (const _draft of ['one', 'two']) {
      const { browser } = await mailed.draft();
      const token = await mailed.linkFrom(browser, address);
      for (let codes = 0; codes < 2; codes += 1) await mailed.codeOfLink(server.client(), token, address);
    }
    const mails = await mailed.mailsTo(address);
    expect(mails.filter(({ raw }) => /Someone else may have your link/.test(raw))).toHaveLength(3);
  });

  test('a mail that the mail server first refuses is sent again with the same code while the code is valid', async () => {
    const { browser, id } = await mailed.draft();
    const address = newAddress();
    let refusing = true;
    mailed.smtp.onMail(() => {
      if (refusing) throw smtpRejection(451, 'Try later');
    });
    await mailed.requestCode(address, browser);
    await mailed.mailsTo(address);
    const codes = async () => (await mailed.mailsTo(address)).map(({ raw }) => codeIn(raw));
    expect(await codes()).toHaveLength(1);
    mailed.advance(6_000);
    refusing = false;
    const [first, second] = await codes();
    expect(second).toBe(first);
    expect((await mailed.confirm(browser, first ?? '')).status).toBe(204);

    refusing = true;
    const other = newAddress();
    await mailed.requestCode(other, browser);
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

  test('a code that was closed before it could be sent is not sent', async () => {
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

  test('a code does not wait for mails that the mail server accepts slowly', async () => {
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
    for (const email of slow) await mailed.requestCode(email);
    // Wait until three emails are held up. If each node sent one email at a time, the two nodes could hold up only two.
    await held?.promise;
    await mailed.requestCode(quick);
    await received?.promise;
    goOn?.resolve();
    expect(await mailed.mailsTo(quick)).toHaveLength(1);
    mailed.smtp.onMail(() => {});
    // The test's timeout must be shorter than 30 s, after which the held connections time out.
  }, 20_000);
});
