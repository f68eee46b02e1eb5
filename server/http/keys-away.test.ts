/**
 * Tests that calls get 503 while the key service is unreachable or slow, and that no transaction waits for the key service (D62).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { freshFolder, testStores } from '../../tests/support/database.ts';
import { expectError } from '../../tests/support/expect-error.ts';
import { forbidInLogs } from '../../tests/support/forbid-in-logs.ts';
import { vaultStandIn } from '../../tests/support/key-service-stand-ins.ts';
import { operatorOf } from '../../tests/support/operator-call.ts';
import { addPerson, begun, change } from '../../tests/support/sample-application.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { KeysUnavailable } from '../security/sealing.ts';

async function readiness({ app }: TestServer): Promise<number> {
  return (await app.inject('/health/ready')).statusCode;
}

describe('a server whose keys are in Vault', () => {
  test('is ready while Vault is reachable, responds 503 otherwise, and never logs the Vault token', async () => {
    const vault = await vaultStandIn();
    const token = vault.newToken();
    const file = join(await freshFolder(), 'token');
    await writeFile(file, token);
    const log = forbidInLogs({ token });
    const env = { ENCRYPTION_KEYS: 'v:vault:transit/card', VAULT_ADDR: vault.url, VAULT_TOKEN_FILE: file };
    const server = await startTestServer({ env, log });
    onTestFinished(server.stop);
    const { browser, path } = await begun(server.client());
    expect(await readiness(server)).toBe(200);

    vault.failAlways('cut');
    const node = await startTestServer({ database: server.database, env, log }).catch(
      (error: unknown) => error,
    );
    expect(node).toMatchObject({ problems: ['The encryption keys cannot be used just now (ECONNRESET).'] });
    // Keys in memory still work, a call that needs a new key fails, and the readiness probe uses its cached result for 10 s.
    expect((await browser.send('GET', path)).status).toBe(200);
    const other = server.client();
    await other.start();
    const { webSessionId: sessionId } = other;
    expectError(
      await other.send('POST', '/application', { json: { sessionId, applicationData: {} } }),
      'unavailable',
    );
    expect(await readiness(server)).toBe(200);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
    expect(await readiness(server)).toBe(503);
    vi.restoreAllMocks();

    const status = await operatorOf(server)(['encryption', 'status']);
    expect(status.exitCode).toBe(0);
    expect(await operatorOf(server)(['delivery-keys', 'list'])).toMatchObject({
      exitCode: 4,
      text: 'The encryption keys cannot be used just now (ECONNRESET).',
    });
    expect(log.lines.filter((line) => line.includes('"code":"ECONNRESET"'))).toHaveLength(1);
    expect(log.leaks).toEqual([]);
  });
});

describe.each(await testStores())('an unreachable key service, on $name', (store) => {
  let server: TestServer;
  let node: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store, env: { LIMITS_FACTOR: '100' } });
    // This is a second node with the same settings. It has no key in memory yet.
    node = await startTestServer({ database: server.database, env: { LIMITS_FACTOR: '100' } });
  });
  afterAll(async () => {
    await node.stop();
    await server.stop();
  });

  /** Begins an application at the first node. Also returns a client for the same session at the second node. */
  async function elsewhere() {
    const { browser, id, path } = await begun(server.client());
    const tab = apiClient(node.app, { cookies: browser.cookies, address: browser.address });
    const send: typeof tab.send = (method, to, call) =>
      tab.send(method, to, {
        ...call,
        headers: { 'x-web-session-id': browser.webSessionId, ...call?.headers },
      });
    return { browser, id, path, tab: { ...tab, send } };
  }

  test('makes calls fail with 503, and calls that need no key continue', async () => {
    const { browser, id, path, tab } = await elsewhere();
    const unwrap = vi.spyOn(node.services.keys.wrapping, 'unwrap').mockRejectedValue(new KeysUnavailable());
    const json = { applicationData: { dba: 'Lark' } };
    expectError(await tab.send('GET', path), 'unavailable');
    expectError(await tab.send('PATCH', path, { json }), 'unavailable');
    const person = { applicationId: id, personnelType: 'owner', fullName: 'Ned' };
    expectError(await tab.send('POST', '/personnel', { json: person }), 'unavailable');
    expect((await tab.send('POST', '/apply/heartbeat')).status).toBe(204);
    unwrap.mockRestore();
    expect((await tab.send('PATCH', path, { json })).status).toBe(200);
    expect((await change(browser, id, {})).applicationData.dba).toBe('Lark');
  });

  test('is called once per application, before its transaction', async () => {
    const { id, tab } = await elsewhere();
    const { wrapping } = node.services.keys;
    const unwrap = vi.spyOn(wrapping, 'unwrap');
    const begin = vi.spyOn(node.services.database.db, 'transaction');
    await addPerson(tab, id, 'owner', { fullName: 'Ned' });
    await addPerson(tab, id, 'owner', { fullName: 'Fay' });
    expect(unwrap).toHaveBeenCalledTimes(1);
    // The first transaction ended because the key was missing, and ran again once the key was unwrapped.
    expect(begin).toHaveBeenCalledTimes(3);
    unwrap.mockRestore();
    begin.mockRestore();
  });
});
