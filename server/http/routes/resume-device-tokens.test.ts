/** Tests when a device gets a resume token, how long the token and its draft are kept, and what revokes the token (D55). */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { testStores } from '../../../tests/support/database.ts';
import {
  businessFact,
  type DeviceCalls,
  deviceCalls,
  facts,
  resumeCookies,
} from '../../../tests/support/device-resume.ts';
import { change as changeProgram, folderCopy } from '../../../tests/support/programs.ts';
import {
  business,
  create,
  draftOf,
  expected,
  prepare,
  submit,
} from '../../../tests/support/sample-application.ts';
import { issueStartKey } from '../../../tests/support/start-keys.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

const hour = 60 * 60_000;

describe.each(await testStores())('resume tokens of a device, on $name', (store) => {
  let server: TestServer;
  let device: DeviceCalls;
  beforeAll(async () => {
    server = await startTestServer({ store });
    device = deviceCalls(server);
  });
  afterAll(() => server.stop());

  test('a draft that was started with a key for a shared device gets no resume token', async () => {
    const { timeOut, stored } = device;
    const browser = server.client();
    await browser.start();
    const { id: keyId } = await issueStartKey(server.services, { isShared: true });
    await server.database.db
      .updateTable('session')
      .set({ start_key_id: keyId })
      .where('id', '=', browser.webSessionId)
      .execute();
    const { id } = await create(browser);
    expect(resumeCookies(browser)).toEqual([]);
    await timeOut(browser);
    expect((await stored(id)).isErased).toBe(true);
  });

  test('a start reports how a draft can be resumed, and whether the browser holds a resume token', async () => {
    const { left } = device;
    const { browser } = await left();
    const ways = async (tab: ApiClient) => (await tab.start()).resume;
    expect(await ways(server.client())).toEqual({ onDevice: true, byEmail: true, offered: false });
    expect(await ways(browser.tab())).toEqual({ onDevice: true, byEmail: true, offered: true });
    await browser.send('DELETE', '/resume/device');
    expect((await ways(browser.tab())).offered).toBe(false);
  });

  test('a start with a key for a shared device offers no draft, whatever cookies the browser has', async () => {
    const { left } = device;
    const { browser } = await left();
    const { key } = await issueStartKey(server.services, { isShared: true });
    const { resume } = await browser.tab().start(`/apply/start/${key}`);
    expect(resume).toEqual({ onDevice: false, byEmail: true, offered: false });
  });

  test('the fifth miss revokes the token and erases the draft, even if the right facts follow', async () => {
    const { left, comeBack, isOffered, stored } = device;
    const { browser, id } = await left();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await stored(id)).isErased).toBe(false);
      expect(await comeBack(browser, { ...facts, dateOfBirth: '1970-01-01' })).toBe(404);
    }
    expect(await stored(id)).toMatchObject({ status: 'timed_out', isErased: true });
    expect(await isOffered(browser)).toBe(false);
    expect(await comeBack(browser, facts)).toBe(404);
  });

  test('simultaneous wrong tries count as five at most', async () => {
    const { left, comeBack, stored } = device;
    const { browser, id } = await left();
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => comeBack(browser.tab(), { taxIdLast4: `000${at % 10}` })),
    );
    const way = await server.services.database.db
      .selectFrom('way_back')
      .select('misses')
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(way.misses).toBe(5);
    expect((await stored(id)).isErased).toBe(true);
  });

  test('“Not me” and Cancel erase the draft immediately', async () => {
    const { draftIn, left, isOffered, stored } = device;
    const { browser, id } = await left();
    expect((await browser.send('DELETE', '/resume/device')).status).toBe(204);
    expect(await stored(id)).toMatchObject({ status: 'timed_out', isErased: true });
    const again = server.client();
    const draft = await draftIn(again);
    await again.send('POST', '/apply/finish/cancel');
    expect(await stored(draft.id)).toMatchObject({ status: 'cancelled', isErased: true });
    expect(await isOffered(again)).toBe(false);
  });

  test('a device holds four resume tokens, and a fifth revokes the token of the draft that was changed longest ago', async () => {
    const { isOffered, stored } = device;
    const browser = server.client();
    const ids: string[] = [];
    for (let drafts = 0; drafts < 5; drafts += 1) {
      const tab = browser.tab();
      await tab.start();
      ids.push((await create(tab)).id);
      await tab.send('POST', '/apply/finish/timeout');
      expect(resumeCookies(browser)).toHaveLength(Math.min(drafts + 1, 4));
      server.clock.advance(1_000);
    }
    expect(await Promise.all(ids.map(async (id) => (await stored(id)).isErased))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(await isOffered(browser)).toBe(true);
  });

  test('cookies of ended resume tokens are removed: submitted, canceled, or closed elsewhere', async () => {
    const { draftIn, left, timeOut, comeBack, isOffered } = device;
    const done = server.client();
    const { id } = await prepare(done);
    expect(resumeCookies(done)).toHaveLength(1);
    await timeOut(done);
    expect(resumeCookies(done)).toHaveLength(1);
    expect(await comeBack(done, facts)).toBe(200);
    expected(200, await submit(done, id));
    expect(resumeCookies(done)).toEqual([]);

    const canceled = server.client();
    await draftIn(canceled);
    await canceled.send('POST', '/apply/finish/cancel');
    expect(resumeCookies(canceled)).toEqual([]);

    const { browser } = await left();
    const copy = apiClient(server.app, { host: browser.host, cookies: new Map(browser.cookies) });
    await browser.send('DELETE', '/resume/device');
    expect(resumeCookies(copy)).toHaveLength(1);
    const another = apiClient(server.app, { host: browser.host, cookies: new Map(copy.cookies) });
    expect(await isOffered(copy)).toBe(false);
    expect(resumeCookies(copy)).toEqual([]);
    expect((await another.start()).resume).toMatchObject({ offered: false });
    expect(resumeCookies(another)).toEqual([]);
  });

  test('a resume token that was revoked during the session opens nothing, although the draft exists', async () => {
    const { draftIn, timeOut, comeBack, isOffered, stored } = device;
    const browser = server.client();
    const { id } = await draftIn(browser);
    const copy = apiClient(server.app, { host: browser.host, cookies: new Map(browser.cookies) });
    await browser.tab().send('DELETE', '/resume/device');
    expect(await isOffered(copy)).toBe(false);
    expect(await comeBack(copy, businessFact)).toBe(404);
    expect((await browser.send('GET', `/application/${id}`)).status).toBe(200);
    await timeOut(browser);
    expect((await stored(id)).isErased).toBe(true);
  });

  test('only a call that stores a tax ID issues a resume token: not a repeated create, and not a call that clears the tax ID', async () => {
    const { timeOut, stored } = device;
    const browser = server.client();
    await browser.start();
    const { taxId, ...withoutTaxId } = business;
    const { id } = await create(browser, withoutTaxId);
    const again = await browser.send('POST', '/application', { json: { applicationData: { taxId } } });
    expect([again.status, again.setCookies]).toEqual([200, []]);
    for (const raw of ['', '[]', 'null', '{"applicationData":null}']) {
      const headers = { 'content-type': 'application/json' };
      const { status, setCookies } = await browser.send('POST', '/application', { raw, headers });
      expect([status < 500, setCookies]).toEqual([true, []]);
    }
    for (const nothing of [null, '', ' ']) {
      const json = { applicationData: { taxId: nothing } };
      expect((await browser.send('PATCH', `/application/${id}`, { json })).setCookies).toEqual([]);
    }
    await timeOut(browser);
    expect((await stored(id)).isErased).toBe(true);
  });

  test('a draft is not kept without a tax ID, or for more than 24 hours', async () => {
    const { left, timeOut, comeBack, isOffered, stored } = device;
    const early = server.client();
    await early.start();
    const { taxId: _, ...withoutTaxId } = business;
    const { id } = await create(early, withoutTaxId);
    await timeOut(early);
    expect((await stored(id)).isErased).toBe(true);

    const { browser, id: late } = await left();
    server.clock.advance(23 * hour);
    await server.sweeper.runOnce();
    expect(await isOffered(browser)).toBe(true);
    server.clock.advance(2 * hour);
    expect(await isOffered(browser)).toBe(false);
    expect(await comeBack(browser, facts)).toBe(404);
    await server.sweeper.runOnce();
    expect(await stored(late)).toMatchObject({ status: 'timed_out', isErased: true });
  });

  test('the draft of an idle session is kept, and so is the draft of a session that a fifth tab ends', async () => {
    const { draftIn, comeBack, stored } = device;
    const idle = server.client();
    const { id } = await draftIn(idle);
    server.clock.advance(hour);
    await server.sweeper.runOnce();
    expect((await stored(id)).isErased).toBe(false);
    for (let tabs = 0; tabs < 5; tabs += 1) await idle.tab().start();
    expect(await comeBack(idle, businessFact)).toBe(200);
    expect((await draftOf(idle)).id).toBe(id);
  });
});

test('a program for shared tablets keeps nothing on the device, whatever cookie a browser sends', async () => {
  const folder = await folderCopy();
  await changeProgram(folder, 'demo/program.json', { resume: { onDevice: false } });
  const server = await startTestServer({ env: { PROGRAMS_DIR: folder } });
  onTestFinished(server.stop);
  const { comeBack, stored } = deviceCalls(server);
  const browser = server.client();
  expect((await browser.start()).resume).toMatchObject({ onDevice: false, offered: false });
  const { id } = await create(browser);
  expect(resumeCookies(browser)).toEqual([]);
  browser.cookies.set('resume-0a1b2c3d', 'A'.repeat(43));
  await browser.send('POST', '/apply/finish/timeout');
  expect(await comeBack(browser, businessFact)).toBe(404);
  expect((await stored(id)).isErased).toBe(true);
});
