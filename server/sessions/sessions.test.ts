import { expect, onTestFinished, test } from 'vitest';
import { create } from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { idleMillis } from './sessions.ts';

const second = 1_000;
const minute = 60 * second;

async function started() {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const browser = server.client();
  await browser.start();
  const { db } = server.database;
  const activeSince = async () => {
    const query = db.selectFrom('session').select('active_date_time').where('id', '=', browser.webSessionId);
    return (await query.executeTakeFirstOrThrow()).active_date_time.getTime();
  };
  return { server, browser, activeSince };
}

test('a session may be idle for the program’s timeout, its countdown and two minutes', () => {
  const program = { sessionTimeoutMillis: 10 * minute, sessionWarnCountdownMillis: 1 * minute };
  expect(idleMillis(program)).toBe(13 * minute);
});

test('activity is recorded at most every fifteen seconds', async () => {
  const { server, browser, activeSince } = await started();
  const { id } = await create(browser);
  const { db } = server.database;
  /**
   * Reads the application in a session that was last active `millisBefore` milliseconds ago. Returns whether this call was
   * recorded as new activity.
   */
  const recordsUse = async (millisBefore: number) => {
    const active_date_time = new Date(server.clock.now().getTime() - millisBefore);
    await db.updateTable('session').set({ active_date_time }).execute();
    expect((await browser.send('GET', `/application/${id}`)).status).toBe(200);
    return (await activeSince()) !== active_date_time.getTime();
  };
  expect([await recordsUse(second), await recordsUse(15 * second + 1)]).toEqual([false, true]);
});
