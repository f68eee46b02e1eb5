/** Tests both key services against fake servers that implement the documented API. Covers success and every kind of failure. */
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder } from '../../../tests/support/database.ts';
import {
  type Failure,
  kmsStandIn,
  podToken,
  type StandIn,
  vaultStandIn,
} from '../../../tests/support/key-service-stand-ins.ts';
import type { KeyService } from '../key-wrapping.ts';
import { EncryptionError, KeysUnavailable } from '../sealing.ts';
import { awsKms } from './aws-kms.ts';
import { vaultTransit } from './vault-transit.ts';

const shortLimits = { attemptMillis: 100, pauseMillis: 5 };
const [mine, other] = [Buffer.from('application 1'), Buffer.from('application 2')];

async function tokenFile(text: string): Promise<string> {
  const file = join(await freshFolder(), 'token');
  await writeFile(file, `${text}\n`);
  return file;
}

interface Installed {
  readonly server: StandIn;
  readonly service: KeyService;
  readonly names: readonly [string, string];
  /** Number of requests that the service sends only once, before it first uses a key. */
  readonly before: number;
}

async function vault(): Promise<Installed> {
  const server = await vaultStandIn();
  const service = vaultTransit({
    address: server.url,
    tokenFile: await tokenFile(server.newToken()),
    ...shortLimits,
  });
  return { server, service, names: ['transit/card', 'transit/next'], before: 2 };
}

async function kms(): Promise<Installed> {
  const server = await kmsStandIn();
  const service = awsKms({
    region: 'us-east-1',
    endpoint: server.url,
    ...server.newAccessKey(),
    ...shortLimits,
  });
  return { server, service, names: server.keyIds, before: 0 };
}

/** Starts a server that gives the same response to every request and records the JSON that it receives. */
async function saying(status: number, text: string) {
  const sent: { readonly headers: object; readonly body: Readonly<Record<string, unknown>> }[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    sent.push({ headers: request.headers, body: JSON.parse(Buffer.concat(pieces).toString('utf8')) });
    response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
}

afterEach(() => vi.useRealTimers());

const throttled: Readonly<Record<string, Failure>> = {
  vault: {
    status: 429,
    body: { errors: ['request path "transit/encrypt/card": rate limit quota exceeded'] },
  },
  kms: { status: 400, body: { __type: 'ThrottlingException', message: 'You have exceeded the rate' } },
};

describe.each([
  ['vault', vault],
  ['kms', kms],
] as const)('a key of %s', (kind, install) => {
  test('wraps and unwraps, and the wrapped bytes differ from the input', async () => {
    const { service, names } = await install();
    const bytes = randomBytes(32);
    const wrapped = await service.wrap(names[0], bytes, mine);
    expect(wrapped.includes(bytes)).toBe(false);
    expect(await service.unwrap(names[0], wrapped, mine)).toEqual(bytes);
    expect(await service.isNewest(names[0], wrapped)).toBe(true);
  });

  test.each([
    ['bound to something else', async ({ names }: Installed) => [names[0], other, 0] as const],
    ['of another key', async ({ names }: Installed) => [names[1], mine, 0] as const],
    ['that were altered', async ({ names }: Installed) => [names[0], mine, 4] as const],
  ])('does not unwrap bytes %s', async (_what, choose) => {
    const installed = await install();
    const wrapped = await installed.service.wrap(installed.names[0], randomBytes(32), mine);
    const [name, boundTo, change] = await choose(installed);
    const at = wrapped.length - 6;
    wrapped[at] = (wrapped[at] ?? 0) ^ change;
    await expect(installed.service.unwrap(name, wrapped, boundTo)).rejects.toThrow(EncryptionError);
  });

  test('is retried after throttling, a lost connection or a timeout', async () => {
    const { server, service, names } = await install();
    const wrapped = await service.wrap(names[0], randomBytes(32), mine);
    for (const failures of [
      [throttled[kind] ?? 'cut', 'cut'],
      [{ status: 503 }],
      ['hang'],
      [{ status: 500 }],
    ] as const) {
      const before = server.asked.length;
      server.failNext(...(failures as readonly Failure[]));
      expect(await service.unwrap(names[0], wrapped, mine)).toHaveLength(32);
      expect(server.asked.length - before).toBe(failures.length + 1);
    }
  });

  test.each([
    ['throttled', throttled[kind] ?? 'cut', kind === 'vault' ? 'VAULT_429' : 'KMS_ThrottlingException'],
    ['gone', 'cut', 'ECONNRESET'],
    ['silent', 'hang', 'TIMEOUT'],
    ['sealed', { status: 503 }, kind === 'vault' ? 'VAULT_503' : 'KMS_503'],
  ] as const)(
    'that is %s for long is unavailable after three attempts, and available again later',
    async (_what, failure, code) => {
      const { server, service, names, before } = await install();
      server.failAlways(failure);
      await expect(service.wrap(names[0], randomBytes(32), mine)).rejects.toThrow(
        expect.objectContaining({ name: 'KeysUnavailable', code }),
      );
      expect(server.asked).toHaveLength(3);
      server.failAlways(undefined);
      await service.wrap(names[0], randomBytes(32), mine);
      expect(server.asked).toHaveLength(3 + before + 1);
    },
  );

  test.each([
    ['no service at all', { status: 200, body: { hello: 'world' } }],
    [
      'a service without permission',
      { status: 403, body: { __type: 'AccessDeniedException', errors: ['no'] } },
    ],
  ])('with %s is unavailable at once', async (_what, failure) => {
    const { server, service, names } = await install();
    const wrapped = await service.wrap(names[0], randomBytes(32), mine);
    const before = server.asked.length;
    server.failAlways(failure);
    await expect(service.unwrap(names[0], wrapped, mine)).rejects.toThrow(KeysUnavailable);
    expect(server.asked.length - before).toBe(1);
  });

  test.each([
    ['an error status', { status: 404, body: { CiphertextBlob: 'AAAA', Plaintext: 'AAAA' } }],
    ['an empty body', { status: 200, body: {} }],
  ] as const)('is unavailable if a response has %s', async (_what, { status, body }) => {
    const { server, service, names } = await install();
    const wrapped = await service.wrap(names[0], randomBytes(32), mine);
    const data = { ciphertext: 'vault:v1:AAAA', plaintext: 'AAAA' };
    server.failAlways({ status, body: status === 404 ? { ...body, data } : body });
    const code = `${kind === 'vault' ? 'VAULT' : 'KMS'}_${status}`;
    await expect(service.wrap(names[0], randomBytes(32), mine)).rejects.toThrow(code);
    await expect(service.unwrap(names[0], wrapped, mine)).rejects.toThrow(code);
  });

  test('is unavailable if a response is larger than 64 KB', async () => {
    const { server, service, names } = await install();
    const wrapped = await service.wrap(names[0], randomBytes(32), mine);
    const padded = (size: number) => ({ pad: 'x'.repeat(size - '{"pad":""}'.length) });
    server.failAlways({ status: 200, body: padded(65_536) });
    await expect(service.unwrap(names[0], wrapped, mine)).rejects.toThrow('_200');
    server.failAlways({ status: 200, body: padded(65_537) });
    await expect(service.unwrap(names[0], wrapped, mine)).rejects.toThrow('TOO_LARGE');
  });

  test('never reveals the input or response in an error', async () => {
    const { server, service, names } = await install();
    const bytes = randomBytes(32);
    const wrapped = await service.wrap(names[0], bytes, mine);
    server.failAlways({
      status: 400,
      body: { __type: `x${bytes.toString('base64')}`, errors: [bytes.toString('base64')] },
    });
    const errors = await Promise.all([
      service.wrap(names[0], bytes, mine).catch((error: unknown) => error),
      service.unwrap(names[0], wrapped, mine).catch((error: unknown) => error),
    ]);
    for (const error of errors) {
      const shown = inspect(error, { depth: 9, showHidden: true });
      expect(error).toBeInstanceOf(Error);
      for (const secret of [bytes.toString('base64'), wrapped.toString('latin1'), wrapped.toString('base64')])
        expect(shown).not.toContain(secret);
      for (const header of ['authorization', 'x-vault-token'])
        expect(shown).not.toContain(String(server.headers()[header]));
    }
  });
});

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

  test('that ignores the binding of bytes is not used', async () => {
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

  test('is logged into by AppRole once for many calls, and again before the token ends or after it was revoked', async () => {
    const server = await vaultStandIn();
    const file = await tokenFile(server.appRole);
    const service = vaultTransit({ address: server.url, appRoleFile: file, ...shortLimits });
    const logins = () => server.asked.filter((asked) => asked === 'auth/approle/login').length;
    const wrapped = await service.wrap('transit/card', randomBytes(32), mine);
    const unwrap = () => service.unwrap('transit/card', wrapped, mine);
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
    const server = await vaultStandIn();
    const file = await tokenFile(server.appRole);
    const service = vaultTransit({ address: server.url, appRoleFile: file, ...shortLimits });
    const logins = () => server.asked.filter((asked) => asked === 'auth/approle/login').length;
    const wrapped = await service.wrap('transit/card', randomBytes(32), mine);
    const unwrap = () => service.unwrap('transit/card', wrapped, mine);
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
    ['no JSON', 'role-1'],
    ['no role', '{"secret_id":"secret"}'],
    ['a role that is no text', '{"role_id":1,"secret_id":"secret"}'],
    ['a secret that is no text', '{"role_id":"role-1","secret_id":1}'],
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

  test('is asked at most every five seconds for the newest version of a key', async () => {
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

describe('KMS', () => {
  const fileOf = async (text: string) => tokenFile(text);
  const profile = (
    name: string,
    { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
  ) => `[${name}]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key=${secretAccessKey}\n`;

  test('gets the access key of a profile, and the newer one once that has expired', async () => {
    const server = await kmsStandIn();
    const first = server.newAccessKey();
    const file = await fileOf(
      `${profile('other', { accessKeyId: 'x', secretAccessKey: 'y' })}${profile('cards', first)}`,
    );
    const options = { region: 'us-east-1', endpoint: server.url, credentialsFile: file, ...shortLimits };
    const service = awsKms({ ...options, profile: 'cards' });
    const [key] = server.keyIds;
    const wrapped = await service.wrap(key, randomBytes(32), mine);
    const newer = server.newAccessKey();
    await expect(service.unwrap(key, wrapped, mine)).rejects.toThrow('KMS_ExpiredTokenException');
    await writeFile(file, profile('cards', newer));
    expect(await service.unwrap(key, wrapped, mine)).toHaveLength(32);
    await rm(file);
    server.newAccessKey();
    for (const code of ['KMS_CREDENTIALS_FILE', 'KMS_CREDENTIALS_FILE'])
      await expect(service.unwrap(key, wrapped, mine)).rejects.toThrow(code);
    await writeFile(file, profile('cards', server.newAccessKey()));
    expect(await service.unwrap(key, wrapped, mine)).toHaveLength(32);
    await expect(awsKms({ ...options, profile: 'none' }).wrap(key, randomBytes(32), mine)).rejects.toThrow(
      'KMS_CREDENTIALS_FILE',
    );
  });

  test('gets the access key of a container’s role, and the next one once that has expired', async () => {
    const server = await kmsStandIn();
    server.newAccessKey();
    const file = await fileOf(podToken);
    const options = {
      region: 'us-east-1',
      endpoint: server.url,
      containerCredentials: `${server.url}/v1/credentials`,
      containerTokenFile: file,
      ...shortLimits,
    };
    const service = awsKms(options);
    const [key] = server.keyIds;
    const wrapped = await service.wrap(key, randomBytes(32), mine);
    expect(server.headers()['x-amz-security-token']).toBe('session-of-the-pod');
    server.newAccessKey();
    expect(await service.unwrap(key, wrapped, mine)).toHaveLength(32);
    expect(server.asked).toEqual(['/v1/credentials', 'Encrypt', 'Decrypt', '/v1/credentials', 'Decrypt']);
    await writeFile(file, 'another');
    await expect(awsKms(options).unwrap(key, wrapped, mine)).rejects.toThrow('KMS_CONTAINER_CREDENTIALS');
  });

  test('sends a session token, signed', async () => {
    const server = await kmsStandIn();
    const service = awsKms({
      region: 'us-east-1',
      endpoint: server.url,
      ...server.newAccessKey(),
      sessionToken: 'session-of-an-hour',
      ...shortLimits,
    });
    await service.wrap(server.keyIds[0], randomBytes(32), mine);
    expect(server.headers()['x-amz-security-token']).toBe('session-of-an-hour');
    expect(server.headers().authorization).toContain('x-amz-security-token');
  });

  test('with a wrong secret is unavailable, and does not count bytes as altered', async () => {
    const server = await kmsStandIn();
    const { accessKeyId } = server.newAccessKey();
    const options = { region: 'us-east-1', endpoint: server.url, accessKeyId, ...shortLimits };
    const service = awsKms({ ...options, secretAccessKey: 'wrong' });
    await expect(service.unwrap(server.keyIds[0], randomBytes(80), mine)).rejects.toThrow(
      'KMS_InvalidSignatureException',
    );
  });

  test('with a disabled key is unavailable', async () => {
    const { server, service, names } = await kms();
    server.failNext({ status: 400, body: { __type: 'DisabledException' } });
    await expect(service.wrap(names[0], randomBytes(32), mine)).rejects.toThrow('KMS_DisabledException');
  });

  test.each([
    'ThrottlingException',
    'LimitExceededException',
    'DependencyTimeoutException',
    'KMSInternalException',
    'KeyUnavailableException',
  ])('is retried after %s', async (type) => {
    const { server, service, names } = await kms();
    server.failNext({ status: 400, body: { __type: `com.amazonaws.kms#${type}` } });
    await service.wrap(names[0], randomBytes(32), mine);
    expect(server.asked).toEqual(['Encrypt', 'Encrypt']);
  });

  test('is retried after status 429 without an error type', async () => {
    const { server, service, names } = await kms();
    server.failNext({ status: 429 });
    await service.wrap(names[0], randomBytes(32), mine);
    expect(server.asked).toEqual(['Encrypt', 'Encrypt']);
  });

  test.each(['ExpiredTokenException', 'ExpiredToken', 'UnrecognizedClientException', 'InvalidClientTokenId'])(
    'gets the access key of the file again after %s',
    async (type) => {
      const server = await kmsStandIn();
      const file = await fileOf(profile('default', server.newAccessKey()));
      const service = awsKms({
        region: 'us-east-1',
        endpoint: server.url,
        credentialsFile: file,
        ...shortLimits,
      });
      await service.wrap(server.keyIds[0], randomBytes(32), mine);
      await writeFile(file, profile('default', server.newAccessKey()));
      server.failNext({ status: 400, body: { __type: type } });
      await service.wrap(server.keyIds[0], randomBytes(32), mine);
      expect(server.asked).toEqual(['Encrypt', 'Encrypt', 'Encrypt']);
    },
  );

  const access = { region: 'us-east-1', accessKeyId: 'AKIA', secretAccessKey: 'secret', ...shortLimits };

  test('gets the binding as the encryption context, which unwrapping needs again', async () => {
    const blob = Buffer.from('wrapped').toString('base64');
    const { url, sent } = await saying(200, JSON.stringify({ CiphertextBlob: blob }));
    const wrapped = await awsKms({ ...access, endpoint: url }).wrap('key-1', Buffer.from('bytes'), mine);
    expect(wrapped.toString()).toBe('wrapped');
    expect(sent).toMatchObject([
      {
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'TrentService.Encrypt' },
        body: {
          KeyId: 'key-1',
          Plaintext: Buffer.from('bytes').toString('base64'),
          EncryptionContext: {
            purpose: 'data key of the card application',
            boundTo: mine.toString('base64'),
          },
        },
      },
    ]);
  });

  test.each(['not JSON', 'null', '"text"'])('that responds with %s is unavailable', async (text) => {
    const { url } = await saying(200, text);
    await expect(
      awsKms({ ...access, endpoint: url }).wrap('key-1', Buffer.from('bytes'), mine),
    ).rejects.toThrow('KMS_200');
  });

  test('has the address of its region by default', () => {
    expect(() => awsKms(access)).not.toThrow();
  });

  test('is named in an error by at most 40 characters', async () => {
    const { server, service, names } = await kms();
    server.failNext({ status: 400, body: { __type: 'E'.repeat(60) } });
    await expect(service.wrap(names[0], randomBytes(32), mine)).rejects.toThrow(
      expect.objectContaining({ code: `KMS_${'E'.repeat(36)}` }),
    );
  });
});
