/**
 * Counts the round trips that an API call makes to the database (S1). During each round trip, the applicant waits and the call
 * occupies a connection.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { allStores } from '../../tests/support/database.ts';
import { addPerson, begun, change } from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';

/**
 * Collects the statements of the counted work. The server's background work runs outside this context, so its statements don't
 * count.
 */
const counted = new AsyncLocalStorage<string[]>();

/** Runs `work` and returns the statements that the driver received from it. */
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

/** Returns each statement's first word. */
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
    // A statement with `*` is never prepared, so PostgreSQL plans the statement again each time.
    expect(statements.filter((text) => /(\.|select )\*/.test(text))).toEqual([]);
    // A statement with a parameter as its limit is also planned again each time, because a generic plan estimates the limit as a
    // tenth of the rows.
    expect(statements.filter((text) => /limit \$/.test(text))).toEqual([]);
  });

  test('people of the application add none to a PATCH that changes none of them', async () => {
    const { browser, id } = await started();
    await addPerson(browser, id, 'applicant', {});
    const statements = await statementsOf(() =>
      change(browser, id, { applicationData: { employeeCount: 7 } }),
    );
    expect(named(statements)).toEqual(['select', 'with']);
  });

  test('a PATCH that stores a tax ID makes one more, which issues the resume token', async () => {
    const { browser, id } = await started();
    const statements = await statementsOf(() =>
      change(browser, id, { applicationData: { taxId: '36-2654000' } }),
    );
    expect(named(statements)).toEqual(['select', 'with', 'insert']);
  });

  test('a start checks for resume tokens only if the browser has a resume cookie', async () => {
    const { browser, id } = await started();
    const without = named(await statementsOf(() => browser.tab().start()));
    await change(browser, id, { applicationData: { taxId: '36-2654000' } });
    const held = named(await statementsOf(() => browser.tab().start()));
    // The first four statements count the call for two rate limits, find the oldest session that must end, and insert the new
    // session. With a resume cookie, three more statements find the cookie's ended tokens, read the time, and find the cookie's
    // other tokens.
    expect(without).toEqual(['insert', 'insert', 'select', 'insert']);
    expect(held).toEqual([...without, 'select', 'select', 'with']);
  });

  test('a PATCH of a person makes five: a read, and a transaction that writes the application and the person', async () => {
    const { browser, id } = await started();
    const person = await addPerson(browser, id, 'owner', {});
    const statements = await statementsOf(() =>
      browser.send('PATCH', `/personnel/${person.id}`, { json: { fullName: 'Ned' } }),
    );
    expect(named(statements)).toEqual(['select', 'begin', 'with', 'update', 'commit']);
  });
});
