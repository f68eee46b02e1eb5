/** How many round trips to the database a call makes (S1): each is a wait of the applicant and of a connection. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { allStores } from '../../tests/support/database.ts';
import { addPerson, begun, change } from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';

/** What is done for the work that is being counted, and not by what the server does by itself meanwhile. */
const counted = new AsyncLocalStorage<string[]>();

/** The statements that the driver is given for some work. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...sent: unknown[]
  ) {
    const [statement] = sent;
    counted
      .getStore()
      ?.push(typeof statement === 'string' ? statement : (statement as { text: string }).text);
    return Reflect.apply(query, this, sent);
  });
  const statements: string[] = [];
  await counted.run(statements, work).finally(() => spy.mockRestore());
  return statements;
}

/** The statements by their first words. */
const named = (statements: readonly string[]) => statements.map((text) => text.trim().split(' ')[0]);

describe.each(await allStores())('round trips on $name', (store) => {
  async function started() {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    return begun(server.client());
  }

  test('a GET of an application makes one', async () => {
    const { browser, path } = await started();
    expect(named(await statementsOf(() => browser.send('GET', path)))).toEqual(['select']);
  });

  test('a PATCH of an application makes two: read it with its session, write it if it is unchanged', async () => {
    const { browser, id } = await started();
    const statements = await statementsOf(() =>
      change(browser, id, { applicationData: { employeeCount: 7 } }),
    );
    expect(named(statements)).toEqual(['select', 'with']);
    // A statement that says `*` is not kept prepared, and so is planned anew each time.
    expect(statements.filter((text) => /(\.|select )\*/.test(text))).toEqual([]);
    // Nor does PostgreSQL keep the plan of one whose limit it is not told: it takes a tenth of the rows for likely.
    expect(statements.filter((text) => /limit \$/.test(text))).toEqual([]);
  });

  test('a PATCH that stores a tax ID makes one more: it gives the way back', async () => {
    const { browser, id } = await started();
    const statements = await statementsOf(() =>
      change(browser, id, { applicationData: { taxId: '36-2654000' } }),
    );
    expect(named(statements)).toEqual(['select', 'with', 'insert']);
  });

  test('a start looks whether the browser can come back only where that holds a way', async () => {
    const { browser, id } = await started();
    const without = named(await statementsOf(() => browser.tab().start()));
    await change(browser, id, { applicationData: { taxId: '36-2654000' } });
    const held = named(await statementsOf(() => browser.tab().start()));
    // Two limits, the oldest session that must go, and the new one; then which cookies are of old, the time, and the ways of the others.
    expect(without).toEqual(['insert', 'insert', 'select', 'insert']);
    expect(held).toEqual([...without, 'select', 'select', 'with']);
  });

  test('a PATCH of a person makes five: that read, and a transaction that begins with that write', async () => {
    const { browser, id } = await started();
    const person = await addPerson(browser, id, 'owner', {});
    const statements = await statementsOf(() =>
      browser.send('PATCH', `/personnel/${person.id}`, { json: { fullName: 'Ned' } }),
    );
    expect(named(statements)).toEqual(['select', 'begin', 'with', 'update', 'commit']);
  });
});
