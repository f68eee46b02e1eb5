/** Tests behavior that only KMS has: access keys, error types, and the encryption context. */
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { kmsStandIn, podToken } from '../../../tests/support/key-service-stand-ins.ts';
import { kms, mine, shortLimits, tokenFile } from '../../../tests/support/key-services.ts';
import { awsKms } from './aws-kms.ts';

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

describe('KMS', () => {
  const profile = (
    name: string,
    { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
  ) => `[${name}]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key=${secretAccessKey}\n`;

  test('gets the access key of a profile, and a newer key once the first has expired', async () => {
    const server = await kmsStandIn();
    const first = server.newAccessKey();
    const file = await tokenFile(
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
    for (const _attempt of ['first', 'second'])
      await expect(service.unwrap(key, wrapped, mine)).rejects.toThrow('KMS_CREDENTIALS_FILE');
    await writeFile(file, profile('cards', server.newAccessKey()));
    expect(await service.unwrap(key, wrapped, mine)).toHaveLength(32);
    await expect(awsKms({ ...options, profile: 'none' }).wrap(key, randomBytes(32), mine)).rejects.toThrow(
      'KMS_CREDENTIALS_FILE',
    );
  });

  test('gets the access key of a container’s role, and another key once the first has expired', async () => {
    const server = await kmsStandIn();
    server.newAccessKey();
    const file = await tokenFile(podToken);
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

  test('gets the session token in a signed header', async () => {
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

  test('is unavailable with a wrong secret, and does not count bytes as altered', async () => {
    const server = await kmsStandIn();
    const { accessKeyId } = server.newAccessKey();
    const options = { region: 'us-east-1', endpoint: server.url, accessKeyId, ...shortLimits };
    const service = awsKms({ ...options, secretAccessKey: 'wrong' });
    await expect(service.unwrap(server.keyIds[0], randomBytes(80), mine)).rejects.toThrow(
      'KMS_InvalidSignatureException',
    );
  });

  test('is unavailable with a disabled key', async () => {
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
      const file = await tokenFile(profile('default', server.newAccessKey()));
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

  test.each(['not JSON', 'null', '"text"'])('is unavailable if it responds with %s', async (text) => {
    const { url } = await saying(200, text);
    await expect(
      awsKms({ ...access, endpoint: url }).wrap('key-1', Buffer.from('bytes'), mine),
    ).rejects.toThrow('KMS_200');
  });

  test('needs no address', () => {
    expect(() => awsKms(access)).not.toThrow();
  });

  test('causes an error code of at most 40 characters', async () => {
    const { server, service, names } = await kms();
    server.failNext({ status: 400, body: { __type: 'E'.repeat(60) } });
    await expect(service.wrap(names[0], randomBytes(32), mine)).rejects.toThrow(
      expect.objectContaining({ code: `KMS_${'E'.repeat(36)}` }),
    );
  });
});
