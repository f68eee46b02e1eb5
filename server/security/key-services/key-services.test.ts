/** Tests the behavior that both key services share, against fake servers that implement the documented API. */
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../tests/support/key-service-stand-ins.ts';
import { type Installed, kms, mine, other, vault } from '../../../tests/support/key-services.ts';
import { EncryptionError, KeysUnavailable } from '../sealing.ts';

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
    ['unreachable', 'cut', 'ECONNRESET'],
    ['silent', 'hang', 'TIMEOUT'],
    ['sealed', { status: 503 }, kind === 'vault' ? 'VAULT_503' : 'KMS_503'],
  ] as const)(
    'that stays %s is unavailable after three attempts, and available again later',
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
    ['a server that is not a key service', { status: 200, body: { hello: 'world' } }],
    [
      'a service without permission',
      { status: 403, body: { __type: 'AccessDeniedException', errors: ['no'] } },
    ],
  ])('on %s is unavailable without a retry', async (_what, failure) => {
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
