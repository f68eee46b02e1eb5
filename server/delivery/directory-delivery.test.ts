import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { expect, test } from 'vitest';
import { replaceFile } from '../durable-file.ts';
import { freshFolder } from '../store/test-database.ts';
import { directoryDelivery } from './directory-delivery.ts';

const provider = {
  providerId: 'quillbrook',
  name: 'Q',
  fullName: 'Quillbrook',
  abbrev: 'Q',
  mailFrom: 'cards@q.example',
};
const never = new AbortController().signal;

async function opened() {
  const dataDir = await freshFolder();
  const folder = join(dataDir, 'deliveries');
  const keys = join(folder, 'keys');
  const readKey = async (half: string) =>
    JSON.parse(await readFile(join(keys, `quillbrook.${half}.jwk`), 'utf8')) as JWK;
  return { folder, keys, readKey, way: directoryDelivery(dataDir) };
}

test('a key pair is made on first start, and kept', async () => {
  const { keys, readKey, way } = await opened();
  await way.prepare(provider);
  const before = [await readKey('public'), await readKey('private')];
  await way.prepare(provider);
  expect([await readKey('public'), await readKey('private')]).toEqual(before);
  expect(await way.publicKeyOf(provider)).toEqual(before[0]);
  expect(before[0]).toMatchObject({ kty: 'RSA', alg: 'RSA-OAEP-256', use: 'enc', kid: before[1]?.kid });
  for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(before[0]).not.toHaveProperty(secret);
  expect((await stat(join(keys, 'quillbrook.private.jwk'))).mode & 0o777).toBe(0o600);
  expect((await stat(keys)).mode & 0o777).toBe(0o700);
});

test('two that start at once agree on one pair', async () => {
  const { keys, readKey, way } = await opened();
  await Promise.all([way.prepare(provider), way.prepare(provider)]);
  expect((await readdir(keys)).sort()).toEqual(['quillbrook.private.jwk', 'quillbrook.public.jwk']);
  expect((await readKey('public')).n).toBe((await readKey('private')).n);
});

test('no pair is made beside a public key that the provider gave', async () => {
  const { keys, way } = await opened();
  const { publicKey } = await generateKeyPair('RSA-OAEP-256');
  const given = await exportJWK(publicKey);
  await replaceFile(join(keys, 'quillbrook.public.jwk'), JSON.stringify(given));
  await way.prepare(provider);
  expect(await readdir(keys)).toEqual(['quillbrook.public.jwk']);
  expect(await way.publicKeyOf(provider)).toEqual(given);
});

test('a broken key file stops the start, and its content stays out of the error', async () => {
  const { keys, way } = await opened();
  await replaceFile(join(keys, 'quillbrook.private.jwk'), '{"d":"very-secret');
  const refusal = await way.prepare(provider).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Error);
  expect(String((refusal as Error).stack)).not.toContain('very-secret');
});

test('a delivery is one file, in place of the same one sent before', async () => {
  const { folder, way } = await opened();
  await way.handOver(provider, 'id-1', 'first', never);
  await way.handOver(provider, 'id-1', 'again', never);
  await way.handOver(provider, 'id-2', 'other', never);
  expect((await readdir(folder)).sort()).toEqual(['id-1.jwe', 'id-2.jwe']);
  expect(await readFile(join(folder, 'id-1.jwe'), 'utf8')).toBe('again');
  expect((await stat(join(folder, 'id-1.jwe'))).mode & 0o777).toBe(0o600);
});
