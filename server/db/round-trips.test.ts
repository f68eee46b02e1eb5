/** How many round trips to the database a call makes (S1): each is a wait of the applicant and of a connection. */
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testStores } from '../../tests/support/database.ts';
import { begun, change } from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { lockOwnWithParts } from './queries/applications.ts';
import { insertPersonnel } from './queries/personnel.ts';
import { uuidv7 } from './uuid.ts';

/** The statements that the driver is given during some work. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  query.mockClear();
  await work();
  const calls: readonly (readonly unknown[])[] = query.mock.calls;
  return calls.map(([statement]) =>
    typeof statement === 'string' ? statement : (statement as { text: string }).text,
  );
}

describe.each(await testStores())('round trips on $name', (store) => {
  test('a PATCH of an application makes five: session, begin, read and lock, write, commit', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const { browser, id } = await begun(server.client());
    const statements = await statementsOf(() =>
      change(browser, id, { applicationData: { employeeCount: 7 } }),
    );
    expect(statements.map((text) => text.split(' ')[0])).toEqual([
      'select',
      'begin',
      'select',
      'with',
      'commit',
    ]);
  });
});

const postgres = (await testStores()).filter(({ name }) => name === 'PostgreSQL');

describe.each(postgres)('a lock on $name that another transaction holds', (store) => {
  test('gives, once it is free, the people that the other one added', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const { browser, id } = await begun(server.client());
    const { db, moment } = server.database;
    const waiting = await db.transaction().execute(async (first) => {
      const locked = await lockOwnWithParts(first, moment, browser.webSessionId, id);
      const person = { id: uuidv7(new Date()), applicationId: id, personnelType: 'owner' as const };
      await insertPersonnel(first, person, { answers: {}, sealed: {} }, new Date());
      await first
        .updateTable('application')
        .set({ audit_sequence: (locked?.row.audit_sequence ?? 0) + 1 })
        .where('id', '=', id)
        .execute();
      const second = db
        .transaction()
        .execute((transaction) => lockOwnWithParts(transaction, moment, browser.webSessionId, id));
      await expect
        .poll(async () => {
          const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db);
          return rows.length;
        })
        .toBeGreaterThan(0);
      return { second };
    });
    expect((await waiting.second)?.parts.personnel).toHaveLength(1);
  });
});
