/** Makes a demo key pair in `DATA_DIR/deliveries/keys` for a provider whose programs have no real key. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { createFileOnce } from '../files/durable-file.ts';
import { deliveriesFolder } from './directory-delivery.ts';

const algorithm = 'RSA-OAEP-256';
const modulusLength = 3072;

/** Returns the public half of a provider's demo key pair, which the first call makes. Throws if a key file can't be read. */
export async function demoProviderKey(dataDir: string, providerId: string): Promise<JWK> {
  const fileOf = (half: 'public' | 'private') =>
    join(deliveriesFolder(dataDir), 'keys', `${providerId}.${half}.jwk`);
  const before = await readJwk(fileOf('public'));
  if (before) return before;
  if (!(await readJwk(fileOf('private'))))
    await createFileOnce(fileOf('private'), jwkText(await newPrivateKey()));
  // Always read the file again. If two processes start together, only one stores its private key, and both must use that key.
  const privateKey = await readJwk(fileOf('private'));
  if (!privateKey) throw new Error('The key file of the demo provider is missing.');
  const { kty, n, e, kid, use, alg } = privateKey;
  const publicKey = { kty, n, e, kid, use, alg } as JWK;
  await createFileOnce(fileOf('public'), jwkText(publicKey));
  return publicKey;
}

async function readJwk(path: string): Promise<JWK | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JWK;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    // Don't set the original error as `cause`: it would quote the file, which may contain the private half.
    throw new Error('A key file for deliveries cannot be read.');
  }
}

function jwkText(key: JWK): string {
  return `${JSON.stringify(key, null, 2)}\n`;
}

async function newPrivateKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { modulusLength, extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: await calculateJwkThumbprint(key), use: 'enc', alg: algorithm };
}
