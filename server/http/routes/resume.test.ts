import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Application } from '../../../api/application.ts';
import type { StartResponse } from '../../../api/start.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { testStores } from '../../../tests/support/database.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { forbidInLogs } from '../../../tests/support/forbid-in-logs.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { newestMail } from '../../../tests/support/mailed-files.ts';
import { codeIn } from '../../../tests/support/mailed-links.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { change as changeProgram, folderCopy } from '../../../tests/support/programs.ts';
import {
  addDocument,
  addPerson,
  applicant,
  business,
  change,
  create,
  expected,
  prepare,
  submit,
} from '../../../tests/support/sample-application.ts';
import { storedApplication } from '../../../tests/support/stored-applications.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { uuidv7 } from '../../db/uuid.ts';
import { startKeyHash } from '../../security/installation-key.ts';

const hour = 60 * 60_000;
const facts = { taxIdLast4: business.taxId.replace(/\D/g, '').slice(-4), dateOfBirth: applicant.dateOfBirth };
const businessAlone = { taxIdLast4: facts.taxIdLast4 };

/** Tries to resume a draft in a tab. Returns the status. */
async function comeBack(tab: ApiClient, json: object): Promise<number> {
  const { status, body } = await tab.send<StartResponse>('POST', '/resume/device', { json });
  if (status === 200) tab.goOn(body.webSessionId);
  return status;
}

describe.each(await testStores())('resuming a draft on the device, on $name', (store) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store });
  });
  afterAll(() => server.stop());

  const kept = (id: string) => storedApplication(server.services, id);
  const isOffered = async (browser: ApiClient) =>
    (await browser.send<{ onDevice: boolean }>('GET', '/resume')).body.onDevice;
  const timeOut = (browser: ApiClient) => browser.send('POST', '/apply/finish/timeout');

  /** Returns the draft that the browser's session has resumed. */
  async function draftOf(browser: ApiClient): Promise<Application> {
    const { id } = expected(200, await browser.send<Application>('POST', '/application', { json: {} }));
    return expected(200, await browser.send<Application>('GET', `/application/${id}`));
  }

  /** Creates a draft that contains only the business. */
  async function draftIn(browser: ApiClient): Promise<Application> {
    await browser.start();
    return create(browser);
  }

  /** Creates a draft with an applicant and ends its session. */
  async function left(browser = server.client()) {
    const { id } = await draftIn(browser);
    await addPerson(browser, id, 'applicant', applicant);
    await timeOut(browser);
    return { browser, id };
  }

  test('a draft is kept from its first tax ID on, and both facts open it in a new session', async () => {
    const { browser, id } = await left();
    expect(await kept(id)).toMatchObject({ status: 'draft', isErased: false });
    expect(await isOffered(browser)).toBe(true);
    expect(await isOffered(server.client())).toBe(false);
    const before = browser.webSessionId;
    expect(await comeBack(browser, businessAlone)).toBe(404);
    expect(await comeBack(browser, { ...facts, taxIdLast4: '0000' })).toBe(404);
    expect(await comeBack(browser, facts)).toBe(200);
    expect(browser.webSessionId).not.toBe(before);
    const draft = await draftOf(browser);
    expect(draft).toMatchObject({ id, status: 'draft', sessionId: browser.webSessionId });
    expect(draft.applicationData).toMatchObject({
      businessName: business.businessName,
      taxIdLast4: facts.taxIdLast4,
    });
  });

  test('sealed answers are not read back, but named; answers given again are read back', async () => {
    const { browser } = await left();
    expect(await comeBack(browser, facts)).toBe(200);
    const draft = await draftOf(browser);
    expect(draft.applicationData).toMatchObject({ stored: ['annualSalesAmount'] });
    expect(draft.applicationData).not.toHaveProperty('annualSalesAmount');
    const [person] = draft.personnel ?? [];
    expect(person).toMatchObject({ fullName: applicant.fullName, ssnLast4: '7731' });
    expect(person?.stored?.toSorted()).toEqual(['dateOfBirth', 'grossAnnualIncome', 'monthlyHousingPayment']);
    for (const key of ['dateOfBirth', 'grossAnnualIncome', 'monthlyHousingPayment'])
      expect(person).not.toHaveProperty(key);
    const changed = await change(browser, draft.id, { applicationData: { annualSalesAmount: 7 } });
    expect(changed.applicationData).toMatchObject({ annualSalesAmount: 7 });
    expect(changed.applicationData).not.toHaveProperty('stored');
  });

  test('a resumed application can be submitted, with agreements read before', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    await timeOut(browser);
    expect(await comeBack(browser, facts)).toBe(200);
    const draft = await draftOf(browser);
    expect(draft.consents.every(({ agreed }) => agreed)).toBe(true);
    expect(expected(200, await submit(browser, id)).status).toBe('submitted');
    await browser.send('POST', '/apply/finish/completed');
    expect(await isOffered(browser)).toBe(false);
    expect(await comeBack(browser, facts)).toBe(404);
  });

  test('documents of an earlier session are named, but no one can open them', async () => {
    const browser = server.client();
    const { id } = await draftIn(browser);
    const document = await addDocument(browser, id);
    const url = () => `/document/${document.id}?session=${browser.webSessionId}`;
    expect((await browser.send('GET', url())).status).toBe(200);
    await timeOut(browser);
    expect(await comeBack(browser, businessAlone)).toBe(200);
    expect((await draftOf(browser)).documents).toEqual([document]);
    expect((await browser.send('GET', url())).status).toBe(404);
    expect((await browser.send('DELETE', `/document/${document.id}`)).status).toBe(204);
  });

  test('a draft begun with a key for a shared device gets no resume token', async () => {
    const browser = server.client();
    await browser.start();
    const { db } = server.services.database;
    const key = {
      id: uuidv7(new Date()),
      key_hash: Buffer.from(uuidv7(new Date())),
      domain_key: 'demo',
      store_id: '10000002',
      create_date_time: new Date(),
      expire_date_time: new Date(),
      shared_device: true,
    };
    await db.insertInto('start_key').values(key).execute();
    await db
      .updateTable('session')
      .set({ start_key_id: key.id })
      .where('id', '=', browser.webSessionId)
      .execute();
    const { id } = await create(browser);
    expect([...browser.cookies.keys()].filter((name) => name.startsWith('resume-'))).toEqual([]);
    await timeOut(browser);
    expect((await kept(id)).isErased).toBe(true);
  });

  test('a start reports which resume tokens there will be, and whether the browser holds one already', async () => {
    const { browser } = await left();
    const ways = async (tab: ApiClient) => (await tab.start()).resume;
    expect(await ways(server.client())).toEqual({ onDevice: true, byEmail: true, offered: false });
    expect(await ways(browser.tab())).toEqual({ onDevice: true, byEmail: true, offered: true });
    await browser.send('DELETE', '/resume/device');
    expect((await ways(browser.tab())).offered).toBe(false);
  });

  test('a start with a key for a shared device offers nothing, whatever the browser holds', async () => {
    const { browser } = await left();
    const key = '7402-8911-2222-3333';
    await server.services.database.db
      .insertInto('start_key')
      .values({
        id: uuidv7(new Date()),
        key_hash: startKeyHash(server.services.hashKey, key),
        domain_key: 'demo',
        store_id: '10000002',
        create_date_time: new Date(),
        expire_date_time: new Date(Date.now() + 100 * hour),
        shared_device: true,
      })
      .execute();
    const { resume } = await browser.tab().start(`/apply/start/${key}`);
    expect(resume).toEqual({ onDevice: false, byEmail: true, offered: false });
  });

  test('the old session has ended, and the old secret opens nothing', async () => {
    const browser = server.client();
    const { id } = await draftIn(browser);
    const stolen = new Map(browser.cookies);
    const tab = browser.tab();
    expect(await comeBack(tab, businessAlone)).toBe(200);
    expectError(await browser.send('GET', `/application/${id}`), 'session_invalid');
    const thief = apiClient(server.app, { host: browser.host, cookies: stolen });
    expect(await isOffered(thief)).toBe(false);
    expect(await comeBack(thief, businessAlone)).toBe(404);
    expect((await draftOf(tab)).id).toBe(id);
  });

  test('after a lost response, the same call resumes the draft again until the new session is used', async () => {
    const { browser, id } = await left();
    const before = new Map(browser.cookies);
    const key = { 'idempotency-key': 'a-try' };
    const again = (headers: Record<string, string>) => {
      const tab = apiClient(server.app, { host: browser.host, cookies: new Map(before) });
      return { tab, reply: tab.send<StartResponse>('POST', '/resume/device', { json: facts, headers }) };
    };
    const lost = again(key);
    const { webSessionId } = expected(200, await lost.reply);
    expect((await again({}).reply).status).toBe(404);
    expect((await again({ 'idempotency-key': 'another' }).reply).status).toBe(404);
    const second = again(key);
    second.tab.goOn(expected(200, await second.reply).webSessionId);
    const third = again(key);
    third.tab.goOn(expected(200, await third.reply).webSessionId);
    lost.tab.goOn(webSessionId);
    for (const { tab } of [lost, second])
      expectError(await tab.send('GET', `/application/${id}`), 'session_invalid');
    expect((await draftOf(third.tab)).id).toBe(id);
    expect((await again(key).reply).status).toBe(404);
    expect((await draftOf(third.tab)).id).toBe(id);
    await timeOut(third.tab);
    expect(await comeBack(third.tab, facts)).toBe(200);
    expect((await again(key).reply).status).toBe(404);
  });

  test('the fifth miss revokes the token and erases the draft; the right facts come too late', async () => {
    const { browser, id } = await left();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await kept(id)).isErased).toBe(false);
      expect(await comeBack(browser, { ...facts, dateOfBirth: '1970-01-01' })).toBe(404);
    }
    expect(await kept(id)).toMatchObject({ status: 'timed_out', isErased: true });
    expect(await isOffered(browser)).toBe(false);
    expect(await comeBack(browser, facts)).toBe(404);
  });

  test('concurrent wrong tries count as five at most', async () => {
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
    expect((await kept(id)).isErased).toBe(true);
  });

  test('of two drafts, the one that the facts fit is opened; the other keeps its tries', async () => {
    const { browser, id } = await left();
    const other = browser.tab();
    await other.start();
    const second = await create(other, { ...business, taxId: '36-7654321' });
    await timeOut(other);
    for (let tries = 0; tries < 6; tries += 1) {
      const tab = browser.tab();
      expect(await comeBack(tab, { taxIdLast4: '4321' })).toBe(200);
      expect((await draftOf(tab)).id).toBe(second.id);
      await timeOut(tab);
    }
    expect(await comeBack(browser, facts)).toBe(200);
    expect((await draftOf(browser)).id).toBe(id);
  });

  test('“Not me” and Cancel erase the draft at once', async () => {
    const { browser, id } = await left();
    expect((await browser.send('DELETE', '/resume/device')).status).toBe(204);
    expect(await kept(id)).toMatchObject({ status: 'timed_out', isErased: true });
    const again = server.client();
    const draft = await draftIn(again);
    await again.send('POST', '/apply/finish/cancel');
    expect(await kept(draft.id)).toMatchObject({ status: 'cancelled', isErased: true });
    expect(await isOffered(again)).toBe(false);
  });

  const cookiesOf = ({ cookies }: ApiClient) =>
    [...cookies.keys()].filter((name) => name.startsWith('resume-'));

  test('a device holds four resume tokens: a fifth revokes the one of the draft changed longest ago', async () => {
    const browser = server.client();
    const ids: string[] = [];
    for (let drafts = 0; drafts < 5; drafts += 1) {
      const tab = browser.tab();
      await tab.start();
      ids.push((await create(tab)).id);
      await tab.send('POST', '/apply/finish/timeout');
      expect(cookiesOf(browser)).toHaveLength(Math.min(drafts + 1, 4));
      server.clock.advance(1_000);
    }
    expect(await Promise.all(ids.map(async (id) => (await kept(id)).isErased))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(await isOffered(browser)).toBe(true);
  });

  test('cookies of ended resume tokens are removed: submitted, canceled, or closed elsewhere', async () => {
    const done = server.client();
    const { id } = await prepare(done);
    expect(cookiesOf(done)).toHaveLength(1);
    await timeOut(done);
    expect(cookiesOf(done)).toHaveLength(1);
    expect(await comeBack(done, facts)).toBe(200);
    expected(200, await submit(done, id));
    expect(cookiesOf(done)).toEqual([]);

    const cancelled = server.client();
    await draftIn(cancelled);
    await cancelled.send('POST', '/apply/finish/cancel');
    expect(cookiesOf(cancelled)).toEqual([]);

    const { browser } = await left();
    const copy = apiClient(server.app, { host: browser.host, cookies: new Map(browser.cookies) });
    await browser.send('DELETE', '/resume/device');
    expect(cookiesOf(copy)).toHaveLength(1);
    const another = apiClient(server.app, { host: browser.host, cookies: new Map(copy.cookies) });
    expect(await isOffered(copy)).toBe(false);
    expect(cookiesOf(copy)).toEqual([]);
    expect((await another.start()).resume).toMatchObject({ offered: false });
    expect(cookiesOf(another)).toEqual([]);
  });

  test('a resume token closed during the session opens nothing, though the draft exists', async () => {
    const browser = server.client();
    const { id } = await draftIn(browser);
    const copy = apiClient(server.app, { host: browser.host, cookies: new Map(browser.cookies) });
    await browser.tab().send('DELETE', '/resume/device');
    expect(await isOffered(copy)).toBe(false);
    expect(await comeBack(copy, businessAlone)).toBe(404);
    expect((await browser.send('GET', `/application/${id}`)).status).toBe(200);
    await timeOut(browser);
    expect((await kept(id)).isErased).toBe(true);
  });

  test('only a call that stores a tax ID issues a resume token: not a repeated create, and not a call that clears the tax ID', async () => {
    const browser = server.client();
    await browser.start();
    const { taxId, ...nameless } = business;
    const { id } = await create(browser, nameless);
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
    expect((await kept(id)).isErased).toBe(true);
  });

  test('the secret of one program opens nothing at another', async () => {
    const { browser } = await left();
    const elsewhere = apiClient(server.app, { host: 'toro.localhost', cookies: browser.cookies });
    expect(await isOffered(elsewhere)).toBe(false);
    expect(await comeBack(elsewhere, facts)).toBe(404);
    expect(await comeBack(browser, facts)).toBe(200);
  });

  test('a draft is not kept without a tax ID, nor after 24 hours', async () => {
    const early = server.client();
    await early.start();
    const { taxId: _, ...nameless } = business;
    const { id } = await create(early, nameless);
    await timeOut(early);
    expect((await kept(id)).isErased).toBe(true);

    const { browser, id: late } = await left();
    server.clock.advance(23 * hour);
    await server.sweeper.runOnce();
    expect(await isOffered(browser)).toBe(true);
    server.clock.advance(2 * hour);
    expect(await isOffered(browser)).toBe(false);
    expect(await comeBack(browser, facts)).toBe(404);
    await server.sweeper.runOnce();
    expect(await kept(late)).toMatchObject({ status: 'timed_out', isErased: true });
  });

  test('the draft of an idle session is kept, and so is the draft of a session that a fifth tab ends', async () => {
    const idle = server.client();
    const { id } = await draftIn(idle);
    server.clock.advance(hour);
    await server.sweeper.runOnce();
    expect((await kept(id)).isErased).toBe(false);
    for (let tabs = 0; tabs < 5; tabs += 1) await idle.tab().start();
    expect(await comeBack(idle, businessAlone)).toBe(200);
    expect((await draftOf(idle)).id).toBe(id);
  });
});

test('resume attempts are counted, and five misses are a security event, without a personal value', async () => {
  const values = {
    dateOfBirth: applicant.dateOfBirth,
    taxId: business.taxId,
    businessName: business.businessName,
  };
  const log = forbidInLogs(values);
  const server = await startTestServer({ log, env: { PORT: '0', METRICS_PORT: String(await freePort()) } });
  onTestFinished(server.stop);
  const { metricsPort } = server.services.settings;
  /** Returns the lines of all metrics that are not 0. Sorts the lines, and the labels in each line. */
  const counted = async () => {
    const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
    for (const value of Object.values(values)) expect(text).not.toContain(value);
    const series = text.matchAll(/^(ways_back_total|drafts_kept|security_events_total)\{(.*)\} (.*)$/gm);
    return [...series]
      .filter(([, , , value]) => value !== '0')
      .map(([, name, labels = '', value]) => `${name}{${labels.split(',').sort().join()}} ${value}`)
      .sort();
  };
  const browser = server.client();
  await browser.start();
  const { id } = await create(browser);
  const tab = browser.tab();
  await tab.send('GET', '/resume');
  expect(await comeBack(tab, { taxIdLast4: '0000' })).toBe(404);
  expect(await comeBack(server.client(), businessAlone)).toBe(404);
  expect(await comeBack(tab, businessAlone)).toBe(200);
  expect(await counted()).toEqual([
    'drafts_kept{way="device"} 1',
    'ways_back_total{event="failed",reason="no_way",way="device"} 1',
    'ways_back_total{event="failed",reason="wrong_facts",way="device"} 1',
    'ways_back_total{event="offered",reason="",way="device"} 1',
    'ways_back_total{event="opened",reason="",way="device"} 1',
  ]);
  await tab.send('POST', '/apply/finish/timeout');
  for (let tries = 0; tries < 5; tries += 1)
    expect(await comeBack(browser, { taxIdLast4: '0000' })).toBe(404);
  const offers = 'ways_back_total{event="offered"';
  expect((await counted()).filter((series) => !series.startsWith(offers))).toEqual([
    'security_events_total{event="tries_exhausted",reason="device"} 1',
    'ways_back_total{event="closed",reason="misses",way="device"} 1',
    'ways_back_total{event="erased",reason="misses",way="device"} 1',
    'ways_back_total{event="failed",reason="no_way",way="device"} 1',
    'ways_back_total{event="failed",reason="wrong_facts",way="device"} 6',
    'ways_back_total{event="opened",reason="",way="device"} 1',
  ]);
  expect(log.leaks).toEqual([]);
  const { text } = await operatorOf(server)(['audit', 'show', id]);
  for (const event of ['resumed', 'way_closed', 'erased']) expect(text).toContain(event);
});

test('a program for shared tablets keeps nothing on the device, whatever cookie is sent', async () => {
  const folder = await folderCopy();
  await changeProgram(folder, 'demo/program.json', { resume: { onDevice: false } });
  const server = await startTestServer({ env: { PROGRAMS_DIR: folder } });
  onTestFinished(server.stop);
  const browser = server.client();
  expect((await browser.start()).resume).toMatchObject({ onDevice: false, offered: false });
  const { id } = await create(browser);
  expect([...browser.cookies.keys()].filter((name) => name.startsWith('resume-'))).toEqual([]);
  browser.cookies.set('resume-0a1b2c3d', 'A'.repeat(43));
  await browser.send('POST', '/apply/finish/timeout');
  expect(await comeBack(browser, businessAlone)).toBe(404);
  expect((await storedApplication(server.services, id)).isErased).toBe(true);
});

test('three codes an hour go to an address, whatever the draft and its capital letters, and each counts ten minutes', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  // Move to the start of a full hour, because the limit counts per full hour.
  server.clock.advance(hour - (server.clock.now().getTime() % hour));
  const ask = async (email: string) => {
    const browser = server.client();
    await browser.start();
    await create(browser);
    return { browser, asked: await browser.send('POST', '/resume/email', { json: { email } }) };
  };
  const address = 'dana@greenacre.example';
  const first = await ask(address);
  expect(first.asked.status).toBe(204);
  const json = { code: codeIn(await newestMail(server)) };
  const { browser: second, asked } = await ask('Dana@Greenacre.example');
  expect(asked.status).toBe(204);
  const late = { code: codeIn(await newestMail(server)) };
  server.clock.advance(9 * 60_000);
  expect((await second.send('POST', '/apply/heartbeat')).status).toBe(204);
  expect((await first.browser.send('POST', '/resume/email/confirm', { json })).status).toBe(204);
  server.clock.advance(2 * 60_000);
  expectError(await second.send('POST', '/resume/email/confirm', { json: late }), 'resource_not_found');
  expect((await ask('DANA@GREENACRE.EXAMPLE')).asked.status).toBe(204);
  expectError((await ask('dANA@greenacre.EXAMPLE')).asked, 'rate_limited');
});
