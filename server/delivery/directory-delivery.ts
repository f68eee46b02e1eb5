/**
 * Deliveries as files, `DATA_DIR/deliveries/<id>.jwe`, for the embedded installation (D33).
 *
 * The key pair is the DEMO provider's: made here on first start, and kept beside the deliveries, so that they can be
 * opened where no bank is at hand. A real provider keeps its private key to itself and gives the public one, which
 * takes the place of `keys/<providerId>.public.jwk`; no pair is made for it then.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { createFileOnce, replaceFile } from '../durable-file.ts';
import type { DeliveryWay } from './provider-delivery.ts';

const algorithm = 'RSA-OAEP-256';
const modulusLength = 3072;

/** Hands deliveries over as files of a data folder. */
export function directoryDelivery(dataDir: string): DeliveryWay {
  const folder = join(dataDir, 'deliveries');
  const fileOf = (providerId: string, half: 'public' | 'private') =>
    join(folder, 'keys', `${providerId}.${half}.jwk`);
  return {
    prepare: async ({ providerId }) => {
      const publicFile = fileOf(providerId, 'public');
      if (await readJwk(publicFile)) return;
      const privateFile = fileOf(providerId, 'private');
      if (!(await readJwk(privateFile))) await createFileOnce(privateFile, jwkText(await newPrivateKey()));
      // Of two processes that start at once, one has made the private key: both take the public half from that file.
      const privateKey = await readJwk(privateFile);
      if (privateKey) await createFileOnce(publicFile, jwkText(publicHalf(privateKey)));
    },
    publicKeyOf: async ({ providerId }) => {
      const key = await readJwk(fileOf(providerId, 'public'));
      if (!key) throw new Error('There is no public key of the provider.');
      return key;
    },
    handOver: (_provider, id, jwe) => replaceFile(join(folder, `${id}.jwe`), jwe),
  };
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
