/** Tests that each setting reaches its key service. The fake services refuse every request that lacks the setting. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../../../tests/support/database.ts';
import { kmsStandIn, podToken, vaultStandIn } from '../../../tests/support/key-service-stand-ins.ts';
import { type KeyServiceSettings, keyServicesIn, openKeyServices } from './open-key-services.ts';

const none: KeyServiceSettings = {
  vaultAddress: undefined,
  vaultNamespace: undefined,
  vaultTokenFile: undefined,
  vaultAppRoleFile: undefined,
  awsRegion: undefined,
  awsKmsEndpoint: undefined,
  awsAccessKeyId: undefined,
  awsSecretAccessKey: undefined,
  awsSessionToken: undefined,
  awsContainerCredentials: undefined,
  awsContainerTokenFile: undefined,
  awsCredentialsFile: undefined,
  awsProfile: 'default',
};
const [bytes, boundTo] = [Buffer.alloc(32, 7), Buffer.from('application 1')];

async function fileOf(text: string): Promise<string> {
  const file = join(await freshFolder(), 'secret');
  await writeFile(file, text);
  return file;
}

test('only configured services are opened', async () => {
  const settings = { ...none, vaultAddress: 'http://127.0.0.1:1' };
  expect(keyServicesIn(none)).toEqual([]);
  expect(keyServicesIn(settings)).toEqual(['vault']);
  expect(keyServicesIn({ ...settings, awsRegion: 'us-east-1' })).toEqual(['vault', 'kms']);
  expect(Object.keys(await openKeyServices(none))).toEqual([]);
  expect(Object.keys(await openKeyServices(settings))).toEqual(['vault']);
  expect(Object.keys(await openKeyServices({ ...none, awsRegion: 'us-east-1' }))).toEqual(['kms']);
});

describe('Vault is opened', () => {
  test.each(['a token', 'AppRole'])('by %s, in its namespace', async (by) => {
    const server = await vaultStandIn({ namespace: 'team/cards' });
    const file = await fileOf(by === 'a token' ? server.newToken() : server.appRole);
    const { vault } = await openKeyServices({
      ...none,
      vaultAddress: server.url,
      vaultNamespace: 'team/cards',
      ...(by === 'a token' ? { vaultTokenFile: file } : { vaultAppRoleFile: file }),
    });
    const wrapped = await vault?.wrap('transit/card', bytes, boundTo);
    expect(wrapped?.toString('latin1')).toMatch(/^vault:v1:/);
  });
});

describe('KMS is opened', () => {
  async function opened(
    settingsFor: (server: Awaited<ReturnType<typeof kmsStandIn>>) => Promise<Partial<KeyServiceSettings>>,
  ) {
    const server = await kmsStandIn();
    const settings = await settingsFor(server);
    const { kms } = await openKeyServices({
      ...none,
      awsRegion: 'us-east-1',
      awsKmsEndpoint: server.url,
      ...settings,
    });
    const wrapped = await kms?.wrap(server.keyIds[0], bytes, boundTo);
    expect(wrapped?.length).toBeGreaterThan(32);
    return server.headers();
  }

  test('by an access key and its session token', async () => {
    const headers = await opened(async (server) => {
      const { accessKeyId, secretAccessKey } = server.newAccessKey();
      return {
        awsAccessKeyId: accessKeyId,
        awsSecretAccessKey: secretAccessKey,
        awsSessionToken: 'session-of-an-hour',
      };
    });
    expect(headers['x-amz-security-token']).toBe('session-of-an-hour');
  });

  test('by the role of a container', async () => {
    const headers = await opened(async (server) => {
      server.newAccessKey();
      return {
        awsContainerCredentials: `${server.url}/v1/credentials`,
        awsContainerTokenFile: await fileOf(podToken),
      };
    });
    expect(headers['x-amz-security-token']).toBe('session-of-the-pod');
  });

  test('by a profile in a file', async () => {
    const headers = await opened(async (server) => {
      const { accessKeyId, secretAccessKey } = server.newAccessKey();
      const lines = [`aws_access_key_id = ${accessKeyId}`, `aws_secret_access_key = ${secretAccessKey}`];
      return { awsCredentialsFile: await fileOf(`[cards]\n${lines.join('\n')}\n`), awsProfile: 'cards' };
    });
    expect(headers.authorization).toContain('us-east-1/kms');
  });
});
