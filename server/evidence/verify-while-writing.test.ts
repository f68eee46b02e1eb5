/** Tests that a trail that grows while it is read is not reported as broken, and that tampering is still detected. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../tests/support/database.ts';
import { create } from '../../tests/support/sample-application.ts';
import { startTestServer, type TestServer } from '../../tests/support/test-server.ts';
import { verifyAuditTrail } from '../../tests/support/verify-audit-trail.ts';
import { updateApplication } from '../applications/row-change.ts';
import { lockApplicationRow } from '../db/queries/applications.ts';
import { keptHeads } from '../db/queries/audit-events.ts';
import { exportHeads, readHeads } from './audit-heads.ts';

/** Appends three events to a trail and updates the trail's head in one transaction, like every change to an application. */
async function append({ database, services: { keys } }: TestServer, id: string): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const row = await lockApplicationRow(transaction, id);
    const events = Array.from({ length: 3 }, () => ({ type: 'shown' }) as const);
    await updateApplication({ transaction, now: new Date(), keys }, row, {}, events);
  });
}

async function begin(server: TestServer): Promise<string> {
  const browser = server.client();
  await browser.start();
  return (await create(browser, { dba: 'Trail' }, {})).id;
}

/** The minimum number of verifications to run while the writers write. */
const least = 2;

/** Writes to all trails and creates new ones in parallel, while `verify` runs repeatedly. */
async function whileWriting(
  server: TestServer,
  ids: readonly string[],
  verify: () => Promise<void>,
): Promise<void> {
  let left = 3;
  let verified = 0;
  async function write(): Promise<void> {
    for (let round = 0; round < 5 || verified < least; round += 1)
      for (const id of ids) await append(server, id);
  }
  async function beginMore(): Promise<void> {
    for (let round = 0; round < 2; round += 1) await begin(server);
  }
  const context = [write(), write(), beginMore()].map((work) => work.finally(() => (left -= 1)));
  const written = Promise.all(context);
  // This promise is awaited below. Until then, its rejection must not count as unhandled.
  written.catch(() => undefined);
  try {
    for (; left > 0; verified += 1) await verify();
  } finally {
    // Make the writers stop even if a verification failed.
    verified = least;
  }
  await written;
}

describe.each(await testStores())('verifying during writes on $name', (store) => {
  test('reports no intact trail as broken, and always the altered one', async () => {
    const server = await startTestServer({ store, env: { LIMITS_FACTOR: '1000' } });
    onTestFinished(server.stop);
    const { db } = server.database;
    const ids = [await begin(server), await begin(server), await begin(server)];
    const heads = await buffer(exportHeads(keptHeads(db), server.services.hashKey, { at: new Date() }));
    const verify = () =>
      verifyAuditTrail(server.services, {
        exported: readHeads(Readable.from([heads]), server.services.hashKey),
      });

    const whole = async () => expect((await verify()).faults).toEqual([]);
    await whileWriting(server, ids, whole);

    const altered = ids[2] ?? '';
    await sql`alter table audit_event disable trigger all`.execute(db);
    await sql`update audit_event set detail = '{"at":1}'
              where application_id = ${altered} and sequence = 2`.execute(db);
    await sql`alter table audit_event enable trigger all`.execute(db);
    const fault = { applicationId: altered, kind: 'altered', sequence: 2 };
    const found = async () => expect((await verify()).faults).toEqual([fault]);
    await whileWriting(server, ids, found);
  });
});
