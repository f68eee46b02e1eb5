import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../support/database.ts';
import { mailFolder, newestMail } from '../support/mailed-files.ts';
import {
  codeIn,
  linkIn,
  type MailedServers,
  newAddress,
  open,
  startMailedServers,
} from '../support/mailed-links.ts';
import { change, create } from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';
import { headerOf } from '../support/test-smtp.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** Returns a code other than the given one. */
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe.each(await testStores())('resuming by email, on $name, over time', (store) => {
  let mailed: MailedServers;
  let server: TestServer;
  beforeAll(async () => {
    mailed = await startMailedServers({ store });
    server = mailed.server;
  });
  afterAll(() => mailed.stop());

  test('a code allows five tries, and is refused at the sixth even if it is right', async () => {
    const { token, address } = await mailed.linked();
    const browser = server.client();
    const code = await mailed.codeOfLink(browser, token, address);
    for (let tries = 0; tries < 5; tries += 1) expect(await open(browser, token, wrongOf(code))).toBe(404);
    expect(await open(browser, token, code)).toBe(404);
    expect(await open(browser, token, await mailed.codeOfLink(browser, token, address))).toBe(200);
  });

  test('a used link, a used code and an older code open nothing', async () => {
    const { token, address } = await mailed.linked();
    const browser = server.client();
    const first = await mailed.codeOfLink(browser, token, address);
    const second = await mailed.codeOfLink(browser, token, address);
    expect(second).not.toBe(first);
    expect(await open(browser, token, first)).toBe(404);
    expect(await open(browser, token, second)).toBe(200);
    expect(await open(server.client(), token, second)).toBe(404);
    const sent = (await mailed.mailsTo(address)).length;
    await mailed.codeOfLink(server.client(), token, address);
    expect((await mailed.mailsTo(address)).length).toBe(sent);
  });

  test('a code expires after ten minutes even if its session is used, and a sweep then deletes it', async () => {
    const { browser } = await mailed.draft();
    const address = newAddress();
    const token = await mailed.linkFrom(browser, address);
    const code = await mailed.codeOfLink(browser, token, address);
    mailed.advance(9 * 60_000);
    await browser.send('POST', '/apply/heartbeat');
    mailed.advance(2 * 60_000);
    expect(await open(server.client(), token, code)).toBe(404);
    await server.sweeper.runOnce();
    const left = await server.database.db.selectFrom('resume_code').select('id').execute();
    expect(left).toEqual([]);
  });

  test('a newer address replaces the older one only after it is confirmed', async () => {
    const { browser } = await mailed.draft();
    const [first, second] = [newAddress(), newAddress()];
    const old = await mailed.linkFrom(browser, first);
    await mailed.requestCode(second, browser);
    expect(await mailed.codeOfLink(server.client(), old, first)).not.toBe('');
    expect((await mailed.confirm(browser, await mailed.newestCode(second))).status).toBe(204);
    const token = linkIn(await mailed.newestTo(second));
    const before = (await mailed.mailsTo(first)).length;
    await mailed.codeOfLink(server.client(), old, first);
    expect((await mailed.mailsTo(first)).length).toBe(before);
    expect(await open(server.client(), token, await mailed.codeOfLink(server.client(), token, second))).toBe(
      200,
    );
  });

  test('a link is valid for five days after the last answer, one reminder is sent a day before, and then the draft is erased', async () => {
    const { browser, id } = await mailed.draft();
    const address = newAddress();
    const token = await mailed.linkFrom(browser, address);
    mailed.advance(hour / 10);
    await change(browser, id, { applicationData: { employeeCount: 7 } });
    await browser.send('POST', '/apply/finish/timeout');
    mailed.advance(4 * day - hour / 5);
    await server.sweeper.runOnce();
    expect((await mailed.mailsTo(address)).length).toBe(2);
    mailed.advance(hour / 2);
    await Promise.all([server.sweeper.runOnce(), mailed.node.sweeper.runOnce()]);
    await server.sweeper.runOnce();
    const mails = await mailed.mailsTo(address);
    expect(mails.length).toBe(3);
    expect(headerOf(mails[2]?.raw ?? '', 'Subject')).toContain('One day left');
    expect(linkIn(mails[2]?.raw ?? '')).toBe(token);
    expect((await mailed.stored(id)).isErased).toBe(false);
    mailed.advance(day);
    await mailed.codeOfLink(server.client(), token, address);
    expect((await mailed.mailsTo(address)).length).toBe(3);
    await server.sweeper.runOnce();
    expect(await mailed.stored(id)).toMatchObject({ status: 'timed_out', isErased: true });
    const codes = server.database.db.selectFrom('resume_code').where('application_id', '=', id);
    expect(await codes.select('id').execute()).toEqual([]);
  });
});

test('mails that were written as files are deleted with their draft', async () => {
  const server = await startTestServer({ env: { LIMITS_FACTOR: '2' } });
  onTestFinished(server.stop);
  const browser = server.client();
  await browser.start();
  await create(browser);
  await browser.send('POST', '/resume/email', { json: { email: newAddress() } });
  const json = { code: codeIn(await newestMail(server)) };
  expect((await browser.send('POST', '/resume/email/confirm', { json })).status).toBe(204);
  expect(linkIn(await newestMail(server))).not.toBe('');
  await server.sweeper.runOnce();
  expect(await readdir(mailFolder(server))).toHaveLength(2);
  await browser.send('POST', '/apply/finish/cancel');
  await server.sweeper.runOnce();
  expect(await readdir(mailFolder(server))).toEqual([]);
});
