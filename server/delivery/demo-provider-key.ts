/**
 * The DEMO provider's key pair, in `DATA_DIR/deliveries/keys`: made for a program without a real provider's key, so
 * that deliveries can be made and opened without a bank. A real provider keeps its private key to itself.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { createFileOnce } from '../files/durable-file.ts';
import { deliveriesFolder } from './directory-delivery.ts';

const algorithm = 'RSA-OAEP-256';
const modulusLength = 3072;

/** The public half; the pair is made on first use. Throws where a key file cannot be read. */
export async function demoProviderKey(dataDir: string, providerId: string): Promise<JWK> {
  const fileOf = (half: 'public' | 'private') =>
    join(deliveriesFolder(dataDir), 'keys', `${providerId}.${half}.jwk`);
  const before = await readJwk(fileOf('public'));
  if (before) return before;
  if (!(await readJwk(fileOf('private')))) {
    await createFileOnce(fileOf('private'), jwkText(await newPrivateKey()));
  }
  // Of two processes that start at once, one has made the private key: both take the public half from that file.
  const privateKey = await readJwk(fileOf('private'));
  if (!privateKey) throw new Error('The key file of the demo provider has disappeared.');
  const publicKey = publicHalf(privateKey);
  await createFileOnce(fileOf('public'), jwkText(publicKey));
  return publicKey;
}

/** The key of a file, undefined where there is no such file. */
async function readJwk(path: string): Promise<JWK | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JWK;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    // The cause would quote the file, and this may be the private half.
    throw new Error('A key file of the deliveries cannot be read.');
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

function publicHalf({ kty, n, e, kid, use, alg }: JWK): JWK {
  return { kty, n, e, kid, use, alg } as JWK;
}
