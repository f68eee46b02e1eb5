/**
 * Tests that a new session on a draft's device can open the draft with the last four digits of the tax ID and the date of birth,
 * and that no other call opens the draft (D55).
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { StartResponse } from '../../../api/start.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { testStores } from '../../../tests/support/database.ts';
import { businessFact, type DeviceCalls, deviceCalls, facts } from '../../../tests/support/device-resume.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { forbidInLogs } from '../../../tests/support/forbid-in-logs.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { newestMail } from '../../../tests/support/mailed-files.ts';
import { codeIn } from '../../../tests/support/mailed-links.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import {
  addDocument,
  applicant,
  business,
  change,
  create,
  draftOf,
  expected,
  prepare,
  submit,
} from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

describe.each(await testStores())('resuming a draft on the device, on $name', (store) => {
  let server: TestServer;
  let device: DeviceCalls;
  beforeAll(async () => {
    server = await startTestServer({ store });
    device = deviceCalls(server);
  });
  afterAll(() => server.stop());

  test('a draft is kept once it has a tax ID, and both facts open it in a new session', async () => {
    const { left, comeBack, isOffered, stored } = device;
    const { browser, id } = await left();
    expect(await stored(id)).toMatchObject({ status: 'draft', isErased: false });
    expect(await isOffered(browser)).toBe(true);
    expect(await isOffered(server.client())).toBe(false);
    const before = browser.webSessionId;
    expect(await comeBack(browser, businessFact)).toBe(404);
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

  test('sealed answers are named but not returned, and answers that are given again are returned', async () => {
    const { left, comeBack } = device;
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
    const { timeOut, comeBack, isOffered } = device;
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

  test('documents of an earlier session are listed, but cannot be opened', async () => {
    const { draftIn, timeOut, comeBack } = device;
    const browser = server.client();
    const { id } = await draftIn(browser);
    const document = await addDocument(browser, id);
    const url = () => `/document/${document.id}?session=${browser.webSessionId}`;
    expect((await browser.send('GET', url())).status).toBe(200);
    await timeOut(browser);
    expect(await comeBack(browser, businessFact)).toBe(200);
    expect((await draftOf(browser)).documents).toEqual([document]);
    expect((await browser.send('GET', url())).status).toBe(404);
    expect((await browser.send('DELETE', `/document/${document.id}`)).status).toBe(204);
  });

  test('the old session has ended, and the old secret opens nothing', async () => {
    const { draftIn, comeBack, isOffered } = device;
    const browser = server.client();
    const { id } = await draftIn(browser);
    const stolen = new Map(browser.cookies);
    const tab = browser.tab();
    expect(await comeBack(tab, businessFact)).toBe(200);
    expectError(await browser.send('GET', `/application/${id}`), 'session_invalid');
    const thief = apiClient(server.app, { host: browser.host, cookies: stolen });
    expect(await isOffered(thief)).toBe(false);
    expect(await comeBack(thief, businessFact)).toBe(404);
    expect((await draftOf(tab)).id).toBe(id);
  });

  test('after a lost response, the same call resumes the draft again until the new session is used', async () => {
    const { left, timeOut, comeBack } = device;
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

  test('of two drafts, the facts open the matching one, and the other keeps its tries', async () => {
    const { left, timeOut, comeBack } = device;
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

  test('the secret of one program opens nothing at another program', async () => {
    const { left, comeBack, isOffered } = device;
    const { browser } = await left();
    const elsewhere = apiClient(server.app, { host: 'toro.localhost', cookies: browser.cookies });
    expect(await isOffered(elsewhere)).toBe(false);
    expect(await comeBack(elsewhere, facts)).toBe(404);
    expect(await comeBack(browser, facts)).toBe(200);
  });
});

test('resume attempts are counted, and five misses are a security event, without personal data', async () => {
  const values = {
    dateOfBirth: applicant.dateOfBirth,
    taxId: business.taxId,
    businessName: business.businessName,
  };
  const log = forbidInLogs(values);
  const server = await startTestServer({ log, env: { PORT: '0', METRICS_PORT: String(await freePort()) } });
  onTestFinished(server.stop);
  const { comeBack } = deviceCalls(server);
  const { metricsPort } = server.services.settings;
  /** Returns those lines of three metrics that are not 0. Sorts the lines, and the labels in each line. */
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
  expect(await comeBack(server.client(), businessFact)).toBe(404);
  expect(await comeBack(tab, businessFact)).toBe(200);
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

test('a code can verify an address for ten minutes', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const ask = async (email: string) => {
    const browser = server.client();
    await browser.start();
    await create(browser);
    expect((await browser.send('POST', '/resume/email', { json: { email } })).status).toBe(204);
    const json = { code: codeIn(await newestMail(server)) };
    return { browser, confirm: () => browser.send('POST', '/resume/email/confirm', { json }) };
  };
  const early = await ask('dana@greenacre.example');
  const late = await ask('zoe@greenacre.example');
  server.clock.advance(9 * 60_000);
  expect((await late.browser.send('POST', '/apply/heartbeat')).status).toBe(204);
  expect((await early.confirm()).status).toBe(204);
  server.clock.advance(2 * 60_000);
  expectError(await late.confirm(), 'resource_not_found');
});
