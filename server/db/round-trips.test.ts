/** How many round trips to the database a call makes (S1): each is a wait of the applicant and of a connection. */
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testStores } from '../../tests/support/database.ts';
import { begun, change } from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';

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
