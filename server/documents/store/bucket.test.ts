/** Tests the calls to a bucket with an S3 server that checks signatures. Covers success and every kind of failure. */
import { hash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../../tests/support/database.ts';
import { type BucketFailure, type S3Server, startS3Server } from '../../../tests/support/s3-server.ts';
import { parseBucketAddress } from '../../net/service-addresses.ts';
import { type BucketOptions, openBucket } from './bucket.ts';

const impatient = { attemptMillis: 400, pauseMillis: 5 };

async function s3Server(): Promise<S3Server> {
  const server = await startS3Server(await freshFolder());
  onTestFinished(server.stop);
  return server;
}

function bucketOf({ env }: Pick<S3Server, 'env'>, options: Partial<BucketOptions> = {}) {
  const address = parseBucketAddress(env.DOCUMENTS_URL);
  if (!address) throw new Error('That is no address.');
  return openBucket({
    address,
    accessKeyId: env.DOCUMENTS_ACCESS_KEY_ID,
    secretAccessKey: env.DOCUMENTS_SECRET_ACCESS_KEY,
    ...impatient,
    ...options,
  });
}

function objectOf(bytes: Buffer, name = 'one') {
  return { name, bytes, sha256: hash('sha256', bytes, 'hex') };
}

describe('an address of a bucket', () => {
  test.each([
    ['https://s3.example.com/cards', '', 'us-east-1'],
    ['https://s3.example.com/cards/', '', 'us-east-1'],
    ['https://s3.example.com:9000/cards/a/b.c?region=eu-central-1', 'a/b.c/', 'eu-central-1'],
  ])('%s', (text, prefix, region) => {
    expect(parseBucketAddress(text)).toMatchObject({ prefix, region });
    expect(parseBucketAddress(text)?.bucket.pathname).toBe('/cards');
  });

  test.each([
    'https://s3.example.com',
    'https://s3.example.com/',
    'https://s3.example.com/cards/../other',
    'https://s3.example.com/cards//a',
    'https://s3.example.com/cards/a%2Fb',
    'https://s3.example.com/cards/.hidden',
    'https://s3.example.com/cards?endpoint=a',
    'https://s3.example.com/cards?region=a/b',
    'https://s3.example.com/cards#a',
    's3://cards',
  ])('is not %s', (text) => {
    // URL parsers resolve `..` before the address is checked, so an address with `..` is not refused.
    const found = parseBucketAddress(text);
    if (text.includes('..')) expect(found?.bucket.pathname).toBe('/other');
    else expect(found).toBeUndefined();
  });
});

test('a bucket returns the stored bytes, and nothing after the object was deleted', async () => {
  const server = await s3Server();
  const bucket = bucketOf(server);
  const bytes = randomBytes(3_000_000);
  await bucket.put(objectOf(bytes));
  expect(await server.objects()).toEqual(['one']);
  expect((await bucket.get('one'))?.equals(bytes)).toBe(true);
  await bucket.remove('one');
  expect(await bucket.get('one')).toBeUndefined();
  await bucket.remove('one');
  expect(await server.objects()).toEqual([]);
});

const passing: readonly (readonly [string, BucketFailure])[] = [
  ['throttling', { status: 503, code: 'SlowDown' }],
  ['failing', { status: 500, code: 'InternalError' }],
  ['timing out', { status: 400, code: 'RequestTimeout' }],
  ['disconnecting', 'cut'],
  ['not responding', 'hang'],
];

test.each([
  ...passing,
  ['losing its response', 'lose'] as const,
  ['cutting its response short', 'cut-short'] as const,
])('a bucket that is %s once is tried again', async (_what, failure) => {
  const server = await s3Server();
  const bucket = bucketOf(server);
  const bytes = randomBytes(100_000);
  for (const call of [
    () => bucket.put(objectOf(bytes)),
    () => bucket.get('one'),
    () => bucket.remove('one'),
  ]) {
    server.asked.length = 0;
    server.failNext(failure);
    const result = await call();
    if (Buffer.isBuffer(result)) expect(result.equals(bytes)).toBe(true);
    // An empty body cannot be cut short, so the call is repeated only if the response has a body.
    if (failure !== 'cut-short' || Buffer.isBuffer(result)) expect(server.asked).toHaveLength(2);
  }
});

test.each([
  ['throttling', { status: 503, code: 'SlowDown' }, 'S3_SlowDown', 3],
  ['disconnecting', 'cut', 'ECONNRESET', 3],
  ['not responding', 'hang', 'TIMEOUT', 3],
  ['forbidden', { status: 403, code: 'AccessDenied' }, 'S3_AccessDenied', 1],
  ['missing', { status: 404, code: 'NoSuchBucket' }, 'S3_NoSuchBucket', 1],
  ['giving an unknown status', { status: 418, code: 'x'.repeat(90) }, 'S3_418', 1],
  ['redirecting', { status: 307, code: 'TemporaryRedirect' }, 'S3_TemporaryRedirect', 1],
] as const)(
  'a bucket that is %s is unavailable, and works again later',
  async (_what, failure, code, attempts) => {
    const server = await s3Server();
    const seen: string[] = [];
    const bucket = bucketOf(server, { observe: (call, outcome) => seen.push(`${call} ${outcome}`) });
    await bucket.put(objectOf(randomBytes(10)));
    server.asked.length = 0;
    server.failAlways(failure);
    const unavailable = expect.objectContaining({ name: 'DocumentsUnavailable', code });
    await expect(bucket.put(objectOf(randomBytes(10)))).rejects.toEqual(unavailable);
    await expect(bucket.get('one')).rejects.toEqual(unavailable);
    await expect(bucket.remove('one')).rejects.toEqual(unavailable);
    expect(server.asked).toHaveLength(3 * attempts);
    server.failAlways(undefined);
    expect(await bucket.get('one')).toHaveLength(10);
    expect(seen).toEqual(['put ok', `put ${code}`, `get ${code}`, `remove ${code}`, 'get ok']);
  },
);

test('an object that is larger than any document is ignored', async () => {
  const bucket = bucketOf(await s3Server(), { attemptMillis: 5_000 });
  await bucket.put(objectOf(Buffer.alloc(25 * 1_048_576)));
  expect(await bucket.get('one')).toBeUndefined();
});

test('a wrong secret is refused', async () => {
  const server = await s3Server();
  const bucket = bucketOf(server, { secretAccessKey: 'another' });
  await expect(bucket.put(objectOf(randomBytes(10)))).rejects.toThrow('S3_SignatureDoesNotMatch');
  expect(await server.objects()).toEqual([]);
});

test('an expired key is read again from its file; without the file, the bucket is unavailable', async () => {
  const server = await s3Server();
  const credentialsFile = join(await freshFolder(), 'credentials');
  const bucket = bucketOf(server, { accessKeyId: undefined, secretAccessKey: undefined, credentialsFile });
  await expect(bucket.get('one')).rejects.toThrow('CREDENTIALS_FILE');
  const profile = (id: string) => `[default]\naws_access_key_id=${id}\naws_secret_access_key=S3RVER\n`;
  await writeFile(credentialsFile, profile('ENDED'));
  await expect(bucket.get('one')).rejects.toThrow('S3_InvalidAccessKeyId');
  await writeFile(credentialsFile, profile('S3RVER'));
  expect(await bucket.get('one')).toBeUndefined();
});

test('an error reveals neither the bytes nor the secret', async () => {
  const server = await s3Server();
  const bucket = bucketOf(server, { secretAccessKey: 'the-secret-of-the-bucket' });
  const bytes = Buffer.from('sealed bytes that no one reads');
  const error = await bucket.put(objectOf(bytes)).catch((caught: unknown) => caught);
  const shown = inspect(error, { depth: 9, showHidden: true });
  for (const secret of ['the-secret-of-the-bucket', bytes.toString(), 'AWS4-HMAC'])
    expect(shown).not.toContain(secret);
});

test('a redirect is not followed, and a proxy from the environment is not used', async () => {
  const server = await s3Server();
  const elsewhere: string[] = [];
  const thief = createServer((request, response) => {
    elsewhere.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void thief.close());
  const address = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) process.env[name] = address;
  onTestFinished(() => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) delete process.env[name];
  });
  await bucketOf(server).put(objectOf(randomBytes(10)));
  expect(elsewhere).toEqual([]);
});

test.each([20, -20])('requests to a bucket whose clock is %i minutes off use its clock', async (minutes) => {
  const refused = '<Error><Code>RequestTimeTooSkewed</Code></Error>';
  const door = createServer((request, response) => {
    const clock = Date.now() + minutes * 60_000;
    const signed = String(request.headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:');
    const isSkewed = Math.abs(Date.parse(signed) - clock) > 15 * 60_000;
    response.setHeader('date', new Date(clock).toUTCString());
    response.writeHead(isSkewed ? 403 : 200).end(isSkewed ? refused : 'kept');
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void door.close());
  const { port } = door.address() as AddressInfo;
  const seen: string[] = [];
  const env = { DOCUMENTS_URL: `http://127.0.0.1:${port}/cards` };
  const bucket = bucketOf(
    { env: { ...env, DOCUMENTS_ACCESS_KEY_ID: 'a', DOCUMENTS_SECRET_ACCESS_KEY: 'b' } },
    { observe: (call, outcome) => seen.push(`${call} ${outcome}`) },
  );
  expect((await bucket.get('one'))?.toString()).toBe('kept');
  await bucket.remove('one');
  expect(seen).toEqual(['get ok', 'remove ok']);
});

test('a bucket is asked whether it is public, keeps versions and locks objects', async () => {
  const server = await s3Server();
  const bucket = bucketOf(server);
  await bucket.put(objectOf(randomBytes(10)));
  const findings = async () => [
    await bucket.isOpenToAll('one'),
    await bucket.keepsVersions(),
    await bucket.locksObjects(),
  ];
  expect(await findings()).toEqual([false, false, undefined]);
  server.isPublic = true;
  server.configuration
    .set('versioning', '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>')
    .set(
      'object-lock',
      '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
    );
  expect(await findings()).toEqual([true, true, true]);
  server.configuration.set('versioning', '<VersioningConfiguration/>');
  expect(await bucket.keepsVersions()).toBe(false);
});
