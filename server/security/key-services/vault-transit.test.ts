/** Tests behavior that only Vault has: tokens, AppRole logins, and versions of keys. */
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { vaultStandIn } from '../../../tests/support/key-service-stand-ins.ts';
import { mine, shortLimits, tokenFile, vault } from '../../../tests/support/key-services.ts';
import { EncryptionError } from '../sealing.ts';
import { vaultTransit } from './vault-transit.ts';

afterEach(() => vi.useRealTimers());

/** Starts a fake Vault server, and returns a key service that logs in to it with AppRole. */
async function appRoleVault() {
  const server = await vaultStandIn();
  const file = await tokenFile(server.appRole);
  const service = vaultTransit({ address: server.url, appRoleFile: file, ...shortLimits });
  const wrapped = await service.wrap('transit/card', randomBytes(32), mine);
  return {
    server,
    file,
    logins: () => server.asked.filter((asked) => asked === 'auth/approle/login').length,
    unwrap: () => service.unwrap('transit/card', wrapped, mine),
  };
}

describe('Vault', () => {
  test('gets the namespace in a header', async () => {
    const server = await vaultStandIn({ namespace: 'team/cards' });
    const file = await tokenFile(server.newToken());
    const at = (namespace?: string) =>
      vaultTransit({ address: `${server.url}/`, namespace, tokenFile: file, ...shortLimits });
    await at('team/cards').wrap('transit/card', randomBytes(32), mine);
    expect(server.headers()).toMatchObject({
      'x-vault-namespace': 'team/cards',
      'x-vault-request': 'true',
      'content-type': 'application/json',
    });
    await expect(at().wrap('transit/card', randomBytes(32), mine)).rejects.toThrow('VAULT_404');
  });

  test('is not used if it ignores the binding of bytes', async () => {
    const server = await vaultStandIn();
    server.ignoreBinding();
    const service = vaultTransit({
      address: server.url,
      tokenFile: await tokenFile(server.newToken()),
      ...shortLimits,
    });
    await expect(service.wrap('transit/card', randomBytes(32), mine)).rejects.toThrow('VAULT_BINDS_NOTHING');
  });

  test('gets the token from its file’s current content', async () => {
    const server = await vaultStandIn();
    const file = await tokenFile(server.newToken());
    const service = vaultTransit({ address: server.url, tokenFile: file, ...shortLimits });
    const wrapped = await service.wrap('transit/card', randomBytes(32), mine);
    const newer = server.newToken();
    await expect(service.unwrap('transit/card', wrapped, mine)).rejects.toThrow('VAULT_403');
    await writeFile(file, newer);
    expect(await service.unwrap('transit/card', wrapped, mine)).toHaveLength(32);
    await rm(file);
    expect(await service.unwrap('transit/card', wrapped, mine)).toHaveLength(32);
    server.newToken();
    await expect(service.unwrap('transit/card', wrapped, mine)).rejects.toThrow('VAULT_CREDENTIALS_FILE');
  });

  test('gets one AppRole login for many calls, and another before the token ends or after it was revoked', async () => {
    const { server, file, logins, unwrap } = await appRoleVault();
    await Promise.all(Array.from({ length: 5 }, unwrap));
    expect(logins()).toBe(1);
    server.newToken();
    expect(await unwrap()).toHaveLength(32);
    expect(logins()).toBe(2);

    server.leaseSeconds = 1e-9;
    server.newToken();
    await unwrap();
    const before = logins();
    await unwrap();
    expect(logins()).toBe(before + 1);
    await writeFile(file, '{"role_id":"role-1","secret_id":"wrong"}');
    await expect(unwrap()).rejects.toThrow('VAULT_LOGIN_400');
  });

  test('gets a new login after 80% of the token’s lifetime, or never if the token does not expire', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { server, logins, unwrap } = await appRoleVault();
    vi.advanceTimersByTime(2_880_000 - 1);
    await unwrap();
    expect(logins()).toBe(1);
    server.leaseSeconds = 0;
    vi.advanceTimersByTime(1);
    await unwrap();
    expect(logins()).toBe(2);
    vi.advanceTimersByTime(1_000_000_000);
    await unwrap();
    expect(logins()).toBe(2);
  });

  test.each([
    ['text that is not JSON', 'role-1'],
    ['no role', '{"secret_id":"secret"}'],
    ['a role that is not a string', '{"role_id":1,"secret_id":"secret"}'],
    ['a secret that is not a string', '{"role_id":"role-1","secret_id":1}'],
  ])('gets no login from a file with %s', async (_what, text) => {
    const server = await vaultStandIn();
    const service = vaultTransit({ address: server.url, appRoleFile: await tokenFile(text), ...shortLimits });
    await expect(service.wrap('transit/card', randomBytes(32), mine)).rejects.toThrow(
      'VAULT_CREDENTIALS_FILE',
    );
    expect(server.asked).toEqual([]);
  });

  test('gets its login at the mount of AppRole, below the path of the address', async () => {
    const server = await vaultStandIn();
    const file = await tokenFile('{"role_id":"role-1","secret_id":"secret","mount":"team"}');
    const service = vaultTransit({ address: `${server.url}/behind`, appRoleFile: file, ...shortLimits });
    await expect(service.wrap('transit/card', randomBytes(32), mine)).rejects.toThrow('VAULT_LOGIN_403');
    expect(server.asked).toEqual(['/behind/v1/auth/team/login']);
  });

  test('is retried while it has no leader', async () => {
    const { server, service, names } = await vault();
    server.failNext({ status: 412 });
    expect(await service.wrap(names[0], randomBytes(32), mine)).toBeInstanceOf(Buffer);
  });

  test('is not called to unwrap bytes that it never wrapped', async () => {
    const { server, service, names } = await vault();
    await expect(service.unwrap(names[0], Buffer.from('AAAA'), mine)).rejects.toThrow(EncryptionError);
    expect(server.asked).toEqual([]);
  });

  test('gets at most one request every five seconds for the newest version of a key', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { server, service, names } = await vault();
    const wrapped = await service.wrap(names[0], randomBytes(32), mine);
    (server as Awaited<ReturnType<typeof vaultStandIn>>).rotate('card');
    const before = server.asked.length;
    vi.advanceTimersByTime(5_000);
    expect(await service.isNewest(names[0], wrapped)).toBe(true);
    expect(server.asked).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(await service.isNewest(names[0], wrapped)).toBe(false);
    expect(server.asked).toHaveLength(before + 1);
    expect(await service.isNewest(names[0], wrapped)).toBe(false);
    expect(server.asked).toHaveLength(before + 1);
  });

  test('reports which bytes an older version of its key wrapped', async () => {
    const { server, service } = await vault();
    const wrapped = await service.wrap('transit/card', randomBytes(32), mine);
    (server as Awaited<ReturnType<typeof vaultStandIn>>).rotate('card');
    const newer = await service.wrap('transit/card', randomBytes(32), mine);
    expect(await service.isNewest('transit/card', wrapped)).toBe(false);
    expect(await service.isNewest('transit/card', newer)).toBe(true);
    expect(await service.unwrap('transit/card', wrapped, mine)).toHaveLength(32);
  });
});
