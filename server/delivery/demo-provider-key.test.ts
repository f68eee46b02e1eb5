import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { expect, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { replaceFile } from '../files/durable-file.ts';
import { demoProviderKey } from './demo-provider-key.ts';

async function opened() {
  const dataDir = await freshFolder();
  const keys = join(dataDir, 'deliveries', 'keys');
  const readKey = async (half: string) =>
    JSON.parse(await readFile(join(keys, `quillbrook.${half}.jwk`), 'utf8')) as JWK;
  return { keys, readKey, publicKey: () => demoProviderKey(dataDir, 'quillbrook') };
}

test('a key pair is made on first start, and kept', async () => {
  const { keys, readKey, publicKey } = await opened();
  const made = await publicKey();
  const before = [await readKey('public'), await readKey('private')];
  expect(await publicKey()).toEqual(made);
  expect([await readKey('public'), await readKey('private')]).toEqual(before);
  expect(made).toEqual(before[0]);
  expect(made).toMatchObject({ kty: 'RSA', alg: 'RSA-OAEP-256', use: 'enc', kid: before[1]?.kid });
  for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(made).not.toHaveProperty(secret);
  expect((await stat(join(keys, 'quillbrook.private.jwk'))).mode & 0o777).toBe(0o600);
  expect((await stat(keys)).mode & 0o777).toBe(0o700);
});

test('two processes that start at once use the same pair', async () => {
  const { keys, readKey, publicKey } = await opened();
  const [one, other] = await Promise.all([publicKey(), publicKey()]);
  expect(one).toEqual(other);
  expect((await readdir(keys)).sort()).toEqual(['quillbrook.private.jwk', 'quillbrook.public.jwk']);
  expect(one.n).toBe((await readKey('private')).n);
});

test('a broken key file stops the start, and its content stays out of the error', async () => {
  const { keys, publicKey } = await opened();
  await replaceFile(join(keys, 'quillbrook.private.jwk'), '{"d":"very-secret');
  const apiError = await publicKey().catch((error: unknown) => error);
  expect(apiError).toBeInstanceOf(Error);
  expect(String((apiError as Error).stack)).not.toContain('very-secret');
});
