/**
 * Tests that nothing is lost or resumed twice if a draft is resumed on a device while something else happens to it (X22). Two
 * nodes share one database.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../api/application.ts';
import type { StartResponse } from '../../api/start.ts';
import type { ApiClient, Reply } from '../support/api-client.ts';
import { testStores } from '../support/database.ts';
import { businessFact, type DeviceServers, facts, startDeviceServers } from '../support/device-resume.ts';
import { expectError } from '../support/expect-error.ts';
import { operatorOf } from '../support/operator-call.ts';
import { applicant, create, draftOf, expected, prepare, submit } from '../support/sample-application.ts';

const hour = 60 * 60_000;
const rounds = 8;

describe.each(await testStores())('races of resuming on the device, on $name', (store) => {
  let servers: DeviceServers;
  beforeAll(async () => {
    servers = await startDeviceServers(store);
  });
  afterAll(() => servers.stop());

  test('one of two simultaneous resumes succeeds and loses nothing, and the other finds nothing', async () => {
    const { server, node, left, resume, copyAt, eventsOf } = servers;
    for (let round = 0; round < rounds; round += 1) {
      const { browser, id } = await left();
      const both = [copyAt(server, browser), copyAt(node, browser)];
      const replies = await Promise.all(both.map((one) => resume(one, facts)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      const at = replies.findIndex(({ status }) => status === 200);
      const winner = both[at] as ApiClient;
      winner.goOn(replies[at]?.body.webSessionId ?? '');
      const draft = await draftOf(winner);
      expect(draft).toMatchObject({ id, personnel: [{ fullName: applicant.fullName }] });
      expect(await eventsOf(id, 'resumed')).toBe(1);
      expect((await operatorOf(server)(['audit', 'verify'])).exitCode).toBe(0);
    }
  });

  test('a live session whose draft is resumed on another node ends in the middle of its work', async () => {
    const { server, node, resume, copyAt } = servers;
    const browser = server.client();
    await browser.start();
    const { id } = await create(browser);
    const tab = copyAt(node, browser);
    const change = (dba: string) =>
      browser.send('PATCH', `/application/${id}`, { json: { applicationData: { dba } } });
    const [taken, ...changes] = await Promise.all([
      resume(tab, businessFact),
      ...['A', 'B', 'C', 'D'].map(change),
    ]);
    tab.goOn(expected(200, taken).webSessionId);
    for (const { status } of changes) expect([200, 401, 409]).toContain(status);
    expectError(await change('Later'), 'session_invalid');
    const { applicationData } = await draftOf(tab);
    expect(applicationData['dba'] ?? null).not.toBe('Later');
    expect((await operatorOf(server)(['audit', 'verify'])).exitCode).toBe(0);
  });

  /** Expects that the resuming session has the whole draft, or that the draft has ended with the expected status, `ended`. */
  async function expectWholeOrEnded(id: string, back: ApiClient, reply: Reply<StartResponse>, ended: string) {
    expect([200, 404]).toContain(reply.status);
    const { status, isErased } = await servers.stored(id);
    if (reply.status === 404) return expect([status, isErased]).toEqual([ended, ended !== 'submitted']);
    back.goOn(reply.body.webSessionId);
    // If the draft ended after it was resumed, this call of the resuming session gets an error.
    const draft = await back.send<Application>('GET', `/application/${id}`);
    if (status === 'draft')
      expect(draft.body.personnel?.map(({ fullName }) => fullName)).toContain(applicant.fullName);
    else expect(status).toBe(ended);
  }

  test('exactly one of a simultaneous resume and submit succeeds', async () => {
    const { server, node, resume, copyAt } = servers;
    for (let round = 0; round < rounds; round += 1) {
      const browser = server.client();
      const { id } = await prepare(browser);
      const back = copyAt(node, browser);
      const [sent, reply] = await Promise.all([submit(browser, id), resume(back, facts)]);
      expect([200, 401, 404]).toContain(sent.status);
      expect(reply.status).toBe(sent.status === 200 ? 404 : 200);
      await expectWholeOrEnded(id, back, reply, 'submitted');
    }
  });

  test.each([
    ['cancelled', 'cancelled', (browser: ApiClient) => browser.send('POST', '/apply/finish/cancel')],
    ['erased by an operator', 'cancelled', undefined],
    ['closed by “Not me”', 'timed_out', (browser: ApiClient) => browser.send('DELETE', '/resume/device')],
  ])(
    'a draft that is resumed while it is %s is resumed completely or not at all',
    async (_what, ended, act) => {
      const { server, node, draft, resume, copyAt } = servers;
      for (let round = 0; round < rounds; round += 1) {
        const { browser, id } = await draft();
        if (ended === 'timed_out') await browser.send('POST', '/apply/finish/timeout');
        const back = copyAt(node, browser);
        // Gives the other tab a copy of the cookies, so that its call does not clear the cookies of the resuming browser.
        const tab = copyAt(server, browser);
        tab.goOn(browser.webSessionId);
        const other = act
          ? act(tab)
          : operatorOf(server)(['applications', 'erase', id, '--reason', 'Asked for']);
        const [reply] = await Promise.all([resume(back, facts), other]);
        await expectWholeOrEnded(id, back, reply, ended);
      }
    },
  );

  test('a draft that is resumed as it expires is resumed completely or not at all', async () => {
    const { server, left, resume, copyAt } = servers;
    for (let round = 0; round < 4; round += 1) {
      const { browser, id } = await left();
      server.clock.advance(24 * hour - 150);
      const back = copyAt(server, browser);
      const sweeps = async () => {
        server.clock.advance(500);
        await server.sweeper.runOnce();
      };
      const [reply] = await Promise.all([resume(back, facts), sweeps()]);
      await expectWholeOrEnded(id, back, reply, 'timed_out');
    }
  });
});
